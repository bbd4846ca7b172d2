//! Lists that scripts sort by functions of their own. Those of rhai go on where such a function
//! fails, and stop the thread where it contradicts itself.

use super::values::kind;
use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, NativeCallContext, Position};
use std::cmp::Ordering;
use std::collections::VecDeque;

type Done<T> = Result<T, Box<EvalAltResult>>;

/// Registers `sort` and `order` with their other names, and `dedup`, each with a comparer.
pub(super) fn register(engine: &mut Engine) {
    engine.register_fn("sort", sort).register_fn("sort_by", sort);
    engine.register_fn("order", order).register_fn("order_by", order);
    engine.register_fn("dedup", dedup);
}

fn sort(context: NativeCallContext<'_>, list: &mut Array, comparer: FnPtr) -> Done<()> {
    *list = order(context, list, comparer)?;
    Ok(())
}

/// The entries in the order of a comparer; those that it finds equal stay as they were. One that
/// contradicts itself gives some order.
fn order(context: NativeCallContext<'_>, list: &mut Array, comparer: FnPtr) -> Done<Array> {
    let compare = |a: &Dynamic, b: &Dynamic| {
        let answer = comparer.call_raw(&context, None, [a.clone(), b.clone()])?;
        let number = answer.as_int().map(|number| number.cmp(&0));
        let first = |is_first: bool| if is_first { Ordering::Less } else { Ordering::Greater };
        number.or_else(|_| answer.as_bool().map(first)).map_err(|found| {
            let found = kind(found);
            let words = format!("expected a number or a flag from a comparer, found {found}");
            EvalAltResult::ErrorRuntime(words.into(), Position::NONE).into()
        })
    };
    let mut runs: VecDeque<VecDeque<Dynamic>> =
        list.iter().map(|entry| VecDeque::from([entry.clone()])).collect();
    while runs.len() > 1 {
        let mut merged = VecDeque::new();
        while let Some(left) = runs.pop_front() {
            merged.push_back(match runs.pop_front() {
                Some(right) => merge(left, right, compare)?,
                None => left,
            });
        }
        runs = merged;
    }
    Ok(runs.into_iter().flatten().collect())
}

fn merge(
    mut left: VecDeque<Dynamic>,
    mut right: VecDeque<Dynamic>,
    compare: impl Fn(&Dynamic, &Dynamic) -> Done<Ordering>,
) -> Done<VecDeque<Dynamic>> {
    let mut all = VecDeque::with_capacity(left.len() + right.len());
    while let (Some(first), Some(second)) = (left.front(), right.front()) {
        let from = if compare(first, second)?.is_gt() { &mut right } else { &mut left };
        all.extend(from.pop_front());
    }
    all.extend(left);
    all.extend(right);
    Ok(all)
}

/// Leaves of neighbours that a comparer finds equal the first.
fn dedup(context: NativeCallContext<'_>, list: &mut Array, comparer: FnPtr) -> Done<()> {
    let mut kept = Array::new();
    for entry in list.iter() {
        let is_same = match kept.last() {
            None => false,
            Some(last) => {
                let answer = comparer.call_raw(&context, None, [last.clone(), entry.clone()])?;
                answer.as_bool().map_err(|found| {
                    let found = kind(found);
                    let words = format!("expected a flag from a comparer, found {found}");
                    EvalAltResult::ErrorRuntime(words.into(), Position::NONE)
                })?
            }
        };
        if !is_same {
            kept.push(entry.clone());
        }
    }
    *list = kept;
    Ok(())
}
