//! From a rules text to what was written (`ast`). Names are not looked up here, and pest does not leave this module.

pub mod ast;
