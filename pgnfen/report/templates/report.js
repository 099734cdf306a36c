"use strict";
(async () => {
const PAGE = 50, TAGS = 30, PRINTED = 5000, SEVERITIES = ["error", "warning", "info"];
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

/* Text of the input comes into the page as text alone: by textContent and setAttribute. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}
const foreign = (text) => element("bdi", null, text);

async function unpacked(id) {
  const packed = atob($(id).textContent.trim());
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; i++) bytes[i] = packed.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

let data;
try {
  data = await unpacked("index");
} catch (error) {
  $("state").textContent = "This browser cannot show this page: it needs DecompressionStream (browsers from 2023 or later).";
  throw error;
}
/* remarks: [rule, severity, ply, field, declared, expected, message, fix]; the others have a number for each finding. */
const { rules, paths, remarks, remark, path, game, line, offset, perChunk } = data;
const count = remark.length;
const said = (row) => remarks[remark[row]];
const rule = (row) => rules[said(row)[0]];
let open = -1, order = [], page = 0, sorted = "place", down = false;

const words = remarks.map((one) =>
  [rules[one[0]].code, rules[one[0]].name, one[3], one[4], one[5], one[6]].join(" ").toLowerCase());
const files = paths.map((one) => one.toLowerCase());

function fill(select, entries) {
  for (const [value, text] of entries) select.append(element("option", { value }, text));
}
fill($("rule"), rules.map((one, i) => [i, `${one.code} ${one.name}`]));
fill($("file"), paths.slice(0, 2000).map((one, i) => [i, one]));
if (paths.length < 2) $("file").closest("label").hidden = true;

function filter() {
  const asked = $("text").value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = { rule: $("rule").value, severity: $("severity").value, file: $("file").value, fix: $("fix").value };
  const fits = remarks.map((one) =>
    (wanted.rule === "" || one[0] === +wanted.rule) &&
    (wanted.severity === "" || one[1] === +wanted.severity) &&
    (wanted.fix === "" || (one[7] || "none") === wanted.fix));
  const inFiles = asked.map((word) => files.map((one) => one.includes(word)));
  const inWords = asked.map((word) => words.map((one) => one.includes(word)));
  order = [];
  for (let row = 0; row < count; row++) {
    const r = remark[row], p = path[row];
    if (!fits[r] || (wanted.file !== "" && p !== +wanted.file)) continue;
    if (asked.every((_, i) => inWords[i][r] || inFiles[i][p])) order.push(row);
  }
  sort();
  page = 0;
  show();
  remember();
}

/* The address has the filters, the order, the page and the finding that is open, so that it can be sent to somebody. */
const FILTERS = ["text", "rule", "severity", "fix", "file"];
const nameOf = { rule: (value) => rules[value].code, file: (value) => paths[value], severity: (value) => SEVERITIES[value] };
function address() {
  const parts = new URLSearchParams();
  for (const id of FILTERS) {
    const value = $(id).value;
    if (value !== "") parts.set(id, nameOf[id] ? nameOf[id](+value) : value);
  }
  if (sorted !== "place") parts.set("sort", (down ? "-" : "") + sorted);
  if (page) parts.set("page", page + 1);
  if (open >= 0) parts.set("finding", open + 1);
  const text = parts.toString();
  return location.pathname + location.search + (text ? `#${text}` : "");
}
let ready = false, returning = -1;
function remember(anew) {
  if (!ready) return;
  const pushed = anew || Boolean(history.state && history.state.pushed && open >= 0);
  history[anew ? "pushState" : "replaceState"]({ finding: open, pushed }, "", address());
}
/* Set the page to its address: as it is opened, and by Back and Forward. */
function restore() {
  ready = false;  // the address is read, not written
  const parts = new URLSearchParams(location.hash.slice(1));
  const index = { rule: (text) => rules.findIndex((one) => one.code === text), file: (text) => paths.indexOf(text),
    severity: (text) => SEVERITIES.indexOf(text) };
  for (const id of FILTERS) {
    const text = parts.get(id) || "", at = index[id] && text ? index[id](text) : -1;
    $(id).value = index[id] ? (at < 0 ? "" : String(at)) : text;
  }
  const by = (parts.get("sort") || "place").replace(/^-/, "");
  sorted = KEYS[by] ? by : "place";
  down = sorted !== "place" && parts.get("sort").startsWith("-");
  filter();
  page = Math.max(0, (parseInt(parts.get("page"), 10) || 1) - 1);
  show();
  const finding = parseInt(parts.get("finding"), 10);
  if (finding >= 1 && finding <= count) look(finding - 1, true);
  else { open = -1; if ($("finding").open) $("finding").close(); }
  ready = true;
  backTo(returning);
  returning = -1;
}
/* Focus the row of a finding that was open. */
function backTo(row) {
  const at = order.indexOf(row);
  if (at < 0) return;
  page = Math.floor(at / PAGE);
  show();
  document.querySelector(`tr[data-row="${row}"]`)?.focus();
}

const KEYS = {
  severity: (row) => said(row)[1],
  rule: (row) => said(row)[0],
  file: (row) => path[row],
  game: (row) => game[row],
  line: (row) => line[row],
  message: (row) => rank[remark[row]],
};
let rank = [];
function sort() {
  if (sorted === "message" && !rank.length) {
    const byText = remarks.map((_, i) => i).sort((a, b) => (remarks[a][6] < remarks[b][6] ? -1 : 1));
    byText.forEach((r, i) => { rank[r] = i; });
  }
  if (sorted !== "place") {
    const key = KEYS[sorted];
    order.sort((a, b) => key(a) - key(b) || a - b);
  }
  if (down) order.reverse();
}

function cells(row) {
  const one = said(row), severity = SEVERITIES[one[1]];
  const ply = one[2] === null ? "" : `, ply ${one[2]}`;
  return [
    element("td", { class: severity }, severity),
    element("td", null, element("span", { class: "mono" }, rules[one[0]].code), ` ${rules[one[0]].name}`),
    element("td", { class: "says" }, foreign(one[6])),
    element("td", { class: "where" }, foreign(paths[path[row]])),
    element("td", { class: "n", "data-name": "game" }, `${game[row].toLocaleString("en")}`, element("span", { class: "soft" }, ply)),
    element("td", { class: "n", "data-name": "line" }, line[row].toLocaleString("en")),
  ];
}

function show() {
  const last = Math.max(0, Math.ceil(order.length / PAGE) - 1);
  page = Math.min(Math.max(page, 0), last);
  const rows = order.slice(page * PAGE, (page + 1) * PAGE);
  $("rows").replaceChildren(...rows.map((row) =>
    element("tr", { tabindex: "0", "data-row": row, "aria-label": `finding ${row + 1}: ${said(row)[6]}` }, ...cells(row))));
  const from = page * PAGE;
  $("state").textContent = order.length
    ? `${(from + 1).toLocaleString("en")}\u2013${(from + rows.length).toLocaleString("en")} of ${order.length.toLocaleString("en")}` +
      (order.length < count ? ` (${count.toLocaleString("en")} in all)` : "")
    : "no finding matches";
  for (const [id, off] of [["first", !page], ["before", !page], ["next", page === last], ["last", page === last]]) $(id).disabled = off;
  for (const head of document.querySelectorAll("th[data-key]")) {
    if (head.dataset.key === sorted) head.setAttribute("aria-sort", down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
}

/* --- a finding */

function draw(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function board([, , width, squares, marks]) {
  const SQUARE = 45, EDGE = 14;
  const svg = draw("svg", { class: "board", viewBox: `0 0 ${width * SQUARE + EDGE} ${8 * SQUARE + EDGE}`, role: "img" });
  const names = [];
  for (let i = 0; i < width * 8; i++) {
    const file = i % width, row = Math.floor(i / width), x = EDGE + file * SQUARE, y = row * SQUARE;
    const square = "abcdefghij"[file] + (8 - row), man = squares[i];
    svg.append(draw("rect", { x, y, width: SQUARE, height: SQUARE, class: (row + file) % 2 ? "d" : "l" }));
    if (marks.includes(square)) svg.append(draw("rect", { x, y, width: SQUARE, height: SQUARE, class: "t" }));
    if (man !== ".") {
      names.push(man + square);
      svg.append(draw("use", { href: `#man-${man}`, x, y, width: SQUARE, height: SQUARE }));
    }
    if (marks.includes(square)) {
      svg.append(draw("rect", { x: x + 2, y: y + 2, width: SQUARE - 4, height: SQUARE - 4, class: "m" }));
    }
  }
  const ink = { "text-anchor": "middle" };
  for (let file = 0; file < width; file++) {
    svg.append(draw("text", { x: EDGE + (file + .5) * SQUARE, y: 8 * SQUARE + 11, ...ink }, "abcdefghij"[file]));
  }
  for (let row = 0; row < 8; row++) svg.append(draw("text", { x: 6, y: (row + .5) * SQUARE + 4, ...ink }, String(8 - row)));
  svg.setAttribute("aria-label", `${names.join(" ")}; squares marked: ${marks.join(" ") || "nothing"}`);
  return svg;
}

const FIELDS = ["active color", "castling", "en passant", "halfmove clock", "fullmove number"];
function figure(one, other) {
  const parts = one[1].trim().split(/\s+/), others = other ? other[1].trim().split(/\s+/) : null;
  const rows = [["placement", 0], ...FIELDS.map((name, i) => [name, i + 1])].filter(([, i]) => i < parts.length && (i || !one[3] || (others && others[0] !== parts[0])));
  const made = element("figure", null, element("figcaption", null, one[0]));
  made.append(one[3] ? board(one) : element("p", { class: "soft" }, "This piece placement cannot be drawn."));
  made.append(element("table", { class: "fields" }, element("tbody", null, ...rows.map(([name, i]) => {
    const value = element("code", null, foreign(parts[i]));
    if (others && others[i] !== parts[i]) value.className = "differs";
    return element("tr", null, element("th", null, name), element("td", null, value));
  }))));
  return made;
}

/* Boards beside each other; where their pieces are the same, one board, and the fields in which they differ. */
function pictures(boards) {
  const [one, other] = boards;
  if (boards.length !== 2 || !one[3] || one[3] !== other[3]) {
    return [element("div", { class: boards.length > 1 ? "boards two" : "boards" }, ...boards.map((drawn, i) => figure(drawn, boards.length > 1 ? boards[1 - i] : null)))];
  }
  const parts = [one, other].map((drawn) => drawn[1].trim().split(/\s+/));
  const rows = FIELDS.map((name, i) => [name, i + 1]).filter(([, i]) => parts[0][i] !== parts[1][i]);
  const row = ([name, i]) => element("tr", null, element("th", null, name),
    ...parts.map((fields) => element("td", null, element("code", { class: "differs" }, foreign(fields[i] ?? "")))));
  const table = rows.length ? [element("table", { class: "fields compared" },
    element("thead", null, element("tr", null, element("th"), ...boards.map((drawn) => element("th", { scope: "col" }, drawn[0])))),
    element("tbody", null, ...rows.map(row)))] : [];
  const marks = [...new Set([...one[4], ...other[4]])];
  return [element("div", { class: "boards" }, element("figure", null, board([one[0], one[1], one[2], one[3], marks]), ...table))];
}

const chunks = new Map();
async function evidence(row) {
  const number = Math.floor(row / perChunk);
  if (!chunks.has(number)) {
    if (chunks.size > 8) chunks.clear();
    chunks.set(number, await unpacked(`chunk-${number}`));
  }
  return chunks.get(number)[row - number * perChunk];
}

const section = (title, ...parts) => (parts.length ? [element("h3", null, title), ...parts] : []);

function said_of(one) {
  const rows = [["field", one[3]], ["declared", one[4]], ["expected", one[5]]].filter((pair) => pair[1] !== null);
  return rows.length ? [element("table", { class: "tags" }, element("tbody", null, ...rows.map(([name, value]) =>
    element("tr", null, element("th", null, name), element("td", null, element("code", null, foreign(value)))))))] : [];
}

function repair(one, fix) {
  const kind = one[7] === null ? "none"
    : one[7] === "safe" ? "safe: the fix cannot change the moves that were played (pgnfen fix)" : "unsafe: the fix is a guess (pgnfen fix --unsafe)";
  const parts = [element("p", null, kind)];
  for (const text of fix ? fix[0] : []) parts.push(element("code", { class: "del" }, "\u2212 ", foreign(text)));
  for (const text of fix ? fix[1] : []) parts.push(element("code", { class: "ins" }, "+ ", foreign(text)));
  return section("Fix", ...parts);
}

function testimony(witnesses, conclusions) {
  const rows = witnesses.map(([name, at, text, supports, contradicts]) => element("tr", null,
    element("th", null, foreign(name), at === null ? "" : element("small", { class: "soft" }, ` line ${at.toLocaleString("en")}`)),
    element("td", null, element("code", null, foreign(text)),
      ...(supports.length ? [element("div", { class: "soft" }, "supports ", foreign(supports.join(", ")))] : []),
      ...(contradicts.length ? [element("div", null, "contradicts ", foreign(contradicts.join("; ")))] : []))));
  const parts = conclusions.map((sentence) => element("p", null, foreign(sentence)));
  return section("Evidence", ...(rows.length ? [element("table", { class: "tags" }, element("tbody", null, ...rows)), ...parts] : []));
}

async function look(row, again) {
  const anew = open < 0;
  open = row;
  const one = said(row), about = rule(row), severity = SEVERITIES[one[1]];
  $("what").replaceChildren(element("span", { class: `mono ${severity}` }, about.code), ` ${about.name} `, element("small", { class: severity }, severity));
  const at = order.indexOf(row);
  $("earlier").disabled = at <= 0;
  $("later").disabled = at < 0 || at + 1 >= order.length;
  const [text, column, length, tags, more, around, boards, fix, witnesses, conclusions] = await evidence(row);
  if (open !== row) return;
  const place = `: game ${game[row].toLocaleString("en")}, line ${line[row].toLocaleString("en")}, byte ${offset[row].toLocaleString("en")}` + (one[2] === null ? "" : `, ply ${one[2]}`);
  const movetext = around.some(Boolean) ? [element("pre", null, foreign(around[0]), element("span", { class: "at" }, foreign(around[1])), foreign(around[2]))] : [];
  const rows = tags.map(([name, value]) => element("tr", null, element("th", null, foreign(name)), element("td", null, foreign(value))));
  const hidden = rows.slice(TAGS);
  if (hidden.length + more) {
    const opens = element("button", { type: "button" }, `and ${hidden.length + more} more`);
    const last = element("tr", null, element("td", { colspan: "2" }, hidden.length ? opens : opens.textContent));
    opens.addEventListener("click", () => last.replaceWith(...hidden, ...(more ? [element("tr", null, element("td", { colspan: "2", class: "soft" }, `and ${more} more`))] : [])));
    rows.splice(TAGS, hidden.length, last);
  }
  $("inside").replaceChildren(
    element("p", null, foreign(one[6])),
    element("p", { class: "soft" }, foreign(paths[path[row]]), place),
    ...said_of(one),
    ...pictures(boards),
    element("div", { class: "cells" },
      element("div", null, ...(around[1] ? [] : section("The line", element("pre", null, foreign(text.slice(0, column)), element("span", { class: "at" }, foreign(text.slice(column, column + length) || " ")), foreign(text.slice(column + length))))),
        ...section("Movetext", ...movetext), ...repair(one, fix), ...testimony(witnesses, conclusions)),
      element("div", null, ...section("Tags", ...(rows.length ? [element("table", { class: "tags" }, element("tbody", null, ...rows))] : [])),
        ...section("The rule", ...about.text.split("\n\n").map((paragraph) => element("p", null,
          ...paragraph.split("`").map((text, index) => (index % 2 ? element("code", null, text) : text))))))));
  if (!$("finding").open) $("finding").showModal();
  $("finding").scrollTop = 0;
  if (!again) remember(anew);
}

function step(by) {
  const at = order.indexOf(open) + by;
  if (at >= 0 && at < order.length) look(order[at]);
}

/* --- what the user does */

for (const id of ["rule", "severity", "file", "fix"]) $(id).addEventListener("change", filter);
let waiting;
$("text").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filter, 120); });
$("clear").addEventListener("click", () => {
  for (const id of ["text", "rule", "severity", "file", "fix"]) $(id).value = "";
  filter();
});
for (const head of document.querySelectorAll("th[data-key] button")) {
  head.addEventListener("click", () => {
    const key = head.parentElement.dataset.key;
    if (sorted === key && down) { sorted = "place"; down = false; } else { down = sorted === key; sorted = key; }
    filter();
  });
}
const turn = (by) => { page += by; show(); remember(); };
$("first").addEventListener("click", () => turn(-page));
$("before").addEventListener("click", () => turn(-1));
$("next").addEventListener("click", () => turn(1));
$("last").addEventListener("click", () => turn(order.length));
$("rows").addEventListener("click", (event) => {
  const row = event.target.closest("tr");
  if (row && !String(getSelection())) look(+row.dataset.row);
});
for (const button of document.querySelectorAll(".bars button")) {
  button.addEventListener("click", () => { $(button.dataset.filter).value = button.dataset.value; filter(); $("findings").scrollIntoView(); });
}
$("earlier").addEventListener("click", () => step(-1));
$("later").addEventListener("click", () => step(1));
$("close").addEventListener("click", () => $("finding").close());
$("finding").addEventListener("close", () => {
  const left = open;
  open = -1;
  if (left < 0) return;  // closed by Back
  if (history.state && history.state.pushed) { returning = left; history.back(); } else { remember(); backTo(left); }
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = /^(INPUT|SELECT)$/.test(event.target.tagName), key = event.key;
  if ($("finding").open) {
    if (key === "ArrowLeft" || key === "k") step(-1);
    else if (key === "ArrowRight" || key === "j") step(1);
    return;
  }
  if (typing) { if (key === "Escape") event.target.blur(); return; }
  const row = event.target.closest?.("#rows tr");
  if (key === "/") { event.preventDefault(); $("text").focus(); }
  else if (key === "Enter" && row) { event.preventDefault(); look(+row.dataset.row); }
  else if (key === "n" || key === "p") turn(key === "n" ? 1 : -1);
  else if (key === "ArrowDown" || key === "j") { event.preventDefault(); (row ? row.nextElementSibling : $("rows").firstElementChild)?.focus(); }
  else if ((key === "ArrowUp" || key === "k") && row) { event.preventDefault(); row.previousElementSibling?.focus(); }
});

/* On paper: each finding of the list, with what is declared, expected and its fix. */
addEventListener("beforeprint", () => {
  const rows = order.slice(0, PRINTED).flatMap((row) => [element("tr", null, ...cells(row)), details(row)]);
  if (order.length > PRINTED) rows.push(element("tr", null, element("td", { colspan: "6" }, `and ${order.length - PRINTED} more`)));
  $("rows").replaceChildren(...rows);
});
addEventListener("afterprint", show);
function details(row) {
  const one = said(row), parts = [["field", one[3]], ["declared", one[4]], ["expected", one[5]], ["fix", one[7] || "none"]];
  const words = parts.filter((pair) => pair[1] !== null).map(([name, value]) => `${name}: ${value}`).join("; ");
  return element("tr", { class: "details" }, element("td", { colspan: "6" }, foreign(words)));
}

restore();
document.body.dataset.ready = "yes";
addEventListener("popstate", restore);
})();
