"""The server: what a client sends, given to the rest of this room, and what it answers.

All work is done in one thread, in pieces of milliseconds: what is typed is answered between two of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import to_fs_path

from pgnfen.audit.catalog import choose
from pgnfen.audit.finding import Remark
from pgnfen.errors import PgnfenError
from pgnfen.lsp import completion, hover, outline
from pgnfen.lsp.checks import Checker, Settings, diagnostics
from pgnfen.lsp.fixes import Fixes, TextEdit
from pgnfen.lsp.moves import GameView
from pgnfen.lsp.parts import Changed, Document, Found, Place
from pgnfen.lsp.units import ENCODINGS, Encoding, Position, encoded
from pgnfen.pgn.records import is_record_file
from pgnfen.report.terminal_text import printable
from pgnfen.version import __version__

AT_ONCE = 1 << 18
"""Bytes of games that are audited before an edit is answered; of more the rest follows."""
PAUSE = 0.3
"""Seconds without an edit, behind which the file as a whole is looked at."""
_MOST_GAMES = 8  # whose fixes are offered at once
FIX_FILE = types.CodeActionKind.SourceFixAll.value + ".pgnfen"
SettingsOf = Callable[[str], Settings]
"""The settings that hold for a file of that name."""


class Open:
    """A document that a client has open."""

    def __init__(self, uri: str, version: int, document: Document, settings: Settings) -> None:
        self.uri, self.version, self.document = uri, version, document
        self.checker, self.fixes = Checker(settings), Fixes(settings)
        self.of_file: list[tuple[int, Remark]] = []
        self.focus: int | None = None
        self.saved = True  # and the file as a whole is to be looked at, however large it is
        self.task: asyncio.Task[None] | None = None

    def apply(self, change: types.TextDocumentContentChangeEvent) -> Changed:
        """Do an edit."""
        document = self.document
        if isinstance(change, types.TextDocumentContentChangePartial):
            start, end = (
                document.offset_of(Position(at.line, at.character)) for at in (change.range.start, change.range.end)
            )
            return document.edit(start, max(start, end), encoded(change.text))
        return document.edit(0, document.size, encoded(change.text))

    def view(self, place: Place) -> GameView:
        """A game of it."""
        return GameView(self.document.block(place), self.checker.auditor)


class Protocol(LanguageServerProtocol):
    """pygls's, but for the texts: it would hold each as one string, and copy that at every keystroke."""

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """A document is opened."""
        self.server.opened(params.text_document)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """A document is edited."""
        self.server.changed(params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """A document is closed."""
        self.server.closed(params.text_document.uri)

    @property
    def server(self) -> Server:
        """The server that this is the protocol of."""
        assert isinstance(self._server, Server)
        return self._server


class Server(LanguageServer):
    """The language server; `settings_of` says what holds for a file, `boards` how boards are shown (None: as the client
    says that it can)."""

    def __init__(self, settings_of: SettingsOf, boards: str | None = None) -> None:
        super().__init__("pgnfen", __version__, protocol_cls=Protocol)
        self.settings_of, self.boards = settings_of, boards
        self.documents: dict[str, Open] = {}

    # --- documents

    def opened(self, item: types.TextDocumentItem) -> None:
        """Read a document, and begin its audit."""
        path = to_fs_path(item.uri) or item.uri
        asked = self.workspace.position_encoding
        encoding: Encoding = next((each for each in ENCODINGS if each == asked), "utf-16")
        document = Document(encoded(item.text), is_record_file(path), encoding)
        self.closed(item.uri)
        self.documents[item.uri] = one = Open(item.uri, item.version, document, self._settings(path))
        one.task = asyncio.ensure_future(self._look(one, 0))

    def _settings(self, path: str) -> Settings:
        """What holds for a file; the defaults where the configuration cannot be read, which the client is told."""
        try:
            return self.settings_of(path)
        except PgnfenError as error:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, f"pgnfen: {error}"))
            return Settings(frozenset(rule.code for rule in choose()))

    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        """Do edits; audit what they touch, and tell it, at once."""
        one = self.documents.get(params.text_document.uri)
        if one is None:
            return
        one.version = params.text_document.version
        size = 0
        for change in params.content_changes:
            touched = one.apply(change)
            one.focus = touched.part
            if len(params.content_changes) > 1:
                continue
            for part, index in touched.games:
                size += one.document.parts[part].game_end(index) - one.document.parts[part].starts[index]
                if size > AT_ONCE:
                    break
                offset = one.document.begin(part)
                start = one.document.parts[part].starts[index]
                place = one.document.place_at(offset + start)
                if place is not None:
                    one.checker.game(one.document, place)
        self._publish(one)
        if one.task is not None:
            one.task.cancel()
        one.task = asyncio.ensure_future(self._look(one, PAUSE))

    def closed(self, uri: str) -> None:
        """Forget a document."""
        one = self.documents.pop(uri, None)
        if one is not None and one.task is not None:
            one.task.cancel()

    async def _look(self, one: Open, pause: float) -> None:
        """Audit what is pending, then the file as a whole, giving way to what the client sends."""
        document, checker = one.document, one.checker
        shown = not any(part.pending for part in document.parts)
        clock = asyncio.get_running_loop().time
        told = clock()
        for number, part in enumerate(document.parts):
            if not part.pending:
                continue
            for _ in checker.part(document, number):
                await asyncio.sleep(0)
            await asyncio.sleep(0)
            if clock() - told > 1:
                self._publish(one)
                told = clock()
        if not shown:
            self._publish(one)
        if pause:
            await asyncio.sleep(pause)
        if not (one.saved or checker.asks_whole(document)):
            return
        for found in checker.whole(document):
            await asyncio.sleep(0)
            if found is not None:
                one.saved = False
                if found != one.of_file:
                    one.of_file = found
                    self._publish(one)

    def saved(self, uri: str) -> None:
        """Look at the file as a whole."""
        one = self.documents.get(uri)
        if one is not None:
            one.saved = True
            if one.task is None or one.task.done():
                one.task = asyncio.ensure_future(self._look(one, 0))

    def _publish(self, one: Open) -> None:
        """Tell the client what is found; plainly, for objects of a thousand findings cost a tenth of a second."""
        found = diagnostics(one.document, one.of_file, one.focus)
        params = {"uri": one.uri, "version": one.version, "diagnostics": found}
        method = types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS
        self.protocol._send_data({"jsonrpc": "2.0", "method": method, "params": params})

    # --- what the client can

    def markdown(self) -> bool:
        """Whether a hover may be Markdown."""
        text = self.client_capabilities.text_document
        formats = text.hover.content_format if text and text.hover else None
        return types.MarkupKind.Markdown in (formats or ())

    def images(self) -> bool:
        """Whether Markdown may have images: the client allows the tag, or is known to show them."""
        if self.boards is not None:
            return self.boards == "svg"
        general = self.client_capabilities.general
        markdown = general.markdown if general else None
        return markdown is not None and ("img" in (markdown.allowed_tags or ()) or markdown.parser == "marked")

    def lazy_edits(self) -> bool:
        """Whether the client asks for the edit of an action when it is chosen."""
        text = self.client_capabilities.text_document
        action = text.code_action if text else None
        return bool(action and action.resolve_support and "edit" in action.resolve_support.properties)

    def snippets(self) -> bool:
        """Whether what is inserted may say where the cursor goes."""
        text = self.client_capabilities.text_document
        item = text.completion.completion_item if text and text.completion else None
        return bool(item and item.snippet_support)

    # --- places

    def at(self, params: types.TextDocumentPositionParams) -> tuple[Open, Place, int] | None:
        """The document, the game and the byte of it that are meant."""
        one = self.documents.get(params.text_document.uri)
        if one is None:
            return None
        offset = one.document.offset_of(Position(params.position.line, params.position.character))
        place = one.document.place_at(offset)
        return None if place is None else (one, place, offset - place.offset)


