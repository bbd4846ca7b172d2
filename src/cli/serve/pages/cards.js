// Cards: standard ones as they are printed everywhere, others by what the view says of them.

import { h } from "./dom.js";
import { draw, text } from "./phrase.js";
import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

// Outlines in a square of 20 by 20, in parts that go on with each other.
const SUITS = {
  "♠":
    "M10 1C13 6 18.500 8 18.500 12.600c0 3.600-5 5.200-7.400 2 .2 2 .9 3.200 2 4.400" +
    "H6.900c1.100-1.200 1.800-2.400 2-4.400-2.400 3.200-7.400 1.600-7.400-2" +
    "C1.500 8 7 6 10 1z",
  "♥":
    "M10 18.500" +
    "C7 14 1.200 11 1.200 6.200 1.200 1.500 7.800.4 10 5.200" +
    "C12.200.4 18.800 1.500 18.800 6.200 18.800 11 13 14 10 18.500" +
    "z",
  "♦": "M10 .8 17 10l-7 9.200L3 10z",
  "♣":
    "M10 1.200a4.100 4.100 0 0 1 3.200 6.700 4.200 4.200 0 1 1-2.300 6.600" +
    "c.1 1.900.7 3.200 1.700 4.400H7.400c1-1.200 1.600-2.500 1.700-4.400" +
    "a4.200 4.200 0 1 1-2.300-6.600A4.100 4.100 0 0 1 10 1.200z",
};

// Where the pips of a number stand: columns at 0, 1, 2 and heights in twelfths.
const PIPS = {
  2: [
    [1, 0],
    [1, 12],
  ],
  3: [
    [1, 0],
    [1, 6],
    [1, 12],
  ],
  4: [
    [0, 0],
    [2, 0],
    [0, 12],
    [2, 12],
  ],
  5: [
    [0, 0],
    [2, 0],
    [1, 6],
    [0, 12],
    [2, 12],
  ],
  6: [
    [0, 0],
    [2, 0],
    [0, 6],
    [2, 6],
    [0, 12],
    [2, 12],
  ],
  7: [
    [0, 0],
    [2, 0],
    [1, 3],
    [0, 6],
    [2, 6],
    [0, 12],
    [2, 12],
  ],
  8: [
    [0, 0],
    [2, 0],
    [1, 3],
    [0, 6],
    [2, 6],
    [1, 9],
    [0, 12],
    [2, 12],
  ],
  9: [
    [0, 0],
    [2, 0],
    [0, 4],
    [2, 4],
    [1, 6],
    [0, 8],
    [2, 8],
    [0, 12],
    [2, 12],
  ],
  10: [
    [0, 0],
    [2, 0],
    [1, 2],
    [0, 4],
    [2, 4],
    [0, 8],
    [2, 8],
    [1, 10],
    [0, 12],
    [2, 12],
  ],
};

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// The sign of a suit in a square of this size around a point.
function pip(suit, x, y, size, turned = false) {
  const scale = size / 20;
  const turn = turned ? ` rotate(180)` : "";
  const way = `translate(${x} ${y})${turn} scale(${scale}) translate(-10 -10)`;
  return svg("path", { d: SUITS[suit], transform: way });
}

// The rank and the suit of a standard card, by its name.
function standard(name) {
  const found = /^(\S{1,2})([♠♥♦♣])$/u.exec(name);
  return found ? { rank: found[1], suit: found[2] } : null;
}

function index(rank, suit) {
  const letters = svg("text", { x: 11, y: 20, "text-anchor": "middle", class: "rank" }, rank);
  if (rank.length > 1) letters.setAttribute("textLength", "17");
  if (rank.length > 1) letters.setAttribute("lengthAdjust", "spacingAndGlyphs");
  return [letters, pip(suit, 11, 31, 13)];
}

function pictureOf({ rank, suit }) {
  const corner = () => svg("g", {}, ...index(rank, suit));
  const turned = svg("g", { transform: "rotate(180 50 70)" }, corner());
  const middle = svg("g", { class: "middle" });
  const places = PIPS[rank];
  if (places) {
    const size = places.length > 8 ? 20 : 22;
    for (const [column, height] of places) {
      middle.append(pip(suit, 31 + column * 19, 25 + height * 7.5, size, height > 6));
    }
  } else if (rank === "A" || rank === "1") {
    middle.append(pip(suit, 50, 70, 46));
  } else {
    middle.append(
      svg("rect", { x: 24, y: 22, width: 52, height: 96, rx: 5, class: "frame" }),
      svg("text", { x: 50, y: 84, "text-anchor": "middle", class: "court" }, rank),
      pip(suit, 35, 35, 15),
      pip(suit, 65, 105, 15, true),
    );
  }
  return svg(
    "svg",
    { viewBox: "0 0 100 140", "aria-hidden": "true", class: "print" },
    corner(),
    turned,
    middle,
  );
}

