"""Where sentences end, in Latin and in CJK punctuation."""

import regex

# A full stop after these, or after a single letter, belongs to the word.
_ABBREVIATIONS = (
    r"mr|mrs|ms|dr|prof|sr|sra|jr|st|vs|e\.g|i\.e|cf|nr|vol|pp|approx"
    r"|bzw|z\.b|d\.h|p\.ej|p\.ex|pág|núm|mme|mlle|dott"
)
_LINES = r"(?: \n++ (?: [^\S\n]*+ \n++ )*+ )"
# A run of stops is looked at once, from its first: a million dots must not take a million looks each.
_END = regex.compile(
    rf"""
    (?:
        (?: (?<! [.!?…] ) (?<! (?i: \b (?: {_ABBREVIATIONS} ) ) ) (?<! \b \p{{L}} ) \. | (?<! [.!?…] ) [!?…] )
        [.!?…]*+ ["'”’»)\]]*+ (?= \s )
        | [。！？｡]++ ["'”’»」』）)\]]*+
    ) [^\S\n]*+ {_LINES}?+
    | {_LINES}
    """,
    regex.VERBOSE,
)


def ends(text: str) -> list[int]:
    """Positions after which a sentence or line begins, ascending, and len(text); none in an empty text.

    The blanks after a sentence belong to it. A line end always ends a sentence.
    """
    found = _found(text)
    if text and (not found or found[-1] != len(text)):
        found.append(len(text))
    return found


def cut(text: str, limit: int) -> str:
    """The beginning of a text in at most `limit` >= 0 characters, with no blank at its end.

    Whole sentences where they fill half of it, else whole words where they do, else `limit` characters.
    """
    if len(text) <= limit:
        return text
    # One more character than fits shows whether a word or a sentence ends just at the limit.
    window = text[: limit + 1]
    blank = max(window.rfind(" "), window.rfind("\n"))
    for end in (*reversed(_found(window)), blank):
        kept = window[:end].rstrip()
        if limit <= 2 * len(kept) <= 2 * limit:
            return kept
    return window[:limit].rstrip()


def _found(text: str) -> list[int]:
    return [match.end() for match in _END.finditer(text)]
