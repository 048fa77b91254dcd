"""The sentences of the commands that belong to no game; a game's own are on its board."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = (
    "Type a move as it is written, or the number it has in the list of moves. And at any time:",
    "  help: this text; board: the board again; moves: all your moves, numbered; log: all you know that happened;",
    "  quit (or the end of input, or Ctrl-C): leave, with a record from which the game can go on.",
)
WHICH_GAME: Final = "Which game? Type its number or its name."
NO_SUCH_GAME: Final = "There is no such game in the list."
NOTHING_PLAYED: Final = "Nothing was played. Good-bye."
SINCE: Final = "What happened:"
LOG: Final = "All you know that happened:"
LIST: Final = "Your moves, each with its number:"
SILENCE: Final = "Nothing yet."
AGAIN: Final = "Nothing was changed; try again."
TOO_LONG: Final = "That line is too long for a move."
OVER_ALREADY: Final = "This game is over already."
LEAVING: Final = "You leave the table."
RECORD_FOLLOWS: Final = (
    "Here is the record so far. Careful: it holds everybody’s secrets, so do not read it if you want to go on."
)
REMOTE_COMMANDS: Final = (
    "At a table of a server also: say TEXT; vote wait, end, pause, resume or none. Leaving keeps your seat.",
)
VOTES: Final = ("wait", "end", "pause", "resume", "none")
NOBODY: Final = "(free)"
NOT_YET: Final = "It is not your turn now."
LINE_BROKE: Final = "The line to the house broke; trying again …"
HOW_TO_CLOSE: Final = "Ctrl-C closes it; tables and games are kept."
CURTAIN: Final = "=== curtain " + "=" * 48


def welcome(title: str, options: dict[str, str], people: list[str], bots: list[str]) -> list[str]:
    words = (key if value == "true" else f"{key} {value}" for key, value in options.items() if value != "false")
    rules = ", ".join(words).replace("_", " ")
    table = f"{title} ({rules})." if rules else f"{title}."
    against = f" against the bots {', '.join(bots)}" if bots else ""
    return [
        f"{table} At the table: {', '.join(people)}{against}.",
        "Type «help» for the rules and for what you can type.",
    ]


def to_decide(name: str, question: str, pattern: str) -> str:
    return f"{name}, {question}: {pattern}"


def hand_over(name: str) -> str:
    return f"The screen is for {name} alone now. {name}, press Enter when nobody else is looking. "


def how_to_resume(command: str, *, printed: bool) -> str:
    save = (
        "To go on later, save the lines from «game:» to the last move in a file, and type" if printed else "Go on with"
    )
    return f"{save}: {command}"


def record_is_in(file: str) -> str:
    return f"The record is in {file}; it holds everybody’s secrets."


def cannot_keep(file: str, reason: str) -> str:
    return f"The record cannot be written to {file} any more ({reason}); the game goes on without."


def just_the_number(pattern: str) -> str:
    return f"{pattern} (the number alone will do)"


def or_its_number(pattern: str) -> str:
    return f"{pattern} (or its number from «moves»)"


def no_such_number(first: int, last: int) -> str:
    return f"There is no move of that number; they go from {first} to {last}."


def ranked(place: int, name: str, wealth: int, *, winner: bool) -> str:
    return f"  {place}. {name}: {wealth:,}{', winner' if winner else ''}"


def ranking_title(*, over: bool) -> str:
    return "Ranking:" if over else "The game is not over. So far:"


def house_is_open(address: str) -> str:
    return f"The house is open: {address}"


def cannot_listen(host: str, port: int, reason: str) -> str:
    return f"cannot listen on {host}, port {port}: {reason}"


def few_sockets(room: int) -> str:
    return f"this system lets a process open few files, so there is room for {room} sockets; `ulimit -n` allows more"


def no_database(reason: str) -> str:
    return f"the database cannot be used: {reason}"


def at_the_table(name: str, code: str, origin: str) -> str:
    return f"You are {name} at table {code} of {origin}. Type «help» for the rules and for what you can type."


def share(link: str) -> str:
    return f"For others to join: {link}"


def waiting_for(names: list[str]) -> str:
    return f"At the table: {', '.join(names)}."


def said(name: str, text: str) -> str:
    return f"{name}: {text}"


def record_at(address: str) -> str:
    return f"The game is over. Its record: {address}"


def seat_is_kept(link: str) -> str:
    return f"You leave; your seat is kept. Come back with: bluffhouse terminal --join {link}"


def no_socket(status: int) -> str:
    return f"the house does not let this terminal in (status {status})"


def which_votes() -> str:
    return f"You can vote {', '.join(VOTES)}."
