"""`pgnfen lsp`, asked by a client as editors ask it."""

from __future__ import annotations

import asyncio
import base64
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

pytest_lsp = pytest.importorskip("pytest_lsp")
from lsprotocol import types  # noqa: E402

ROOT = Path(__file__).parent.parent.parent
FAULTY = """[Event "é \U0001f600"]
[White "Réti"]
[Black "Tartakower"]
[Result "1-0"]
[FEN "4k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1"]
[SetUp "1"]

1. Kd2 {4k2r/8/8/8/8/8/3K4/8 b k - 1 1}
(1. Ke2 Kd8
2. Kd3) 1... O-O 2. Ke3 1-0

"""
UNSET = '[White "é \U0001f600"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd2 *\n\n'
PLAIN = '[White "A"]\n[Black "B"]\n[Result "*"]\n[Date "2020.01.02"]\n\n1. e4 e5 *\n\n'


def capabilities(markdown: bool = True, images: bool = False, lazy: bool = False, encoding: str = "utf-16") -> Any:
    """What an editor says that it can."""
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    resolve = types.ClientCodeActionResolveOptions(properties=["edit"]) if lazy else None
    return types.ClientCapabilities(
        general=types.GeneralClientCapabilities(
            position_encodings=[encoding],
            markdown=types.MarkdownClientCapabilities("any", allowed_tags=["img"] if images else []),
        ),
        text_document=types.TextDocumentClientCapabilities(
            hover=types.HoverClientCapabilities(content_format=[kind]),
            code_action=types.CodeActionClientCapabilities(resolve_support=resolve),
        ),
    )


@pytest_lsp.fixture(config=pytest_lsp.ClientServerConfig([sys.executable, "-m", "pgnfen", "lsp", "--no-config"]))
async def client(lsp_client: pytest_lsp.LanguageClient) -> AsyncIterator[None]:
    yield
    await lsp_client.shutdown_session()


