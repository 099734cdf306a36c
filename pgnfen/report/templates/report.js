"use strict";
(async () => {
const PAGE = 50, SEVERITIES = ["error", "warning", "info"];
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
  $("state").textContent = "This page cannot be read by this browser: it needs DecompressionStream (2023 or later).";
  throw error;
}
/* remarks: [rule, severity, ply, field, declared, expected, message, fix]; the others have a number for each finding. */
const { rules, paths, remarks, remark, path, game, line, offset, perChunk } = data;
const count = remark.length;
const said = (row) => remarks[remark[row]];
const rule = (row) => rules[said(row)[0]];
let order = [], page = 0, sorted = "place", down = false;

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
    : "nothing fits";
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
  svg.setAttribute("aria-label", `${names.join(" ")}; marked: ${marks.join(" ") || "nothing"}`);
  return svg;
}

const FIELDS = ["active color", "castling", "en passant", "halfmove clock", "fullmove number"];
function figure(one, other) {
  const parts = one[1].trim().split(/\s+/), others = other ? other[1].trim().split(/\s+/) : null;
  const rows = [["placement", 0], ...FIELDS.map((name, i) => [name, i + 1])].filter(([, i]) => i < parts.length && (i || !one[3] || (others && others[0] !== parts[0])));
  const made = element("figure", null, element("figcaption", null, one[0]));
  made.append(one[3] ? board(one) : element("p", { class: "soft" }, "This placement cannot be drawn."));
  made.append(element("table", { class: "fields" }, element("tbody", null, ...rows.map(([name, i]) => {
    const value = element("code", null, foreign(parts[i]));
    if (others && others[i] !== parts[i]) value.className = "differs";
    return element("tr", null, element("th", null, name), element("td", null, value));
  }))));
  return made;
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
    : one[7] === "safe" ? "safe: it cannot change what was played (pgnfen fix)" : "unsafe: a guess (pgnfen fix --unsafe)";
  const parts = [element("p", null, kind)];
  for (const text of fix ? fix[0] : []) parts.push(element("code", { class: "del" }, "\u2212 ", foreign(text)));
  for (const text of fix ? fix[1] : []) parts.push(element("code", { class: "ins" }, "+ ", foreign(text)));
  return section("Repair", ...parts);
}

function testimony(witnesses, conclusions) {
  const rows = witnesses.map(([name, at, text, supports, contradicts]) => element("tr", null,
    element("th", null, foreign(name), at === null ? "" : element("small", { class: "soft" }, ` line ${at.toLocaleString("en")}`)),
    element("td", null, element("code", null, foreign(text)),
      ...(supports.length ? [element("div", { class: "soft" }, "supports ", foreign(supports.join(", ")))] : []),
      ...(contradicts.length ? [element("div", null, "contradicts ", foreign(contradicts.join("; ")))] : []))));
  const parts = conclusions.map((sentence) => element("p", null, foreign(sentence)));
  return section("Witnesses", ...(rows.length ? [element("table", { class: "tags" }, element("tbody", null, ...rows)), ...parts] : []));
}

let open = -1;
async function look(row) {
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
  if (more) rows.push(element("tr", null, element("td", { colspan: "2", class: "soft" }, `and ${more} more`)));
  $("inside").replaceChildren(
    element("p", null, foreign(one[6])),
    element("p", { class: "soft" }, foreign(paths[path[row]]), place),
    ...said_of(one),
    element("div", { class: boards.length > 1 ? "boards two" : "boards" }, ...boards.map((drawn, i) => figure(drawn, boards.length > 1 ? boards[1 - i] : null))),
    element("div", { class: "cells" },
      element("div", null, ...(around[1] ? [] : section("The line", element("pre", null, foreign(text.slice(0, column)), element("span", { class: "at" }, foreign(text.slice(column, column + length) || " ")), foreign(text.slice(column + length))))),
        ...section("Movetext", ...movetext), ...repair(one, fix), ...testimony(witnesses, conclusions)),
      element("div", null, ...section("Tags", ...(rows.length ? [element("table", { class: "tags" }, element("tbody", null, ...rows))] : [])),
        ...section("The rule", ...about.text.split("\n\n").map((paragraph) => element("p", null, paragraph))))));
  if (!$("finding").open) $("finding").showModal();
  $("finding").scrollTop = 0;
  history.replaceState(null, "", `#finding-${row + 1}`);
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
const turn = (by) => { page += by; show(); };
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
  history.replaceState(null, "", location.pathname + location.search);
  const at = order.indexOf(open);
  if (at >= 0) { page = Math.floor(at / PAGE); show(); document.querySelector(`tr[data-row="${open}"]`)?.focus(); }
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

filter();
document.body.dataset.ready = "yes";
const asked = /^#finding-(\d+)$/.exec(location.hash);
if (asked && +asked[1] >= 1 && +asked[1] <= count) look(+asked[1] - 1);
})();
