//! From a layout's YAML to what it says (`model`). serde_yaml does not leave this module.

pub mod model;