class Session:
    """A client with one document, whose edits it does itself as well."""

    def __init__(self, client: Any, text: str, name: str = "games.pgn") -> None:
        self.client, self.uri, self.text, self.version = client, f"file:///nowhere/{name}", text, 1

    async def begin(self, **can: Any) -> list[types.Diagnostic]:
        await self.client.initialize_session(types.InitializeParams(capabilities=capabilities(**can)))
        item = types.TextDocumentItem(self.uri, "pgn", 1, self.text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return await self.told()

    async def told(self) -> list[types.Diagnostic]:
        await asyncio.wait_for(self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), 30)
        return list(self.client.diagnostics[self.uri])

    def place(self, text: str, add: int = 0) -> types.Position:
        """Where a text stands, in UTF-16."""
        at = self.text.index(text) + add
        line = self.text.count("\n", 0, at)
        before = self.text[self.text.rfind("\n", 0, at) + 1 : at]
        return types.Position(line, len(before.encode("utf-16-le")) // 2)

    async def replace(self, old: str, new: str) -> list[types.Diagnostic]:
        start, end = self.place(old), self.place(old, len(old))
        self.version += 1
        self.text = self.text.replace(old, new, 1)
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri),
                [types.TextDocumentContentChangePartial(types.Range(start, end), new)],
            )
        )
        return await self.told()

    async def hover(self, text: str, add: int = 0) -> str:
        found = await self.client.text_document_hover_async(types.HoverParams(self.id, self.place(text, add)))
        return found.contents.value if found else ""

    @property
    def id(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    async def actions(self, at: types.Position, only: list[str] | None = None) -> list[types.CodeAction]:
        context = types.CodeActionContext([], only=only)
        params = types.CodeActionParams(self.id, types.Range(at, at), context)
        return list(await self.client.text_document_code_action_async(params) or [])

    def applied(self, edit: types.WorkspaceEdit) -> str:
        """The text after an edit."""
        lines = [line.encode("utf-16-le") for line in self.text.split("\n")]

        def offset(at: types.Position) -> int:
            return sum(len(line) + 2 for line in lines[: at.line]) + 2 * at.character

        data = self.text.encode("utf-16-le")
        for one in sorted(edit.changes[self.uri], key=lambda one: offset(one.range.start), reverse=True):
            data = data[: offset(one.range.start)] + one.new_text.encode("utf-16-le") + data[offset(one.range.end) :]
        return data.decode("utf-16-le")


def codes(found: list[types.Diagnostic]) -> list[str]:
    return sorted(str(one.code) for one in found)


@pytest.mark.asyncio
async def test_diagnostics_as_one_types(client: Any) -> None:
    session = Session(client, PLAIN + FAULTY + PLAIN)
    found = await session.begin()
    assert "C102" in codes(found) and all(one.source == "pgnfen" for one in found)
    [first, *_] = [one for one in found if one.code == "C102"]
    assert first.range.start.line == PLAIN.count("\n") + 4
    line = session.text.split("\n")[first.range.start.line]
    assert line[first.range.start.character : first.range.end.character] == "KQkq"
    assert first.severity == types.DiagnosticSeverity.Error
    assert codes(await session.replace("KQkq", "k")) == []
    assert codes(await session.replace("O-O", "Qh9")) != []
    assert codes(await session.replace("Qh9", "O-O")) == []
    assert codes(await session.replace('[Black "B"]', "[Black B]")) != []


@pytest.mark.asyncio
async def test_hover_shows_rules_and_boards(client: Any) -> None:
    session = Session(client, FAULTY)
    await session.begin()
    fen = await session.hover("KQkq", 1)
    assert "**C102" in fen and "Example:" in fen and "8  . . . . ♚ . . ♜" in fen
    move = await session.hover("1... O-O", 6)
    assert move.startswith("**1... O-O**") and "8  . . . . . ♜ ♚ ." in move
    assert "`5rk1/8/8/8/8/8/3K4/8 w - - 2 2`" in move
    variation = await session.hover("2. Kd3", 4)
    assert "`3k3r/8/8/8/8/3K4/8/8 b - - 3 2`" in variation
    declared = await session.hover("4k2r/8/8/8/8/8/3K4/8", 3)
    assert declared.startswith("**declared position**")
    assert await session.hover("Réti") == ""


@pytest.mark.asyncio
async def test_boards_as_images(client: Any) -> None:
    session = Session(client, FAULTY)
    await session.begin(images=True)
    [data] = re.findall(r"data:image/svg\+xml;base64,([^)]+)\)", await session.hover("1... O-O", 6))
    assert base64.b64decode(data).startswith(b"<svg ")


@pytest.mark.asyncio
async def test_plain_text_for_clients_without_markdown(client: Any) -> None:
    session = Session(client, FAULTY)
    await session.begin(markdown=False)
    assert "**" not in await session.hover("1... O-O", 6)


@pytest.mark.asyncio
async def test_fixes(client: Any) -> None:
    text = UNSET + FAULTY + UNSET
    session = Session(client, text)
    await session.begin()
    [one, game, whole] = await session.actions(session.place("[FEN"))
    with_setup = text.replace("[FEN", '[SetUp "1"]\n[FEN', 1)
    assert one.title.startswith("Fix S101") and one.is_preferred and one.diagnostics[0].code == "S101"
    assert session.applied(one.edit) == with_setup
    assert game.title == "Make all safe fixes in this game" and session.applied(game.edit) == with_setup
    assert whole.title == "Make all safe fixes in the file"
    fixed = (UNSET + FAULTY + UNSET).replace("\n[FEN \"4k3", '\n[SetUp "1"]\n[FEN "4k3')
    assert session.applied(whole.edit) == fixed
    assert [each.title for each in await session.actions(session.place("[FEN"), ["source.fixAll"])] == [whole.title]
    guess, *_ = await session.actions(session.place("KQkq"))
    assert guess.title == "Fix C102 right-without-rook: k (unsafe: a guess)" and not guess.is_preferred
    assert session.applied(guess.edit) == text.replace("KQkq", "k")


@pytest.mark.asyncio
async def test_edit_when_the_action_is_chosen(client: Any) -> None:
    session = Session(client, UNSET)
    await session.begin(lazy=True)
    [whole] = await session.actions(session.place("FEN"), ["source.fixAll"])
    assert whole.edit is None
    whole = await client.code_action_resolve_async(whole)
    assert session.applied(whole.edit) == UNSET.replace("[FEN", '[SetUp "1"]\n[FEN')


@pytest.mark.asyncio
async def test_symbols_and_folding(client: Any) -> None:
    session = Session(client, PLAIN + FAULTY)
    await session.begin()
    found = await client.text_document_document_symbol_async(types.DocumentSymbolParams(session.id))
    assert [(one.name, one.detail) for one in found] == [("A - B", "*, 2020.01.02"), ("Réti - Tartakower", "1-0")]
    assert found[1].range.start == types.Position(PLAIN.count("\n"), 0)
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(session.id))
    first = PLAIN.count("\n")
    of_second = [fold for fold in folds if fold.start_line >= first]
    lines = {(fold.start_line - first, fold.end_line - first, fold.kind) for fold in of_second}
    assert lines == {(0, 9, None), (0, 5, "region"), (8, 9, None)}


