// What the owners of several places have laid, as one trick: card beside card in the order in which
// they came, each with who laid it.

import { h } from "./dom.js";
import { capital, text } from "./phrase.js";
import { count, stackOf } from "./places.js";

// The places of a view that are drawn so, zone by zone.
function tricksOf(view) {
  const places = view.places.filter((place) => place.drawn && place.trick !== undefined);
  const zones = [...new Set(places.map((place) => place.zone))];
  return zones.map((zone) => places.filter((place) => place.zone === zone));
}

function laid(place, view, pen, called) {
  const player = view.players.find((player) => player.seat === place.owner.player);
  const whose = player ? called(player, view) : capital(text(place.whose ?? []));
  return h(
    "div",
    { class: "laid", data: { owner: player?.team ?? place.owner.team } },
    stackOf({ ...place, stacking: "spread" }, 0, view, pen, { whose }),
    h("span", { class: "whose" }, whose),
  );
}

// Where nothing lies yet, there is room for the first card. `called` says what players are called.
function trick(places, view, pen, called) {
  const came = (place) => place.trick || places.length + 1;
  const shown = places
    .filter((place) => count(place) > 0 || pen.isOpen(`p${place.id}`))
    .sort((one, other) => came(one) - came(other));
  const [first] = places;
  return h(
    "section",
    { class: "place trick", data: { count: shown.length }, "aria-label": capital(text(first.name)) },
    h("h3", {}, capital(text(first.name))),
    h(
      "div",
      { class: "stacks" },
      shown.length === 0
        ? h("span", { class: "hole", "aria-hidden": "true" })
        : shown.map((place) => laid(place, view, pen, called)),
    ),
  );
}

export function tricks(view, pen, called) {
  return tricksOf(view).map((places) => trick(places, view, pen, called));
}
