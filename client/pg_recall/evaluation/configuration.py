"""What is compared: a choice of arms and a way to fuse them, written `arms[:fusion]`."""

from collections.abc import Sequence
from dataclasses import dataclass

ARMS = ("bm25", "vector", "names")
FUSIONS = ("score", "rrf")


@dataclass(frozen=True)
class Configuration:
    """Arguments of recall.search. `arms` None: the default arms; `fusion` None: the default fusion."""

    name: str
    arms: tuple[str, ...] | None = None
    fusion: str | None = None


def parse(text: str) -> Configuration:
    """Read `score`, `rrf`, `default`, `bm25`, `bm25+vector` or `bm25+vector:rrf`.

    Raises: ValueError naming what is known.
    """
    arms, _, fusion = text.partition(":")
    if not fusion and arms in FUSIONS:
        return Configuration(text, None, arms)
    if not fusion and arms == "default":
        return Configuration(text)
    chosen = tuple(arms.split("+"))
    if unknown := [arm for arm in chosen if arm not in ARMS]:
        raise ValueError(
            f"unknown arm {unknown[0]!r} in {text!r}: known are {', '.join(ARMS)}, score, rrf and default"
        )
    if fusion and fusion not in FUSIONS:
        raise ValueError(f"unknown fusion {fusion!r} in {text!r}: known are {', '.join(FUSIONS)}")
    return Configuration(text, chosen, fusion or None)


def standard(arms: Sequence[str], fusions: Sequence[str]) -> list[Configuration]:
    """The rows of a report: each arm alone, then all arms in each fusion."""
    return [
        *(Configuration(arm, (arm,)) for arm in arms),
        *(Configuration(name, None, name) for name in fusions),
    ]


def standard_pairs(configurations: Sequence[Configuration]) -> list[tuple[str, str]]:
    """Fused against words alone, and the two fusions against each other, as far as they are present."""
    names = {configuration.name for configuration in configurations}
    pairs = [("score", "bm25"), ("rrf", "bm25"), ("score", "rrf")]
    return [pair for pair in pairs if names.issuperset(pair)]
