// Places and what lies in them.

import { called, card, marks } from "./cards.js";
import { h } from "./dom.js";
import { capital, draw, text } from "./phrase.js";
import { say } from "./words.js";

// Backs that are drawn one by one; more of them are counted.
const MOST_BACKS = 7;

// The place of a form as one word: `hand`, `grid`.
export function formOf(place) {
  return typeof place.form === "string" ? place.form : Object.keys(place.form)[0];
}

// Rows and the heads of columns, of a place that is a board.
function board(place) {
  if (place.form.grid) return place.form.grid;
  if (place.form.slots)
    return { rows: 1, columns: place.form.slots.heads.length, heads: place.form.slots.heads };
  return null;
}

const single = (place) => ["pile", "spread", "hand", "set", "single"].includes(formOf(place));

export const count = (place) => place.stacks.reduce((sum, stack) => sum + stack.cards.length, 0);

// Whether nothing of a place is to be seen.
export function isBare(place) {
  const form = formOf(place);
  const marked = place.stacks.some((stack) => marks(stack.marks).length > 0);
  return count(place) === 0 && !marked && !["row", "grid", "slots", "single"].includes(form);
}

function keyOf(place, number) {
  return single(place) ? `p${place.id}` : `p${place.id}.${number}`;
}

function stackNotes(stack) {
  const shown = marks(stack.marks);
  if (shown.length === 0) return null;
  return h(
    "span",
    { class: "notes below" },
    shown.map((mark) => h("span", { class: "note" }, draw(mark.text))),
  );
}

// The pawns that stand on a stack.
function pawns(stack, view) {
  const here = view.values.filter(
    (value) => value.pawn && value.drawn && value.value === stack.record,
  );
  return here.map((pawn) => {
    const owner = pawn.owner.player ?? pawn.owner.team;
    const whose = pawn.whose ? `${pawn.text} (${text(pawn.whose)})` : pawn.text;
    return h(
      "span",
      { class: "pawn", data: { owner }, title: whose, "aria-label": whose, role: "img" },
      owner ?? "♟",
    );
  });
}

// The cards of a stack that are drawn, from the bottom up, and how many lie below them.
function seenOf(stack, stacking) {
  const cards = stack.cards;
  if (stacking === "counted") {
    const top = cards.slice(-1);
    // A card that lies face up below cards face down is seen, such as a trump below the stock.
    const open = top.some((seen) => seen.card === undefined)
      ? cards.slice(0, -1).filter((seen) => seen.card !== undefined && seen.face_up)
      : [];
    const shown = [...open.slice(0, 1), ...top];
    return { below: cards.length - shown.length, shown };
  }
  let backs = 0;
  while (backs < cards.length && cards[backs].card === undefined && !cards[backs].marks?.length)
    backs += 1;
  const counted = backs > MOST_BACKS ? backs - 1 : 0;
  return { below: counted, shown: cards.slice(counted) };
}

function counter(n) {
  return n > 1 ? h("span", { class: "count", role: "img", "aria-label": say("cards", { n }) }, n) : null;
}

// One stack: its cards on each other, its marks, the pawns on it. `whose` is said of it where it
// does not lie among its owner's things.
export function stackOf(
  place,
  number,
  view,
  pen,
  { head = null, flow = "down", whose = "" } = {},
) {
  const stack = place.stacks[number];
  const key = keyOf(place, number);
  const { below, shown } = seenOf(stack, place.stacking);
  const crossed = (stack.marks ?? []).some((mark) => mark.crossed);
  const cards = shown.map((seen) => card(seen, view, pen));
  const words = [text(place.name), stack.title ? text(stack.title) : "", whose && `(${whose})`];
  const name = words.filter(Boolean).join(" ");
  const label = shown.length === 0 ? `${name}, ${say("empty")}` : name;
  const element = h(
    "div",
    {
      class: [
        "stack",
        `flow-${flow}`,
        shown.length === 0 ? "empty" : null,
        below > 0 ? "thick" : null,
        crossed ? "crossed" : null,
      ],
      data: { point: key, name: label, top: shown.length > 0 ? called(shown.at(-1), view) : "" },
      role: "group",
      "aria-label": label,
    },
    shown.length === 0 ? h("span", { class: "hole", "aria-hidden": "true" }, head) : cards,
    below > 0 ? counter(below + shown.length) : null,
    stackNotes(stack),
    pawns(stack, view),
  );
  pen.met(key, element);
  return element;
}

