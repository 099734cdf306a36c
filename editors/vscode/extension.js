// The client of `pgnfen lsp`: plain JavaScript, nothing to build.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const [command, ...args] = vscode.workspace.getConfiguration("pgnfen").get("command");
  client = new LanguageClient(
    "pgnfen",
    "pgnfen",
    { command, args },
    { documentSelector: [{ language: "pgn" }] },
  );
  return client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
