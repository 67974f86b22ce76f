"""Executes the notebooks from clean kernels and writes them back, outputs and all.

Usage: python execute.py [NOTEBOOK...]

Without names it executes all, and makes their datasets anew, in runs/ beside
them. What depends on the machine or the moment (times, paths, versions of the
interpreter) is left out, so that the same rows give the same file.
"""

import os
import shutil
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

HERE = Path(__file__).resolve().parent
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def execute(path):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=600, kernel_name="python3", record_timing=False, coalesce_streams=True,
                   extra_arguments=["--log-level=ERROR"], resources={"metadata": {"path": str(HERE)}}).execute()
    notebook.metadata = nbformat.from_dict(METADATA)  # without the states of widgets
    for cell in notebook.cells:
        cell.metadata = {}
        if "outputs" in cell:  # bars of progress are for people
            cell.outputs = [o for o in cell.outputs if "application/vnd.jupyter.widget-view+json" not in o.get("data", {})]
        for output in cell.get("outputs", []):
            if output.output_type == "stream" and output.name == "stderr":
                raise ValueError(f"{path.name}: a cell wrote to stderr: {output.text[:500]}")
    text = nbformat.writes(notebook, indent=1) + "\n"
    for private in {str(HERE.parents[1]), str(Path.home()), sys.prefix}:
        if len(private) > 1 and private in text:
            raise ValueError(f"{path.name}: the output names a folder of this machine, {private}")
    changed = text != path.read_text()
    path.write_text(text)
    return changed


def main(names):
    # The kernels take the package from this source tree, and the package the program from bin/.
    os.environ["PYTHONPATH"] = str(HERE.parent / "python")
    os.environ["OMP_NUM_THREADS"] = "1"  # sums of several threads depend on their number
    if not names:
        shutil.rmtree(HERE / "runs", ignore_errors=True)
    for path in [Path(n) for n in names] or sorted(HERE.glob("*.ipynb")):
        begin = time.monotonic()
        try:
            changed = execute(path)
        except (CellExecutionError, ValueError) as error:
            sys.exit(f"execute.py: {path.name}: {error}")
        print(f"{path.name}: executed in {time.monotonic() - begin:.0f} s, outputs {'changed' if changed else 'as before'}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
