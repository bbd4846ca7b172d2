"""The notebooks that come as examples run, and show what they should."""

import pytest

from conftest import ROOT

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
pytest.importorskip("pandas")

EXAMPLES = ROOT / "python" / "examples"


def run(notebook):
    """The outputs of all cells, by what kind they are of."""
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [
        {**output.get("data", {}), "text": output.get("text", ""), "kind": output.output_type}
        for cell in cells
        for output in cell.outputs
    ]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_examples(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "they are kept without outputs"
    outputs = run(notebook)
    pages = [one["text/html"] for one in outputs if "text/html" in one]
    assert any("&lt;svg" in page for page in pages), "a report shows itself with its charts"
    assert any("dataframe" in page for page in pages)
    assert not any(one["kind"] == "stream" and "error" in one["text"].lower() for one in outputs)


LONG = """
import cardrun
from cardrun import _progress
_progress.FIRST = _progress.OFTEN = 0.0
game = cardrun.Game.load("GAME")
report = game.sim(2_000_000)
"""


def test_a_long_run_tells_how_far_it_is_in_one_place():
    code = LONG.replace("GAME", (ROOT / "games" / "alkekan.yaml").as_posix())
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    [shown] = run(notebook)
    assert shown["kind"] == "display_data"
    # What is kept is what was shown last.
    assert "<progress" in shown["text/html"] and shown["text/plain"].startswith("100 %")
    assert shown["text/plain"].count("2,000,000") == 2
