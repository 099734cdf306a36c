// Runs pgnfen by Pyodide beside the page, so that the page does not stand still. Nothing is sent anywhere.
const home = new URL(self.name);
const at = (name) => new URL(name, home).href;

async function fetched(name) {
  const answer = await fetch(at(name));
  if (!answer.ok) throw new Error(`${name} cannot be loaded (${answer.status})`);
  return answer;
}

async function start() {
  const { loadPyodide } = await import(at("pyodide.mjs"));
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: at(""), stdout: () => {}, stderr: () => {} }),
    fetched("pgnfen.zip").then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(archive, "zip");
  return python.pyimport("check").check;
}

const ready = start();

self.onmessage = async ({ data }) => {
  try {
    const check = await ready;
    self.postMessage(JSON.parse(check(data.text, data.severity)));
  } catch (problem) {
    self.postMessage({ error: String(problem.message ?? problem) });
  }
};
