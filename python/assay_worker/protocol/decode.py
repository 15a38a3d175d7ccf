from __future__ import annotations

import dataclasses
import types
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from assay_worker.protocol.protocol_error import ProtocolError

_T = TypeVar("_T")


@dataclasses.dataclass(frozen=True)
class AtLeast:
    """Bound of an annotated number, or of the length of an annotated list or text."""

    least: float

    def holds(self, value: Any) -> bool:
        return bool((len(value) if isinstance(value, (str, list)) else value) >= self.least)


def decode(value: object, kind: type[_T], place: str) -> _T:
    """A JSON value as a dataclass (camelCase names become snake_case), strictly: no field more, none of another type.

    Raises ProtocolError naming the place of the first fault.
    """
    decoded = _decode(value, kind, place)
    if not isinstance(decoded, kind):
        raise _wrong(place, kind.__name__, value)
    return decoded


def _decode(value: object, kind: Any, place: str) -> object:
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _decode_object(value, kind, place)
    origin = get_origin(kind)
    if origin is Annotated:
        return _decode_bounded(value, kind, place)
    if origin in (Union, types.UnionType):
        return _decode_union(value, get_args(kind), place)
    if origin is Literal:
        return _decode_literal(value, get_args(kind), place)
    if origin is list:
        return _decode_list(value, get_args(kind)[0], place)
    if origin is dict:
        return _decode_dict(value, get_args(kind)[1], place)
    return _decode_plain(value, kind, place)


def _decode_object(value: object, kind: type, place: str) -> object:
    members = _members(value, place)
    hints = get_type_hints(kind, include_extras=True)
    fields = {_camel(field.name): field for field in dataclasses.fields(kind)}
    unknown = sorted(members.keys() - fields.keys())
    if unknown:
        raise ProtocolError("shape", f"{place}: unknown field {', '.join(unknown)}")
    decoded = {}
    for name, field in fields.items():
        if name in members:
            decoded[field.name] = _decode(members[name], hints[field.name], f"{place}.{name}")
        elif field.default is dataclasses.MISSING:
            raise ProtocolError("shape", f"{place}.{name} is missing")
    return kind(**decoded)


def _decode_bounded(value: object, kind: Any, place: str) -> object:
    plain, bound = get_args(kind)
    decoded = _decode(value, plain, place)
    if not bound.holds(decoded):
        raise _wrong(place, f"{plain} of at least {bound.least}", value)
    return decoded


def _decode_union(value: object, kinds: tuple[Any, ...], place: str) -> object:
    """`None` or a thing; or objects that tell themselves apart by their literal field `kind` or `distribution`."""
    if value is None and type(None) in kinds:
        return None
    faults = []
    for kind in kinds:
        if kind is type(None):
            continue
        try:
            return _decode(value, kind, place)
        except ProtocolError as error:
            faults.append(str(error))
    raise ProtocolError("shape", "; or ".join(faults))


def _decode_literal(value: object, allowed: tuple[object, ...], place: str) -> object:
    if any(value == one and type(value) is type(one) for one in allowed):
        return value
    raise _wrong(place, " or ".join(repr(one) for one in allowed), value)


def _decode_list(value: object, kind: Any, place: str) -> list[object]:
    if not isinstance(value, list):
        raise _wrong(place, "a list", value)
    return [_decode(item, kind, f"{place}[{index}]") for index, item in enumerate(value)]


def _decode_dict(value: object, kind: Any, place: str) -> dict[str, object]:
    return {name: _decode(member, kind, f"{place}.{name}") for name, member in _members(value, place).items()}


def _decode_plain(value: object, kind: Any, place: str) -> object:
    if kind in (object, Any):
        return value
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not kind:
        raise _wrong(place, kind.__name__, value)
    return value


def _members(value: object, place: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _wrong(place, "an object", value)
    return value


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _wrong(place: str, wanted: str, value: object) -> ProtocolError:
    return ProtocolError("shape", f"{place} is no {wanted}: {value!r:.120}")