// Cards beside each other, which overlap where there is little room.
function row(place, view, pen) {
  const stack = place.stacks[0];
  const hand = formOf(place) === "hand";
  const hidden = (seen) => seen.card === undefined && !seen.marks?.length;
  const backs = stack.cards.filter(hidden);
  // Where cards lie in an order, each is drawn in its place.
  const ordered = formOf(place) === "spread";
  const open = (seen) => pen.isOpen(`h${seen.handle}`);
  const counted = !ordered && backs.length > MOST_BACKS && !backs.some(open);
  const shown = counted
    ? [...stack.cards.filter((seen) => !hidden(seen)), ...backs.slice(0, 3)]
    : stack.cards;
  const cards = shown.map((seen) => card(seen, view, pen, { hand }));
  const element = h(
    "div",
    {
      class: ["row", hand ? "own-hand" : null],
      data: { point: `p${place.id}` },
      role: "group",
      "aria-label": text(place.name),
    },
    cards.length === 0
      ? h("span", { class: "hole", "aria-hidden": "true" })
      : cards.map((one) => h("div", { class: "cell" }, one)),
    counted ? counter(backs.length) : null,
    pawns(stack, view),
  );
  element.style.setProperty("--n", Math.max(1, cards.length));
  pen.met(`p${place.id}`, element);
  return [element, stackNotes(stack)];
}

function grid(place, view, pen, heads = true) {
  const { rows, columns, heads: titles } = board(place);
  const numbered = rows === 1 && titles.length > 1 && heads;
  const cells = place.stacks.map((stack, number) => {
    const head = rows > 1 ? stack.record.split(".").slice(1).join(".") : null;
    return stackOf(place, number, view, pen, { head });
  });
  const element = h(
    "div",
    { class: ["board", rows > 1 ? "grid" : "slots"] },
    numbered ? titles.map((title) => h("span", { class: "head" }, draw(title))) : null,
    cells,
  );
  element.style.setProperty("--columns", columns);
  element.style.setProperty("--rows", rows);
  return element;
}

function body(place, view, pen) {
  switch (formOf(place)) {
    case "pile":
    case "single":
      return stackOf(
        { ...place, stacking: formOf(place) === "pile" ? "counted" : "spread" },
        0,
        view,
        pen,
      );
    case "row":
      return h(
        "div",
        { class: "stacks" },
        place.stacks.length === 0
          ? h("span", { class: "faint" }, say("nothing"))
          : place.stacks.map((_, number) => stackOf(place, number, view, pen, { flow: "right" })),
      );
    case "slots":
    case "grid":
      return grid(place, view, pen);
    default:
      return row(place, view, pen);
  }
}

// A place with its name and, where it says more than can be seen, how many cards lie there.
export function placeOf(place, view, pen) {
  const form = formOf(place);
  const cards = count(place);
  const many = ["set", "spread", "hand"].includes(form) && cards > 3;
  const beside = view.places.filter((other) => other.beside === place.id);
  return h(
    "section",
    { class: ["place", `form-${form}`], data: { place: place.id, count: cards } },
    h(
      "h3",
      {},
      capital(text(place.name)),
      many ? h("span", { class: "faint" }, ` ${cards}`) : null,
    ),
    body(place, view, pen),
    beside.map((other) => [
      h("h3", { class: "beside" }, capital(text(other.name))),
      grid(other, view, pen, false),
    ]),
  );
}

// The places of all owners in one zone, face to face, the own one last; what lies beside a row is
// farther from the middle.
export function across(zone, view, pen, isOwn) {
  const places = view.places.filter((place) => place.across && place.zone === zone);
  const ordered = [
    ...places.filter((place) => !isOwn(place.owner)),
    ...places.filter((place) => isOwn(place.owner)),
  ];
  const bands = ordered.map((place, number) => {
    const last = number === ordered.length - 1;
    const beside = view.places.filter((other) => other.beside === place.id);
    const whose = place.whose ? ` (${text(place.whose)})` : "";
    const own = [
      h("h3", {}, capital(text(place.name)) + whose),
      grid(place, view, pen, number === 0),
    ];
    const others = beside.map((other) => [
      count(other) > 0 || other.stacks.some((_, n) => pen.isOpen(keyOf(other, n)))
        ? [h("h3", { class: "beside" }, capital(text(other.name))), grid(other, view, pen, false)]
        : null,
    ]);
    return h(
      "div",
      { class: "band", data: { owner: place.owner.player ?? place.owner.team } },
      last ? [own, others] : [others, own],
    );
  });
  return h("section", { class: "place across" }, bands);
}