def _range(document: Document, start: int, end: int) -> types.Range:
    first, last = document.range_of(start, end)
    return types.Range(types.Position(*first), types.Position(*last))


def _touching(one: Open, place: Place, start: int, end: int) -> list[Found]:
    """What is found of a game at bytes `start` to `end` of it."""
    found = one.document.parts[place.part].found[place.game]
    if found is None:
        found = one.checker.game(one.document, place)
    return [each for each in found if each.at <= end and start <= each.at + each.size]


def _workspace_edit(server: Server, one: Open, edits: list[TextEdit]) -> types.WorkspaceEdit:
    changes = [
        types.TextEdit(_range(one.document, edit.start, edit.end), edit.new.decode("utf-8", "replace"))
        for edit in edits
    ]
    space = server.client_capabilities.workspace
    if space and space.workspace_edit and space.workspace_edit.document_changes:
        document = types.OptionalVersionedTextDocumentIdentifier(uri=one.uri, version=one.version)
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, changes)])
    return types.WorkspaceEdit(changes={one.uri: changes})


def _actions(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    one = server.documents.get(params.text_document.uri)
    if one is None or not one.document.parts:
        return []
    only = [str(getattr(kind, "value", kind)) for kind in params.context.only or ()]

    def asked(kind: str) -> bool:
        return not only or any(kind == each or kind.startswith(f"{each}.") for each in only)

    actions: list[types.CodeAction] = []
    if asked(types.CodeActionKind.QuickFix.value):
        actions += _quick_fixes(server, one, params.range)
    if asked(FIX_FILE):
        action = types.CodeAction(title="Make all safe fixes in the file", kind=FIX_FILE, data={"uri": one.uri})
        if server.lazy_edits():
            actions.append(action)
        elif only or one.checker.asks_whole(one.document):
            edits = one.fixes.file(one.document)
            if edits:
                action.edit = _workspace_edit(server, one, edits)
                actions.append(action)
    return actions


def _quick_fixes(server: Server, one: Open, asked: types.Range) -> list[types.CodeAction]:
    document, actions = one.document, list[types.CodeAction]()
    start = document.offset_of(Position(asked.start.line, 0))
    end = document.offset_of(Position(asked.end.line, 1 << 30))
    at, games = start, 0
    while at <= end and games < _MOST_GAMES:
        place = document.place_at(at)
        if place is None:
            break
        size = len(document.raw(place))
        touching = _touching(one, place, start - place.offset, end - place.offset)
        for found in touching:
            action = _fix_of(server, one, place, found)
            if action is not None:
                actions.append(action)
        if any(found.remark.fix == "safe" for found in touching):
            edits = one.fixes.game(document, place)
            if edits:
                edit = _workspace_edit(server, one, edits)
                actions.append(
                    types.CodeAction("Make all safe fixes in this game", kind=types.CodeActionKind.QuickFix, edit=edit)
                )
        games += 1
        if place.offset + size <= at:
            break
        at = place.offset + size
        if at >= end:
            break
    return actions


def _fix_of(server: Server, one: Open, place: Place, found: Found) -> types.CodeAction | None:
    """The fix of a finding; None where it has none that holds."""
    remark = found.remark
    if remark.fix is None:
        return None
    edits = one.fixes.finding(one.document, place, remark)
    if not edits:
        return None
    begin = place.offset + found.at
    where = _range(one.document, begin, begin + found.size)
    written = f": {printable(remark.expected)}" if remark.expected else ""
    guess = " (unsafe: a guess)" if remark.fix == "unsafe" else ""
    return types.CodeAction(
        title=f"Fix {remark.code} {remark.name}{written}{guess}",
        kind=types.CodeActionKind.QuickFix,
        is_preferred=remark.fix == "safe",
        diagnostics=[types.Diagnostic(where, printable(remark.message), code=remark.code, source="pgnfen")],
        edit=_workspace_edit(server, one, edits),
    )


def make_server(settings_of: SettingsOf, boards: str | None = None) -> Server:
    """The server, with all that it answers."""
    server = Server(settings_of, boards)
    _answer_edits(server)
    _answer_questions(server)
    return server


def _answer_questions(server: Server) -> None:
    """What is shown of a document."""

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        server.saved(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def on_hover(params: types.HoverParams) -> types.Hover | None:
        return _hover(server, params)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def on_symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        one = server.documents.get(params.text_document.uri)
        return [] if one is None else [_symbol(one.document, each) for each in outline.symbols(one.document)]

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def on_folding(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        one = server.documents.get(params.text_document.uri)
        if one is None:
            return []
        return [
            types.FoldingRange(start_line=fold.start, end_line=fold.end, kind=fold.kind)
            for fold in outline.folds(one.document, one.checker.auditor)
        ]

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def on_definition(params: types.DefinitionParams) -> types.Location | None:
        found = server.at(params)
        if found is None:
            return None
        one, place, at = found
        move = one.view(place).move_of(at)
        if move is None:
            return None
        return types.Location(one.uri, _range(one.document, place.offset + move[0], place.offset + move[1]))


def _hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    """The board at a place, and the pages of the rules that find something there."""
    found = server.at(params)
    if found is None:
        return None
    one, place, at = found
    markdown = server.markdown()
    texts = []
    touching = _touching(one, place, at, at)
    shown = one.view(place).shown_at(at)
    if shown is not None:
        texts.append(hover.board(shown, markdown, server.images()))
    if touching:
        texts.append(hover.page((each.remark.code for each in touching), markdown))
    if not texts:
        return None
    begin, end = (shown.start, shown.end) if shown else (touching[0].at, touching[0].at + touching[0].size)
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    content = types.MarkupContent(kind, ("\n---\n\n" if markdown else "\n").join(texts))
    return types.Hover(content, _range(one.document, place.offset + begin, place.offset + end))


def _answer_edits(server: Server) -> None:
    """What may be written."""
    kinds = [types.CodeActionKind.QuickFix, FIX_FILE]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(kinds, resolve_provider=True))
    def on_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        return _actions(server, params)

    @server.feature(types.CODE_ACTION_RESOLVE)
    def on_resolve(action: types.CodeAction) -> types.CodeAction:
        data: Any = action.data
        uri = data["uri"] if isinstance(data, dict) else getattr(data, "uri", None)
        one = server.documents.get(uri or "")
        if one is not None and action.edit is None:
            action.edit = _workspace_edit(server, one, one.fixes.file(one.document))
        return action

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["[", '"', " "]))
    def on_completion(params: types.CompletionParams) -> types.CompletionList | None:
        one = server.documents.get(params.text_document.uri)
        if one is None:
            return None
        offset = one.document.offset_of(Position(params.position.line, params.position.character))
        made = [_item(server, params.position, each) for each in completion.items(one.document, offset)]
        return types.CompletionList(is_incomplete=False, items=made)


def _symbol(document: Document, one: outline.Symbol) -> types.DocumentSymbol:
    where = _range(document, one.start, one.end)
    first = types.Range(where.start, where.start)
    name = one.name if one.name.strip() else "?"
    return types.DocumentSymbol(name, types.SymbolKind.Event, where, first, detail=one.detail)


def _item(server: Server, at: types.Position, one: completion.Item) -> types.CompletionItem:
    # What is replaced is ASCII: a character is a unit, whichever the encoding.
    start = types.Position(at.line, at.character - one.length)
    snippet = one.is_tag and server.snippets()
    text = f'{one.text} "$1"]' if snippet else one.text
    return types.CompletionItem(
        label=one.text,
        kind=types.CompletionItemKind.Property if one.is_tag else types.CompletionItemKind.Value,
        detail=one.detail or None,
        insert_text_format=types.InsertTextFormat.Snippet if snippet else types.InsertTextFormat.PlainText,
        text_edit=types.TextEdit(types.Range(start, at), text),
    )


def run(settings_of: SettingsOf, boards: str | None, stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Serve a client on two streams until it ends."""
    make_server(settings_of, boards).start_io(stdin, stdout)
