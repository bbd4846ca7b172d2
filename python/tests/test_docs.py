"""The code of the documentation runs."""

from conftest import ROOT, run_page


def test_the_page_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    run_page("python.md", least=8)
