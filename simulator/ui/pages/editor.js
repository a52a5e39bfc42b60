// What a plain field of text lacks to be an editor of scenarios: words offered at the cursor, an indentation that goes
// on, and what is wrong beside its line as soon as somebody pauses. The text stays the field's own, with its undo.

const PAUSE = 700; // Milliseconds without a key after which a text is judged.
const MOST = 10; // Words that are offered at once.
const ROOT = "#";

export default function (component) {
  const { data } = component;
  const shared = (window.headroomEditor ??= { words: {}, problems: [] });
  if (data.words) return void (shared.words = data.words);
  shared.problems = data.problems;
  let again;
  const begin = () => {
    const field = document.querySelector(`.st-key-${data.field} textarea`);
    if (!field) return void (again = setTimeout(begin, 100));
    if (!field.headroom) field.headroom = attach(field, shared);
    field.headroom.mark();
  };
  begin();
  return () => clearTimeout(again);
}

function attach(field, shared) {
  const box = field.parentElement;
  box.style.position = "relative";
  const marks = box.appendChild(made("div", "editor-marks"));
  const offer = box.appendChild(made("ul", "editor-offer"));
  offer.id = "editor-offer";
  offer.setAttribute("role", "listbox");
  offer.setAttribute("aria-label", "Words that may stand here");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", offer.id);
  field.spellcheck = false;
  field.wrap = "off";
  let found = [], at = 0, start = 0, judging;

  const width = (() => {
    const pen = document.createElement("canvas").getContext("2d");
    return () => ((pen.font = getComputedStyle(field).font), pen.measureText("0").width);
  })();
  // Where a place of the text is in the box, pixels.
  const place = (line, column) => {
    const look = getComputedStyle(field), high = parseFloat(look.lineHeight);
    return {
      high,
      top: field.offsetTop + parseFloat(look.paddingTop) + line * high - field.scrollTop,
      left: field.offsetLeft + parseFloat(look.paddingLeft) + column * width() - field.scrollLeft,
    };
  };

  const mark = () => {
    const lines = field.value.split("\n");
    marks.replaceChildren();
    for (const { line, said, quoted } of shared.problems) {
      const text = lines[line - 1];
      // What was said of a line that reads otherwise by now is said again when the text has been judged.
      if (text === undefined || text.trim() !== quoted.trim()) continue;
      const { top, left, high } = place(line - 1, text.length + 2);
      const middle = top + high / 2;
      if (middle < field.offsetTop || middle > field.offsetTop + field.clientHeight) continue;
      const told = marks.appendChild(made("div", "editor-problem"));
      told.textContent = said;
      told.title = said;
      Object.assign(told.style, { top: `${top}px`, left: `${Math.min(left, box.clientWidth * 0.6)}px`, lineHeight: `${high}px` });
    }
  };

  const close = () => {
    found = [];
    offer.style.display = "none";
    field.removeAttribute("aria-activedescendant");
  };
  // Puts what is offered below its word, and says whether that is in sight.
  const follow = () => {
    const before = field.value.slice(0, start).split("\n");
    const { top, left, high } = place(before.length - 1, before.at(-1).length);
    const room = box.clientWidth - left < 260 ? Math.max(0, box.clientWidth - 340) : left;
    Object.assign(offer.style, { top: `${top + high}px`, left: `${room}px` });
    return top + high > field.offsetTop && top < field.offsetTop + field.clientHeight;
  };
  const show = () => {
    offer.replaceChildren(...found.map((word, index) => {
      const row = made("li", index === at ? "chosen" : "");
      row.id = `editor-offer-${index}`;
      row.setAttribute("role", "option");
      row.setAttribute("aria-selected", index === at);
      row.append(Object.assign(made("b"), { textContent: word.name }), Object.assign(made("span"), { textContent: word.about }));
      row.addEventListener("mousedown", (event) => (event.preventDefault(), take(index)));
      return row;
    }));
    offer.style.display = "block";
    follow();
    field.setAttribute("aria-activedescendant", `editor-offer-${at}`);
    offer.children[at].scrollIntoView?.({ block: "nearest" });
  };
  const look = (asked) => {
    const cursor = field.selectionStart;
    const here = cursor === field.selectionEnd ? standing(field.value.slice(0, cursor), shared.words) : undefined;
    if (!here || (!asked && !here.typed && !here.value)) return close();
    start = cursor - here.typed.length;
    const typed = here.typed.toLowerCase();
    const near = here.words.filter(({ name }) => name.toLowerCase().includes(typed) && name !== here.typed);
    near.sort((a, b) => b.name.toLowerCase().startsWith(typed) - a.name.toLowerCase().startsWith(typed));
    found = near.slice(0, MOST);
    at = 0;
    found.length ? show() : close();
  };
  // As if it were typed, so that Ctrl+Z takes it back and the page hears of it.
  const write = (text) => document.execCommand("insertText", false, text);
  const take = (index) => {
    const { name, ends } = found[index];
    field.focus();
    field.setSelectionRange(start, field.selectionStart);
    close();
    write(name + ends);
    look(false);
  };

  const judge = () => {
    // The page takes a text over when it is told to by these keys.
    const keys = { key: "Enter", code: "Enter", ctrlKey: true, bubbles: true, cancelable: true };
    if (document.activeElement === field) field.dispatchEvent(new KeyboardEvent("keydown", keys));
  };

  field.addEventListener("input", () => {
    clearTimeout(judging);
    judging = setTimeout(judge, PAUSE);
    mark();
    look(false);
  });
  field.addEventListener("keydown", (event) => {
    if (!event.isTrusted) return;
    const stop = () => (event.preventDefault(), event.stopPropagation());
    if (event.key === " " && event.ctrlKey) return stop(), look(true);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (found.length) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        at = (at + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length;
        return stop(), show();
      }
      if (event.key === "Enter" || event.key === "Tab") return stop(), take(at);
      if (event.key === "Escape") return stop(), close();
    }
    if (event.key === "Enter" && !event.shiftKey) {
      const line = field.value.slice(0, field.selectionStart).split("\n").at(-1);
      const deeper = /^[^#]*:\s*$/.test(line) ? "  " : "";
      stop();
      write(`\n${line.match(/^\s*/)[0]}${deeper}`);
    }
  });
  field.addEventListener("blur", close);
  field.addEventListener("click", close);
  // The field scrolls to what is typed, of which a busy browser tells after the next keys: what is offered stays.
  field.addEventListener("scroll", () => (mark(), found.length && (follow() || close())));
  new ResizeObserver(mark).observe(field);
  return { mark };
}

