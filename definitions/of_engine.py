"""The records that the native engine hands to Python: definitions/engine.toml."""

from __future__ import annotations

from writing import Table, docstring, ident, note, rust_doc, sentence


def python_records(engine: Table) -> str:
    """pgnfen/engine_records.py"""
    return f'''"""The records that the native engine hands over: pgnfen/_native.pyi says which of its functions do."""

{note("#", "engine")}
from typing import NamedTuple
{"".join(_python(name, record) for name, record in engine.items())}'''


def _fields(record: Table) -> dict[str, list[str]]:
    return {name: field for name, field in record.items() if name != "says"}


def _python(name: str, record: Table) -> str:
    fields = "".join(
        f"    {field}: {of}\n{docstring(sentence(says), '    ') if says else ''}"
        for field, (of, _, says) in _fields(record).items()
    )
    return f"\n\nclass {name}(NamedTuple):\n{docstring(record['says'], '    ')}\n{fields}"


def rust_records(engine: Table) -> str:
    """native/src/engine_records.rs"""
    return f"""{note("//", "engine")}//! The records that Python is handed: named tuples of pgnfen.engine_records.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{{PyBytes, PyTuple}};
use pyo3::IntoPyObjectExt;

/// A record of these fields.
fn made<'py, const N: usize>(
    py: Python<'py>,
    class: &PyOnceLock<Py<PyAny>>,
    name: &str,
    fields: [Bound<'py, PyAny>; N],
) -> PyResult<Bound<'py, PyAny>> {{
    static NEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let class = class.get_or_try_init(py, || {{
        PyResult::Ok(py.import("pgnfen.engine_records")?.getattr(name)?.unbind())
    }})?;
    let new = NEW.get_or_try_init(py, || PyResult::Ok(py.get_type::<PyTuple>().getattr("__new__")?.unbind()))?;
    new.bind(py).call1((class.bind(py), PyTuple::new(py, fields)?))
}}
{"".join(_rust(name, record) for name, record in engine.items())}"""


def _rust(name: str, record: Table) -> str:
    fields = _fields(record)
    life = "<'py>" if any("'py" in of for _, of, _ in fields.values()) else ""
    declared = "".join(
        f"{rust_doc(sentence(says) if says else 'See its name.', '    ')}    pub {field}: {of},\n"
        for field, (_, of, says) in fields.items()
    )
    made = "".join(f"            self.{field}.into_bound_py_any(py)?,\n" for field in fields)
    return f'''
{rust_doc(record["says"])}pub struct {name}{life} {{
{declared}}}

impl<'py> IntoPyObject<'py> for {name}{life} {{
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {{
        static {ident(name)}: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        made(py, &{ident(name)}, "{name}", [
{made}        ])
    }}
}}
'''
