//! Writes the functions of a module, with the tables that they read.

use super::body::Body;
use super::{Function, NTH_BIT, Native, helper_name};
use crate::ir::{Helper, Module, Routine};
use crate::program::Program;
use crate::program::ids::UnitId;
use crate::tabletop::ids::IdVec;
use crate::vm::state::Parts;
use cranelift_codegen::ir::{AbiParam, Signature, UserFuncName, types};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Linkage, Module as _};
use std::collections::HashMap;

#[derive(Default)]
pub(super) struct Tables {
    pub(super) nums: Vec<Box<[i32]>>,
    pub(super) words: Vec<Box<[u64]>>,
}

impl Tables {
    pub(super) fn nums(&mut self, table: &[i32]) -> i64 {
        let known = self.nums.iter().position(|known| **known == *table).unwrap_or_else(|| {
            self.nums.push(table.into());
            self.nums.len() - 1
        });
        self.nums[known].as_ptr() as i64
    }

    pub(super) fn words(&mut self, table: Vec<u64>) -> i64 {
        let known = self.words.iter().position(|known| **known == *table).unwrap_or_else(|| {
            self.words.push(table.into());
            self.words.len() - 1
        });
        self.words[known].as_ptr() as i64
    }
}

/// Writes functions.
pub(super) struct Writer<'p> {
    pub(super) program: &'p Program,
    pub(super) module: &'p Module,
    pub(super) jit: JITModule,
    pub(super) tables: Tables,
    pub(super) functions: IdVec<UnitId, FuncId>,
    tallies: Vec<FuncId>,
    pub(super) helpers: HashMap<String, FuncId>,
    nth_bit: FuncId,
    pub(super) shared: FunctionBuilderContext,
}

impl<'p> Writer<'p> {
    pub(super) fn new(
        program: &'p Program,
        module: &'p Module,
        mut jit: JITModule,
    ) -> Option<Self> {
        let pointer = types::I64;
        let convention = CallConv::triple_default(jit.isa().triple());
        let signature = |parameters: &[types::Type], result| {
            let mut signature = Signature::new(convention);
            signature.params.extend(parameters.iter().map(|&of| AbiParam::new(of)));
            signature.returns.push(AbiParam::new(result));
            signature
        };
        let of_unit = signature(&[pointer, types::I32, pointer], types::I32);
        let of_helper = signature(&[pointer, types::I32, types::I32, types::I32], types::I64);
        let mut functions = Vec::new();
        for unit in module.routines.ids() {
            let name = format!("unit{}", unit.index());
            functions.push(jit.declare_function(&name, Linkage::Local, &of_unit).ok()?);
        }
        let mut tallies = Vec::new();
        for number in 0..module.tallies.len() {
            let name = format!("tally{number}");
            tallies.push(jit.declare_function(&name, Linkage::Local, &of_unit).ok()?);
        }
        let mut helpers = HashMap::new();
        for name in Helper::ALL.iter().map(|&helper| helper_name(helper)) {
            let id = jit.declare_function(&name, Linkage::Import, &of_helper).ok()?;
            helpers.insert(name, id);
        }
        let of_bits = signature(&[types::I64, types::I32], types::I32);
        let nth_bit = jit.declare_function(NTH_BIT, Linkage::Import, &of_bits).ok()?;
        Some(Writer {
            program,
            module,
            jit,
            tables: Tables::default(),
            functions: functions.into(),
            tallies,
            helpers,
            nth_bit,
            shared: FunctionBuilderContext::new(),
        })
    }

    /// Writes the functions of all units and tallies.
    pub(super) fn all(&mut self) -> Option<()> {
        let module = self.module;
        for unit in module.routines.ids() {
            let words = self.program.units[unit].words.into();
            self.function(self.functions[unit], &module.routines[unit], words)?;
        }
        for (number, tally) in module.tallies.iter().enumerate() {
            self.function(self.tallies[number], &tally.routine, 0)?;
        }
        Some(())
    }

    fn function(&mut self, id: FuncId, routine: &Routine, frame_words: usize) -> Option<()> {
        let mut context = self.jit.make_context();
        context.func.signature = self.jit.declarations().get_function_decl(id).signature.clone();
        context.func.name = UserFuncName::user(0, id.as_u32());
        let mut builder = FunctionBuilder::new(&mut context.func, &mut self.shared);
        let me = builder.declare_var(types::I32);
        let mut body = Body {
            program: self.program,
            routine,
            words: self.program.memory.set_words,
            nums: Parts::of(&self.program.memory).nums,
            frame_words,
            jit: &mut self.jit,
            tables: &mut self.tables,
            functions: &self.functions,
            helpers: &self.helpers,
            nth_bit: self.nth_bit,
            called: HashMap::new(),
            b: builder,
            variables: IdVec::default(),
            blocks: IdVec::default(),
            frame: None,
            locals_at: 0,
            exits: HashMap::new(),
            base: None,
            me,
        };
        body.write();
        body.b.finalize();
        self.jit.define_function(id, &mut context).ok()?;
        self.jit.clear_context(&mut context);
        Some(())
    }

    pub(super) fn finish(mut self) -> Option<Native> {
        self.jit.finalize_definitions().ok()?;
        let function = |&id: &FuncId| {
            let code = self.jit.get_finalized_function(id);
            // SAFETY: the code was written with this signature.
            unsafe { std::mem::transmute::<*const u8, Function>(code) }
        };
        let functions = self.functions.iter().map(function).collect::<Vec<_>>().into();
        let tallies = self.tallies.iter().map(function).collect();
        Some(Native { functions, tallies, module: Some(self.jit), _tables: self.tables })
    }
}