@pytest.mark.asyncio
async def test_definition(client: Any) -> None:
    session = Session(client, FAULTY)
    await session.begin()

    async def target(text: str) -> types.Position | None:
        params = types.DefinitionParams(session.id, session.place(text, 2))
        found = await client.text_document_definition_async(params)
        return found.range.start if found else None

    assert await target("4k2r/8/8/8/8/8/3K4/8") == session.place("1. Kd2", 3)
    assert await target('[FEN "') == session.place("1. Kd2", 3)
    assert await target("Tartakower") is None


@pytest.mark.asyncio
async def test_completion(client: Any) -> None:
    text = '[Whi\n[FEN "4k2r/8/8/8/8/8/8/R3K3 w \n'
    session = Session(client, text)
    await session.begin()

    async def labels(at: types.Position) -> list[str]:
        found = await client.text_document_completion_async(types.CompletionParams(session.id, at))
        return [one.label for one in found.items]

    names = await labels(types.Position(0, 4))
    assert {"White", "FEN", "SetUp", "WhiteElo"} <= set(names)
    assert await labels(types.Position(1, 31)) == ["Qk", "Q", "k", "-"]
    assert await labels(types.Position(2, 0)) == []


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ["mates.epd", "starts.fen"])
async def test_records(client: Any, name: str) -> None:
    text = "# mates\n4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1\n4k3/8/8/8/8/8/8/4K3 w K - 0 1\n"
    session = Session(client, text, name)
    found = await session.begin()
    assert codes(found) == ["C102"] and found[0].range.start == types.Position(2, 22)
    assert "**position**" in await session.hover("4k2r")
    [fix, *_] = await session.actions(types.Position(2, 22))
    assert session.applied(fix.edit).splitlines()[2] == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(session.id))
    assert [one.detail for one in symbols] == ["record 1", "record 2"]
    assert codes(await session.replace("w K -", "w - -")) == []


@pytest.mark.asyncio
async def test_rules_of_the_whole_file(client: Any) -> None:
    """They are asked behind a pause, and of what has been typed."""
    record = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n"
    session = Session(client, record * 3 + "3rk2r/8/8/8/8/8/8/4K3 w kq - 0 9\n", "starts.fen")
    found = await session.begin()
    while "N106" not in codes(found):
        found = await session.told()
    assert {one.range.start.line for one in found} == {3}
    found = await session.replace("w kq", "w k")
    while "N106" in codes(found):
        found = await session.told()
