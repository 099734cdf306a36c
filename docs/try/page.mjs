const form = document.querySelector("form");
const [text, severity, button] = ["text", "severity", "check"].map((id) => document.getElementById(id));
const [status, list] = ["status", "findings"].map((id) => document.getElementById(id));

// A worker that is made from a blob inherits the Content-Security-Policy of the page; one from a file has none.
const home = new URL(".", location.href).href;
const begin = new Blob([`import ${JSON.stringify(home + "worker.mjs")};`], { type: "text/javascript" });
let worker = null;

function started() {
  if (worker !== null) return worker;
  worker = new Worker(URL.createObjectURL(begin), { type: "module", name: home });
  worker.onmessage = ({ data }) => show(data);
  worker.onerror = () => show({ error: "the browser cannot start Python; pgnfen needs WebAssembly and module workers" });
  return worker;
}

function counted(number, more) {
  return more ? `more than ${number} findings` : `${number} ${number === 1 ? "finding" : "findings"}`;
}

function card({ code, html }) {
  const item = document.createElement("li");
  item.innerHTML = html; // pgnfen has escaped all text from the input
  const name = item.querySelector("b");
  const link = document.createElement("a");
  link.href = `../rules/${code}.html`;
  name.replaceWith(link);
  link.append(name);
  return item;
}

function show({ error, findings = [], more, kind }) {
  button.disabled = false;
  list.replaceChildren(...findings.map(card));
  if (error) {
    status.textContent = `Not checked: ${error}`;
  } else {
    const read = kind === "epd" ? "read as FEN or EPD" : "read as PGN";
    status.textContent = `${counted(findings.length, more)}, ${read}${more ? `; the first ${findings.length} are shown` : ""}`;
  }
  document.body.dataset.state = error ? "failed" : "done";
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (button.disabled) return;
  button.disabled = true;
  list.replaceChildren();
  document.body.dataset.state = "checking";
  status.textContent = worker === null ? "Loading Python and pgnfen (a few seconds, the first time only) ..." : "Checking ...";
  started().postMessage({ text: text.value, severity: severity.value });
});

text.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.requestSubmit();
  }
});

button.disabled = false;
document.body.dataset.state = "ready";
