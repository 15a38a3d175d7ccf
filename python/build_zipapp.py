"""Makes the worker one file, `python3 build_zipapp.py assay-worker.pyz`, that `python3 assay-worker.pyz` runs.

The same sources make the same bytes.
"""

from __future__ import annotations

import argparse
import zipfile
from pathlib import Path

_PACKAGE = Path(__file__).parent / "assay_worker"
_SHEBANG = b"#!/usr/bin/env python3\n"


def build(target: Path) -> None:
    """Writes the archive: the package, and its `__main__` once more where Python looks for it."""
    with target.open("wb") as file:
        file.write(_SHEBANG)
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for source in sorted(_PACKAGE.rglob("*.py")):
                _add(archive, source.relative_to(_PACKAGE.parent).as_posix(), source)
            _add(archive, "__main__.py", _PACKAGE / "__main__.py")
    target.chmod(0o755)


def _add(archive: zipfile.ZipFile, name: str, source: Path) -> None:
    # An entry without the file's own time and mode.
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, source.read_bytes())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", type=Path)
    build(parser.parse_args().target)
