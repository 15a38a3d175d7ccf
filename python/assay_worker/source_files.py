"""Which files a Python worker loads: `python3 -m assay_worker.source_files --root FOLDER MODULE...`.

Follows imports through the text of modules, without running any. A MODULE is a dotted name below a root, or the path of
a .py file. Prints one JSON object: `files` (paths), `packages` (distributions by name, with their versions; null where
none is installed) and `unseen` (why there may be more, each as `[path, reason]`).
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from importlib.metadata import packages_distributions, version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# What imports a module by a name that is a value. The name may be written there all the same.
_IMPORTERS = {"import_module", "__import__"}
# What runs code from elsewhere.
_RUNNERS = {"spec_from_file_location", "run_module", "run_path", "exec"}


class SourceFiles:
    """The files of some modules and of all that these import, below some roots."""

    def __init__(self, roots: list[Path]) -> None:
        self._roots = [root.resolve() for root in roots]
        self._packages: set[str] = set()
        self.files: set[Path] = set()
        self.unseen: list[tuple[str, str]] = []

    def add(self, module: str) -> None:
        """Follows a module. Raises FileNotFoundError for one that is not there."""
        if module.endswith(".py"):
            path = Path(module).resolve()
            self._roots.append(path.parent)
            self._follow(path)
        elif not self._add_module(module):
            raise FileNotFoundError(f"there is no module {module} below {', '.join(map(str, self._roots))}")

    def packages(self) -> dict[str, str | None]:
        """Versions of the distributions that bring what is imported from elsewhere."""
        distributions = packages_distributions() if self._packages else {}
        found: dict[str, str | None] = {}
        for name in sorted(self._packages):
            for distribution in distributions.get(name, []):
                found[distribution] = version(distribution)
            if name not in distributions:
                found[name] = None
        return found

    def _add_module(self, name: str) -> bool:
        """Follows a module and the packages that hold it; false where its top is below no root."""
        parts = name.split(".")
        found = False
        for length in range(1, len(parts) + 1):
            path = self._path(parts[:length])
            if path is None:
                break
            found = True
            self._follow(path)
        if not found:
            self._packages.update({parts[0]} - sys.stdlib_module_names)
        return found

    def _path(self, parts: list[str]) -> Path | None:
        for root in self._roots:
            base = root.joinpath(*parts)
            for candidate in (base / "__init__.py", base.with_name(f"{base.name}.py")):
                if candidate.is_file():
                    return candidate.resolve()
        return None

    def _follow(self, path: Path) -> None:
        if path in self.files:
            return
        self.files.add(path)
        try:
            tree = ast.parse(path.read_bytes(), str(path))
        except SyntaxError as error:
            self.unseen.append((str(path), f"it cannot be read: {error.msg}"))
            return
        for node in _run_nodes(tree):
            self._follow_node(path, node)

    def _follow_node(self, path: Path, node: ast.AST) -> None:
        if isinstance(node, ast.Import):
            for alias in node.names:
                self._add_module(alias.name)
        elif isinstance(node, ast.ImportFrom):
            base = self._base(path, node)
            # What is imported from a package may be a module of it.
            if base and self._add_module(base):
                for alias in node.names:
                    self._add_module(f"{base}.{alias.name}")
        elif isinstance(node, ast.Call):
            self._follow_call(path, node)

    def _base(self, path: Path, node: ast.ImportFrom) -> str:
        """The dotted name that `from` names, with its dots resolved."""
        if node.level == 0:
            return node.module or ""
        folder = path.parent
        for _ in range(node.level - 1):
            folder = folder.parent
        root = next((root for root in self._roots if folder.is_relative_to(root)), None)
        parts = list(folder.relative_to(root).parts) if root else []
        return ".".join([*parts, *([node.module] if node.module else [])])

    def _follow_call(self, path: Path, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in _RUNNERS:
            self.unseen.append((str(path), f"{name}(...)"))
        elif name in _IMPORTERS:
            argument = node.args[0] if node.args else None
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                self._add_module(argument.value)
            else:
                self.unseen.append((str(path), f"{name}(...) of a name that is worked out"))


def _run_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those that only a type checker reads."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.If) and _is_for_types(child.test):
            for statement in child.orelse:
                yield statement
                yield from _run_nodes(statement)
        else:
            yield child
            yield from _run_nodes(child)


def _is_for_types(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", "")
    return name == "TYPE_CHECKING"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, action="append", default=[], help="where modules are sources; repeatable")
    parser.add_argument("modules", nargs="+")
    options = parser.parse_args()
    sources = SourceFiles(options.root)
    for module in options.modules:
        sources.add(module)
    found = {"files": sorted(map(str, sources.files)), "packages": sources.packages(), "unseen": sorted(sources.unseen)}
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
