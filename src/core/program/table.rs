//! What the tables of terms and instructions are written in. A line of a table says all there is to
//! know of a variant's shape: its operands, each with its type, and what it does beside them. The
//! enum, and all that walks over it, come of that line.
//!
//! The type of an operand says what it is: the id of a term is a part, a [`Temp`] is bound for the
//! other parts, a [`Pc`] is where a jump leads.

use super::ValueKind;
use super::code::Change;
use super::ids::{CallId, ConstantId, EndingId, Local, MovementId, Pc, RowMark, SiteId, Temp};
use super::terms::{Comparison, Directions, ListId, Lot, NumId, SetId, Term, Terms, TestId};
use crate::tabletop::ids::{
    AttributeId, MarkId, OrderId, PhaseId, ScriptId, SentenceId, VariableId, WordListId, ZoneId,
};
use crate::value::Slot;

/// What is come across in a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A term that it is made of.
    Part(Term),
    /// A temp that it binds while its parts are worked out.
    Bound(Temp),
}

/// What a term can be made of.
pub(crate) trait Operand {
    /// Shows `see` the parts and the temps in it, in order.
    fn visit<F: FnMut(Found)>(&self, terms: &Terms, see: &mut F);
}

impl Operand for Temp {
    fn visit<F: FnMut(Found)>(&self, _: &Terms, see: &mut F) {
        see(Found::Bound(*self));
    }
}

impl<T: Operand> Operand for Option<T> {
    fn visit<F: FnMut(Found)>(&self, terms: &Terms, see: &mut F) {
        self.iter().for_each(|one| one.visit(terms, see));
    }
}

impl<T: Operand> Operand for Vec<T> {
    fn visit<F: FnMut(Found)>(&self, terms: &Terms, see: &mut F) {
        self.iter().for_each(|one| one.visit(terms, see));
    }
}

impl<A: Operand, B: Operand> Operand for (A, B) {
    fn visit<F: FnMut(Found)>(&self, terms: &Terms, see: &mut F) {
        self.0.visit(terms, see);
        self.1.visit(terms, see);
    }
}

/// Operands that are neither made of terms nor bind anything.
macro_rules! plain_operands {
    ($($type:ty),* $(,)?) => {
        $(impl Operand for $type {
            fn visit<F: FnMut(Found)>(&self, _: &Terms, _: &mut F) {}
        })*
    };
}

plain_operands!(
    bool,
    i32,
    u8,
    u32,
    AttributeId,
    Comparison,
    ConstantId,
    Directions,
    Local,
    Lot,
    MarkId,
    OrderId,
    PhaseId,
    RowMark,
    ScriptId,
    Slot,
    ValueKind,
    VariableId,
    WordListId,
    ZoneId,
);

/// What a variant itself reads, by the word behind its arrow.
macro_rules! reads {
    (Temp $temp:ident) => {
        $crate::program::terms::Reads::Temp($temp)
    };
    ($reads:ident $($field:ident)*) => {
        $crate::program::terms::Reads::$reads
    };
}

/// Shows the operands of a variant; what reads a temp binds none.
macro_rules! visit {
    (Temp $terms:ident $see:ident $($field:ident)*) => {};
    ($reads:ident $terms:ident $see:ident $($field:ident)*) => {
        $($field.visit($terms, $see);)*
    };
}