// The picture of a card, which goes where there is none.
function picture(face, view) {
  if (!face.picture || !view.pictures) return null;
  const way = face.picture.split("/").map(encodeURIComponent).join("/");
  const gone = (event) => event.target.remove();
  const src = `${view.pictures}/${way}`;
  return h("img", { class: "picture", src, alt: "", draggable: "false", on: { error: gone } });
}

// What is printed on a card, for its middle form.
function print(face, view) {
  const known = standard(text(face.name));
  const more = face.print ?? [];
  if (known && more.length === 0) return [pictureOf(known)];
  const corners = face.corners?.map((corner, n) =>
    h("span", { class: `corner corner-${n}` }, draw(corner)),
  );
  const name = text(face.name);
  const title = h("span", { class: "name" }, name);
  // Long words and long names are written smaller, so that hardly a word is broken: what is too
  // small to read helps nobody.
  const word = Math.max(...name.split(/[\s-]+/u).map((part) => [...part].length));
  const size = Math.min(1, 7.4 / word, name.length > 24 ? 0.86 : 1);
  if (size < 1) title.style.fontSize = `max(9px, ${size}em)`;
  return [
    picture(face, view),
    corners,
    face.symbol ? h("span", { class: "symbol", "aria-hidden": "true" }, face.symbol) : null,
    title,
    more.length > 0
      ? h(
          "span",
          { class: "attributes" },
          more.map((one) => h("span", {}, draw(one.text))),
        )
      : null,
    face.text ? h("span", { class: "has-text", "aria-hidden": "true" }, "…") : null,
  ];
}

// The marks of a card or a stack that are drawn.
export function marks(all) {
  return (all ?? []).filter((mark) => mark.drawn && !mark.known && !mark.crossed);
}

// Whose a card is, by the colour and the number of its owner.
const isOwner = (mark) => mark.whose && typeof mark.value === "number";

function notes(all) {
  const shown = marks(all).filter((mark) => !isOwner(mark));
  if (shown.length === 0) return null;
  return h(
    "span",
    { class: "notes" },
    shown.map((mark) => h("span", { class: "note" }, draw(mark.text))),
  );
}

// A card as it is called aloud: its name with all that can be read on it.
export function called(seen, view) {
  const face = seen.card === undefined ? null : view.cards[seen.card];
  const name = face ? text(face.name) : say("hidden-card");
  const print = (face?.print ?? []).map((one) => text(one.text));
  const said = marks(seen.marks).map((mark) => text(mark.text));
  return [name, ...print, ...said, face?.text].filter(Boolean).join(", ");
}

// A card in its place. `pen` says what it can be pointed at by, and whether it moves.
export function card(seen, view, pen, { hand = false } = {}) {
  const face = seen.card === undefined ? null : view.cards[seen.card];
  const key = seen.card === undefined ? `h${seen.handle}` : `c${seen.card}`;
  const owner = (seen.marks ?? []).find((mark) => isOwner(mark) && !mark.known);
  const crossed = (seen.marks ?? []).some((mark) => mark.crossed);
  const element = h(
    "div",
    {
      class: [
        "card",
        face ? `face ink-${face.colour}` : "back",
        face && !seen.face_up && !hand ? "veiled" : null,
        crossed ? "crossed" : null,
      ],
      data: { point: key, shows: seen.card, owner: owner?.value },
      role: "img",
      "aria-label": called(seen, view),
    },
    face ? print(face, view) : null,
    owner ? h("span", { class: "owner", "aria-hidden": "true" }, owner.value) : null,
    notes(seen.marks),
  );
  pen.met(key, element);
  return element;
}

// A card that stands for an option, where it is not on the table.
export function tile(id, view) {
  const face = view.cards[id];
  return h(
    "span",
    { class: ["card", "face", `ink-${face.colour}`], data: { shows: id } },
    print(face, view),
  );
}

// A card alone, with all that it says.
export function large(id, view) {
  const face = view.cards[id];
  const lines = [...(face.print ?? []), ...(face.more ?? [])];
  return h(
    "div",
    { class: "large" },
    tile(id, view),
    h(
      "div",
      { class: "large-text" },
      h("strong", {}, face.symbol ? `${face.symbol} ` : null, text(face.name)),
      lines.length > 0
        ? h("p", { class: "faint" }, lines.map((one) => text(one.text)).join(" · "))
        : null,
      (face.text ?? "")
        .split("\n")
        .filter(Boolean)
        .map((line) => h("p", {}, line)),
    ),
  );
}

// Whether there is more to say of a card than stands on it.
export function hasMore(id, view) {
  const face = view.cards[id];
  return Boolean(
    face && (face.text || face.picture || face.more?.length || face.corners || !standard(text(face.name))),
  );
}