// What may be written where a text ends: {words, typed, value}; nothing within a comment.
function standing(text, words) {
  const lines = text.split("\n"), line = lines.pop();
  const [, space, rest] = line.match(/^(\s*(?:-\s+)*)(.*)$/);
  if (/(^|\s)#/.test(rest)) return undefined;
  let group = inner(above(lines, space.length), words);
  let key = "", typed = "";
  const outer = [];
  for (const letter of rest) {
    if (letter === "{") (outer.push(group), (group = key ? words[group]?.[key]?.group : group), (key = typed = ""));
    else if (letter === "}") ((group = outer.pop()), (key = typed = ""));
    else if (letter === "," && outer.length) key = typed = "";
    else if (letter === ":" && !key) ((key = typed.trim()), (typed = ""));
    else if (letter !== "[" && letter !== "]") typed += letter;
  }
  typed = typed.trimStart();
  if (key) {
    const word = words[group]?.[key];
    return { value: true, typed, words: (word?.values ?? []).map((name) => ({ name, about: "", ends: "" })) };
  }
  const known = Object.entries(words[group] ?? {});
  return { value: false, typed, words: known.map(([name, { about }]) => ({ name, about, ends: ": " })) };
}

// The keys of block mappings that a line with so much before it stands in, the outermost first.
function above(lines, indent) {
  const path = [];
  for (const line of lines.toReversed()) {
    const entry = line.match(/^(\s*(?:-\s+)*)([\w-]+):\s*(?:#.*)?$/);
    const begins = line.trim() && !line.trim().startsWith("#") ? line.match(/^\s*(?:-\s+)*/)[0].length : Infinity;
    if (begins >= indent) continue;
    indent = begins;
    if (entry) path.unshift(entry[2]);
  }
  return path;
}

function inner(path, words) {
  return path.reduce((group, key) => words[group]?.[key]?.group, ROOT);
}

function made(kind, name = "") {
  return Object.assign(document.createElement(kind), { className: name });
}