/// Declares all kinds of terms. Behind the name of a kind stand the type of its ids, the table that
/// holds its terms, and what adds one; behind the arrow of a variant, what it [reads](Reads) beside
/// its operands.
macro_rules! terms {
    ($(
        $(#[$doc:meta])*
        enum $name:ident($id:ident, $table:ident, $add:ident) {$(
            $(#[$variant_doc:meta])*
            $variant:ident
                $(($($tuple:ident: $tuple_type:ty),+))?
                $({$($field:ident: $type:ty),+ $(,)?})?
                => $reads:ident;
        )+}
    )+) => {
        $crate::tabletop::ids::ids! {
            $($(#[$doc])* pub $id(u32);)+
        }

        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum $name {$(
                $(#[$variant_doc])*
                $variant $(($($tuple_type),+))? $({$($field: $type),+})?,
            )+}

            #[allow(unused_variables, reason = "not every line asks for all of its operands")]
            impl $name {
                /// What the term reads besides the terms it is made of.
                pub(crate) fn reads(self) -> Reads {
                    match self {$(
                        $name::$variant $(($($tuple),+))? $({$($field),+})?
                            => reads!($reads $($($tuple)+)? $($($field)+)?),
                    )+}
                }

                fn visit<F: FnMut(Found)>(self, terms: &Terms, see: &mut F) {
                    match self {$(
                        $name::$variant $(($($tuple),+))? $({$($field),+})? => {
                            visit!($reads terms see $($($tuple)+)? $($($field)+)?);
                        }
                    )+}
                }
            }

            impl Operand for $id {
                fn visit<F: FnMut(Found)>(&self, _: &Terms, see: &mut F) {
                    see(Found::Part(Term::$name(*self)));
                }
            }
        )+

        /// Any term.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) enum Term {
            $($(#[$doc])* $name($id),)+
        }

        /// All terms of a program. Terms that say the same are one: so that what is said twice need
        /// be worked out but once.
        #[derive(Clone, Debug, Default)]
        pub struct Terms {
            $(pub(crate) $table: IdVec<$id, $name>,)+
            /// Runs of scalars that belong together: the members of a tuple, the keys of a
            /// comparison, a script's arguments.
            pub(crate) groups: IdVec<GroupId, Vec<NumId>>,
            pub(crate) pairings: IdVec<PairingId, Pairing>,
            pub(crate) packings: IdVec<PackingId, Packing>,
            pub(crate) shapes: IdVec<ShapeId, Shape>,
            pub(crate) totals: IdVec<TotalId, Total>,
            pub(crate) rankings: IdVec<RankingId, Ranking>,
            pub(crate) walks: IdVec<WalkId, Walk>,
            pub(crate) calls: IdVec<ScriptCallId, ScriptCall>,
            said: Said,
        }

        /// The terms there are, each with its place.
        #[derive(Clone, Debug, Default)]
        struct Said {
            $($table: HashMap<$name, $id>,)+
        }

        impl Terms {
            $(
                pub(crate) fn $add(&mut self, term: $name) -> $id {
                    let Terms { $table: terms, said, .. } = self;
                    *said.$table.entry(term).or_insert_with(|| terms.push(term))
                }
            )+

            /// What a term itself reads.
            pub(crate) fn reads(&self, term: Term) -> Reads {
                match term {
                    $(Term::$name(id) => self.$table[id].reads(),)+
                }
            }

            /// Shows `see` the parts of a term and the temps that it binds, in order.
            pub(crate) fn visit(&self, term: Term, mut see: impl FnMut(Found)) {
                match term {
                    $(Term::$name(id) => self.$table[id].visit(self, &mut see),)+
                }
            }
        }
    };
}

/// Declares what terms are made of that is no term itself.
macro_rules! composites {
    () => {};
    (
        $(#[$doc:meta])*
        $vis:vis struct $name:ident {$(
            $(#[$field_doc:meta])*
            $fvis:vis $field:ident: $type:ty,
        )+}
        $($rest:tt)*
    ) => {
        $(#[$doc])*
        $vis struct $name {$(
            $(#[$field_doc])*
            $fvis $field: $type,
        )+}

        impl Operand for $name {
            fn visit<F: FnMut(Found)>(&self, terms: &Terms, see: &mut F) {
                $(self.$field.visit(terms, see);)+
            }
        }

        composites! { $($rest)* }
    };
    (
        $(#[$doc:meta])*
        $vis:vis enum $name:ident {$(
            $(#[$variant_doc:meta])*
            $variant:ident
                $(($tuple:ident: $tuple_type:ty))?
                $({$($field:ident: $type:ty),+ $(,)?})?,
        )+}
        $($rest:tt)*
    ) => {
        $(#[$doc])*
        $vis enum $name {$(
            $(#[$variant_doc])*
            $variant $(($tuple_type))? $({$($field: $type),+})?,
        )+}

        impl Operand for $name {
            fn visit<F: FnMut(Found)>(&self, terms: &Terms, see: &mut F) {
                match self {$(
                    $name::$variant $(($tuple))? $({$($field),+})? => {
                        $($tuple.visit(terms, see);)?
                        $($($field.visit(terms, see);)+)?
                    }
                )+}
            }
        }

        composites! { $($rest)* }
    };
}

/// Lets ids stand for what terms are made of.
macro_rules! composite_ids {
    ($($id:ident in $table:ident),* $(,)?) => {
        $(impl Operand for $id {
            fn visit<F: FnMut(Found)>(&self, terms: &Terms, see: &mut F) {
                terms.$table[*self].visit(terms, see);
            }
        })*
    };
}

/// What an instruction can be made of.
pub(crate) trait Target {
    /// Where a jump leads, if this says so; to be changed.
    fn target_mut(&mut self) -> Option<&mut Pc> {
        None
    }
}

impl Target for Pc {
    fn target_mut(&mut self) -> Option<&mut Pc> {
        Some(self)
    }
}

/// Operands that say nothing about where an instruction leads.
macro_rules! no_targets {
    ($($type:ty),* $(,)?) => {
        $(impl Target for $type {})*
    };
}

no_targets!(
    bool,
    CallId,
    Change,
    EndingId,
    ListId,
    Local,
    MarkId,
    MovementId,
    NumId,
    Option<SentenceId>,
    PhaseId,
    SetId,
    SiteId,
    TestId,
    VariableId,
    ZoneId,
);

/// Declares what statements do to the table. Behind the arrow of a line stands what it lets seats
/// know ([`Shows`]).
macro_rules! changes {
    (
        $(#[$doc:meta])*
        enum $name:ident {$(
            $(#[$variant_doc:meta])*
            $variant:ident $({$($field:ident: $type:ty),+ $(,)?})?
                => $shows:ident $(($($shown:ident),+))?;
        )+}
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {$(
            $(#[$variant_doc])*
            $variant $({$($field: $type),+})?,
        )+}

        #[allow(unused_variables, reason = "not every line asks for all of its operands")]
        impl $name {
            /// Whether seats may come to know by it which cards lie where.
            pub(crate) fn shows(self) -> Shows {
                match self {
                    $($name::$variant $({$($field),+})? => Shows::$shows $(($($shown),+))?,)+
                }
            }
        }
    };
}

/// Declares the instructions. Behind the arrow of a line stand which units the instruction may
/// [run](Runs), who [acts](Acts) behind it, what it lets seats know ([`Shows`]), and which local it
/// [gives](Gives) a value.
macro_rules! operations {
    (
        $(#[$doc:meta])*
        enum $name:ident {$(
            $(#[$variant_doc:meta])*
            $variant:ident
                $(($tuple:ident: $tuple_type:ty))?
                $({$($field:ident: $type:ty),+ $(,)?})?
                => $runs:ident $(($($run:ident),+))?,
                    $acts:ident $(($($act:ident),+))?,
                    $shows:ident $(($($shown:ident),+))?,
                    $gives:ident $(($($given:ident),+))?;
        )+}
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {$(
            $(#[$variant_doc])*
            $variant $(($tuple_type))? $({$($field: $type),+})?,
        )+}

        #[allow(unused_variables, reason = "not every line asks for all of its operands")]
        impl $name {
            /// Where the instruction may lead besides to the one behind it; to be changed.
            pub(crate) fn target_mut(&mut self) -> Option<&mut Pc> {
                match self {$(
                    $name::$variant $(($tuple))? $({$($field),+})? => {
                        $(if let Some(target) = $tuple.target_mut() {
                            return Some(target);
                        })?
                        $($(if let Some(target) = $field.target_mut() {
                            return Some(target);
                        })+)?
                        None
                    }
                )+}
            }

            /// Which units the instruction may run.
            pub(crate) fn runs(self) -> Runs {
                match self {$(
                    $name::$variant $(($tuple))? $({$($field),+})?
                        => Runs::$runs $(($($run),+))?,
                )+}
            }

            /// Who acts behind the instruction.
            pub(crate) fn acts(self) -> Acts {
                match self {$(
                    $name::$variant $(($tuple))? $({$($field),+})?
                        => Acts::$acts $(($($act),+))?,
                )+}
            }

            /// Whether seats may come to know by it which cards lie where.
            pub(crate) fn shows(self) -> Shows {
                match self {$(
                    $name::$variant $(($tuple))? $({$($field),+})?
                        => Shows::$shows $(($($shown),+))?,
                )+}
            }

            /// Which local it gives a value.
            pub(crate) fn gives(self) -> Gives {
                match self {$(
                    $name::$variant $(($tuple))? $({$($field),+})?
                        => Gives::$gives $(($($given),+))?,
                )+}
            }
        }
    };
}

pub(super) use {changes, composite_ids, composites, operations, reads, terms, visit};
