// Texts whose pieces know what they speak of.

import { h } from "./dom.js";

// What a piece says: of a player the name, where somebody else has one at this table.
function said(span, view) {
  const name = span.player === view?.seat ? null : view?.names?.[span.player - 1];
  return name || span.text;
}

// A phrase as plain text.
export function text(phrase, view) {
  const pieces = (phrase ?? []).map((span) =>
    typeof span === "string" ? span : said(span, view),
  );
  return pieces.join("");
}

// The same with a capital letter at its head.
export function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// A phrase as elements: cards, players and places can be told apart, and pointed at.
export function draw(phrase, view) {
  return (phrase ?? []).map((span) => {
    if (typeof span === "string") return span;
    if (span.card !== undefined) {
      const face = view?.cards?.[span.card];
      const colour = face?.colour ? `ink-${face.colour}` : null;
      return h("span", { class: ["named-card", colour], data: { shows: span.card } }, span.text);
    }
    if (span.back)
      return h("span", { class: "mini-back", role: "img", "aria-label": span.ascii ?? span.text });
    if (span.suit !== undefined) return h("span", { class: `ink-${span.suit}` }, span.text);
    if (span.place !== undefined) {
      const at = span.stack === undefined ? `${span.place}` : `${span.place}.${span.stack}`;
      return h("span", { class: "named-place", data: { leads: at } }, span.text);
    }
    if (span.player !== undefined) {
      return h("span", { class: "named-player", data: { owner: span.player } }, said(span, view));
    }
    return span.text;
  });
}

// All that a phrase says, with a capital letter at its head.
export function sentence(phrase, view) {
  const parts = [...(phrase ?? [])];
  if (parts.length > 0) {
    const first = parts[0];
    parts[0] = typeof first === "string" ? capital(first) : { ...first, text: capital(first.text) };
  }
  return draw(parts, view);
}
