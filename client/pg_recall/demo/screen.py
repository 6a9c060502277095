"""The demo's screen."""

import json
import re
from datetime import datetime

from rich.console import Console, Group
from rich.panel import Panel
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from pg_recall.demo.ask import Answer, Hit, Loaded
from pg_recall.demo.snippet import query_words, snippet
from pg_recall.program import program
from pg_recall.terminal import printable

SNIPPET_WIDTH = 260
ARM_NAMES = {"vector": "meaning", "bm25": "words", "names": "name"}


def opening(loaded: Loaded) -> Text:
    """One paragraph: what was loaded."""
    if loaded.added:
        done = f"{loaded.added} notes remembered in {loaded.seconds:.1f} s"
    else:
        done = f"all {loaded.duplicates} notes were there already ({loaded.seconds:.1f} s)"
    text = Text(
        "The notes of a ferry ticket team, January to June 2025, in English and Spanish: decisions,\n"
    )
    text.append("errors and their fixes, a conversation in a night of fog, a handbook. ")
    text.append(done + ".", style="bold")
    return text


def answer(found: Answer, number: int, of: int) -> Panel:
    """One question with its hits and why each was found."""
    question = found.question
    title = Text.assemble((f" {number}/{of}  ", "dim"), (question.question, "bold cyan"), " ")
    lines: list[Text | Table] = [Text(_bounds(found) or question.shows, style="italic dim")]
    lines.append(_hits(found) if found.hits else Text("nothing found", style="yellow"))
    search_ms = max(found.total_ms - found.embedding_ms, 0)
    timing = f" embedding {found.embedding_ms:.0f} ms + search {search_ms:.0f} ms "
    return Panel(Group(*lines), title=title, title_align="left", subtitle=timing, subtitle_align="right")


def what_next(console: Console, dsn: str) -> None:
    """What to type next, for psql, the shell and an agent."""
    console.print(Text("\nnow you:", style="bold"))
    _block(
        console, "in the shell", f"{program()} search --project demo 'who has the keys of the school?'", "bash"
    )
    sql = "select rank, content, arms from recall.search('fog', project => 'demo', max_results => 3);"
    _block(console, f'in SQL  (psql "{dsn}", or: {program()} psql)', sql, "sql")
    config = json.dumps({"mcpServers": {"recall": {"command": program(), "args": ["mcp"]}}})
    _block(console, "for an agent, in its MCP configuration", config, "json")


def _hits(found: Answer) -> Table:
    table = Table(show_header=False, box=None, padding=(0, 1), expand=True)
    table.add_column(justify="right", style="bold", width=2)
    table.add_column(ratio=1)
    for hit in found.hits:
        body = Text()
        body.append(printable(_heading(hit)), style="green")
        body.append("\n")
        body.append_text(_highlighted(hit.content, found.question.question))
        body.append("\n")
        body.append(printable(_why(hit)), style="dim")
        table.add_row(str(hit.rank), body)
    return table


def _heading(hit: Hit) -> str:
    day = f"{hit.when:%d %b %Y}" if isinstance(hit.when, datetime) else ""
    who = hit.speaker or hit.entity or ""
    return "  ".join(part for part in (day, who) if part)


def _highlighted(content: str, query: str) -> Text:
    text = Text(printable(snippet(content, query, SNIPPET_WIDTH)))
    words = query_words(query)
    if words:
        text.highlight_regex(r"(?i)\b(" + "|".join(map(re.escape, words)) + r")\w*", "bold yellow")
    return text


def _why(hit: Hit) -> str:
    """`found by meaning #1, words #3`: the place each arm gave it."""
    placed = sorted((found["rank"], arm) for arm, found in hit.arms.items() if found["score"] > 0)
    names = [f"{ARM_NAMES.get(arm, arm)} #{rank}" for rank, arm in placed]
    why = "found by " + ", ".join(names) if names else "found"
    if missing := hit.flags.get("degraded"):
        why += "; without " + ", ".join(
            f"{ARM_NAMES.get(arm, arm)} ({reason})" for arm, reason in missing.items()
        )
    return why


def _bounds(found: Answer) -> str:
    question = found.question
    if not question.after or not question.before:
        return ""
    return f"{question.shows}\nafter => '{question.after[:10]}', before => '{question.before[:10]}'"


def _block(console: Console, label: str, code: str, language: str) -> None:
    console.print(Text(f"  {label}", style="dim"))
    console.print(Syntax(code, language, background_color="default", word_wrap=True, padding=(0, 4)))
