//! Conversions between numbers that the language does not do by itself. A number that is converted
//! here is known to fit: that its conversion changes nothing is checked where debug assertions are
//! on, and nowhere else.

/// A number that is kept in another width.
pub trait Narrow: Copy {
    fn to_u8(self) -> u8;
    fn to_u16(self) -> u16;
    fn to_u32(self) -> u32;
    fn to_i32(self) -> i32;
    fn to_i64(self) -> i64;
    /// The number as a place in a list. What is none or negative is not refused: it becomes a place
    /// that no list has.
    fn to_usize(self) -> usize;
}

macro_rules! narrow {
    ($($from:ty),*) => {
        $(impl Narrow for $from {
            narrow!($from => to_u8 u8, to_u16 u16, to_u32 u32, to_i32 i32, to_i64 i64);

            #[inline(always)]
            fn to_usize(self) -> usize {
                debug_assert!(self as i128 <= usize::MAX as i128, "{self} is no place in a list");
                self as usize
            }
        })*
    };
    ($from:ty => $($name:ident $to:ident),*) => {
        $(
            #[inline(always)]
            fn $name(self) -> $to {
                debug_assert!($to::try_from(self).is_ok(), "{self} is no {}", stringify!($to));
                self as $to
            }
        )*
    };
}

narrow!(u16, u32, i32, u64, i64, usize);

/// A number as a fraction can have it: exact below 2⁵³, and near it above.
pub trait Fraction: Copy {
    fn to_f64(self) -> f64;
    fn to_f32(self) -> f32;
}

macro_rules! fraction {
    ($($from:ty),*) => {
        $(impl Fraction for $from {
            #[inline(always)]
            fn to_f64(self) -> f64 {
                self as f64
            }

            #[inline(always)]
            fn to_f32(self) -> f32 {
                self as f32
            }
        })*
    };
}

fraction!(i32, u32, u64, usize, i128);

/// The lower half of a word.
#[inline(always)]
pub(crate) const fn low_half(word: u64) -> u32 {
    word as u32
}

/// The upper half of a word.
#[inline(always)]
pub(crate) const fn high_half(word: u64) -> u32 {
    (word >> u32::BITS) as u32
}

/// A word as two scalars, the lower half first.
#[inline(always)]
pub(crate) const fn halves(word: u64) -> [i32; 2] {
    [low_half(word).cast_signed(), high_half(word).cast_signed()]
}

/// The word of two scalars, the lower half first.
#[inline(always)]
pub(crate) fn of_halves([low, high]: [i32; 2]) -> u64 {
    u64::from(low.cast_unsigned()) | u64::from(high.cast_unsigned()) << u32::BITS
}
