//! What the needs of a subset say of a sum over it: enough to go only where the sum can still be
//! met while members are chosen.

use super::terms::{Comparison, Num, NumId, Set, SetId, Temp, Test, TestId};
use super::walk::{Reads, Term, any, reads};
use super::{Parameter, Program};
use crate::tabletop::ids::AttributeId;

/// A need, or a part of one, of the form `sum VALUE over SUBSET = N`, where the other side does not
/// look at the subset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SumNeed {
    pub(crate) value: SumValue,
    pub(crate) op: Comparison,
    pub(crate) than: NumId,
}

/// What is summed up.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SumValue {
    /// A number that is asked of each member.
    Term(Temp, NumId),
    /// What is printed on each card.
    Table(AttributeId),
}

impl SumNeed {
    /// What the needs of a `parameter` say of sums over its members.
    pub(crate) fn all_of(program: &Program, parameter: &Parameter) -> Vec<SumNeed> {
        let mut found = Vec::new();
        for need in &parameter.needs {
            gather(program, need.test, parameter.temp, &mut found);
        }
        found
    }
}

fn gather(program: &Program, test: TestId, subset: Temp, found: &mut Vec<SumNeed>) {
    let test = program.terms.tests[test];
    if let Test::And(a, b) = test {
        gather(program, a, subset, found);
        gather(program, b, subset, found);
    }
    if let Test::Compare { op, left, right } = test {
        let sides = [(left, op, right), (right, op.turned(), left)];
        let sum = sides.into_iter().find_map(|(sum, op, than)| {
            let value = sum_value(program, sum, subset)?;
            let looks = looks_at(program, than, subset)
                || matches!(value, SumValue::Term(_, value) if looks_at(program, value, subset));
            (!looks).then_some(SumNeed { value, op, than })
        });
        found.extend(sum);
    }
}

/// What a number sums up over a subset, if that is what it does.
fn sum_value(program: &Program, sum: NumId, subset: Temp) -> Option<SumValue> {
    let is_subset = |set: SetId| program.terms.sets[set] == Set::Temp(subset);
    let sum = program.terms.nums[sum];
    if let Num::SumOver { set, temp, value } = sum
        && is_subset(set)
    {
        return Some(SumValue::Term(temp, value));
    }
    if let Num::SumAttribute { set, table } = sum
        && is_subset(set)
    {
        return Some(SumValue::Table(table));
    }
    None
}

fn looks_at(program: &Program, num: NumId, subset: Temp) -> bool {
    let reads_subset = |term| reads(program, term) == Reads::Temp(subset);
    any(&program.terms, Term::Num(num), &mut { reads_subset })
}
