// The table of a view: who plays against one, what all share, what is one's own.

import { h } from "./dom.js";
import { capital, draw, text } from "./phrase.js";
import { across, count, formOf, isBare, placeOf } from "./places.js";
import { tricks } from "./tricks.js";
import { isOne, say } from "./words.js";

export function isOwn(view) {
  return (owner) => {
    if (owner.player !== undefined) return owner.player === view.seat;
    if (owner.team !== undefined)
      return view.teams.some((team) => team.team === owner.team && team.own);
    return false;
  };
}

const same = (owner, other) => JSON.stringify(owner) === JSON.stringify(other);

function values(view, owners) {
  const shown = view.values.filter(
    (value) => value.drawn && !value.pawn && owners.some((owner) => same(owner, value.owner)),
  );
  if (shown.length === 0) return null;
  return h(
    "dl",
    { class: "values" },
    shown.map((value) =>
      h("div", {}, h("dt", {}, value.text), h("dd", {}, draw(value.words, view))),
    ),
  );
}

function places(view, owners, pen, which = () => true) {
  const here = view.places.filter(
    (place) =>
      place.drawn &&
      !place.across &&
      place.trick === undefined &&
      place.beside === undefined &&
      which(place) &&
      owners.some((owner) => same(owner, place.owner)),
  );
  return here
    .filter((place) => !isBare(place) || pen.isOpen(`p${place.id}`))
    .map((place) => placeOf(place, view, pen));
}

const hasTeams = (view) => view.teams.some((team) => team.seats.length > 1);

// What belongs to a player: its own things, and those of its team where it is that alone.
function ownersOf(player, view) {
  const alone = view.teams.some((team) => team.team === player.team && team.seats.length === 1);
  return alone ? [{ player: player.seat }, { team: player.team }] : [{ player: player.seat }];
}

// What a player is called at this table, where people have names.
export function called(player, view) {
  return view.names?.[player.seat - 1] || capital(text(player.name));
}

// What a player has scored, in the game's own words if it has some; those may be none at all.
function scoreOf(player) {
  if (player?.score === null || player?.score === undefined) return null;
  const words = player.counted ?? say(isOne(player.score) ? "point" : "points", { n: player.score });
  return words ? h("span", { class: "score" }, words) : null;
}

// `name` is the element with what the player is called: by it a player is picked.
function nameplate(player, view, name) {
  const team = hasTeams(view) ? view.teams.find((team) => team.team === player.team) : null;
  // Of several who choose at the same time, who has chosen waits for the others.
  const waits = player.own && !view.menu;
  const chooses = view.choosing.includes(player.seat) && !view.over && !waits;
  return h(
    "header",
    { class: "nameplate" },
    h("span", { class: "badge", data: { owner: player.team }, "aria-hidden": "true" }, player.seat),
    h("h2", {}, name),
    team ? h("span", { class: "faint" }, text(team.side)) : null,
    chooses
      ? h(
          "span",
          { class: "chooses" },
          h("i", { "aria-hidden": "true" }),
          say(player.own ? "you-choose" : "chooses"),
        )
      : null,
    view.cooperative ? null : scoreOf(player),
  );
}

function playerOf(player, view, pen, which) {
  const owners = ownersOf(player, view);
  const key = `s${player.seat}`;
  const name = h("span", { class: "called", data: { point: key } }, called(player, view));
  const element = h(
    "section",
    {
      class: ["player", player.own ? "own" : null, view.turn === player.seat ? "on-turn" : null],
      data: { point: key, owner: player.team },
      role: "group",
      "aria-label": called(player, view),
    },
    nameplate(player, view, name),
    values(view, owners),
    h("div", { class: "places" }, places(view, owners, pen, which)),
  );
  pen.met(key, element);
  pen.met(key, name);
  return element;
}

function teamOf(team, view, pen) {
  const body = [values(view, [{ team: team.team }]), places(view, [{ team: team.team }], pen)]
    .flat()
    .filter(Boolean);
  if (body.length === 0) return null;
  const key = `t${team.team}`;
  const name = h("span", { class: "called", data: { point: key } }, capital(text(team.name)));
  const element = h(
    "section",
    { class: "player team", data: { point: key, owner: team.team }, role: "group" },
    h(
      "header",
      { class: "nameplate" },
      h("span", { class: "badge", data: { owner: team.team } }),
      h("h2", {}, name),
    ),
    h("div", { class: "places" }, body),
  );
  pen.met(key, element);
  pen.met(key, name);
  return element;
}

// Who sits where, from one's left round to one's right.
function others(view) {
  const own = view.players.findIndex((player) => player.own);
  if (own < 0) return view.players;
  return [...view.players.slice(own + 1), ...view.players.slice(0, own)];
}

function ending(view) {
  if (!view.over) return null;
  const { verdict, tally, parts = [], reason, winners } = view.over;
  const won = view.seat !== null && winners.includes(view.seat);
  return h(
    "section",
    { class: ["ending", won ? "won" : null], "aria-label": say("end") },
    h("h2", {}, capital(text(verdict, view))),
    tally ? h("p", {}, capital(text(tally, view))) : null,
    ...parts.map((part) => h("p", { class: "part" }, capital(text(part.told, view)))),
    reason ? h("p", { class: "faint" }, capital(text(reason, view))) : null,
  );
}

export function heading(view) {
  const course = view.course.map((phase) => `${phase.text} ${phase.number}`).join(" · ");
  const settings = (view.settings ?? [])
    .map((setting) => `${setting.text}: ${setting.said}`)
    .join(" · ");
  return h(
    "div",
    { class: "title" },
    h("h1", { title: settings || null }, view.title),
    course ? h("span", { class: "course" }, course) : null,
    view.cooperative ? scoreOf(view.players[0]) : null,
  );
}

// All that lies on the table; the own hand is not among it.
export function table(view, pen) {
  const own = view.players.find((player) => player.own);
  const mine = isOwn(view);
  const zones = [
    ...new Set(
      view.places.filter((place) => place.across && place.drawn).map((place) => place.zone),
    ),
  ];
  const filled = zones.filter((zone) =>
    view.places.some((place) => place.zone === zone && (count(place) > 0 || view.menu)),
  );
  const boards = filled.map((zone) => across(zone, view, pen, mine));
  const shared = places(view, [{ owner: "table" }, "table"], pen);
  const teams = hasTeams(view) ? view.teams.map((team) => teamOf(team, view, pen)) : [];
  const isHand = (place) => formOf(place) === "hand";
  return [
    ending(view),
    h(
      "div",
      { class: "opponents" },
      others(view).map((player) => playerOf(player, view, pen)),
      teams,
    ),
    h(
      "div",
      { class: "middle-of-table" },
      values(view, ["table"]),
      boards,
      tricks(view, pen, called),
      h("div", { class: "places" }, shared),
    ),
    own ? playerOf(own, view, pen, (place) => !isHand(place)) : null,
  ];
}

// The own hand.
export function hands(view, pen) {
  const own = view.players.find((player) => player.own);
  return own ? places(view, ownersOf(own, view), pen, (place) => formOf(place) === "hand") : [];
}
