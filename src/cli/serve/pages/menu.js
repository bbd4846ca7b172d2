// What can be chosen, as a list.

import { tile } from "./cards.js";
import { h } from "./dom.js";
import { capital, draw, text } from "./phrase.js";
import { say } from "./words.js";

// The card by which an option is drawn, where it names one that is nowhere on the table.
function pictured(option, met) {
  const cards = option.points.filter((pointer) => pointer.card !== undefined);
  if (cards.length !== 1 || option.points.length !== 1) return null;
  return met.has(`c${cards[0].card}`) ? null : cards[0].card;
}

// What an option is called in a fold: by what is behind the values that all there share.
function behind(option, depth) {
  const parts = depth > 0 ? (option.parts?.slice(depth) ?? []) : [];
  if (parts.length === 0) return null;
  return parts.flatMap((part, number) => (number > 0 ? [", ", ...part] : part));
}

// Whether the whole list is shown where most of it can be picked on the table, too.
let whole = false;

// Lists up to here are shown behind the first thing that was picked.
const SHORT = 8;

// So many entries are chosen by a digit.
const DIGITS = 9;

// The options that can be picked on the table alone, by their places in the menu.
function onTable(choice, met) {
  const all = new Map();
  choice.keys.forEach((keys, number) => {
    const named = choice.menu.options[number].points;
    if (keys.length === 0 || keys.length !== named.length || !keys.every((key) => met.has(key)))
      return;
    const together = [...keys].sort().join(" ");
    all.set(together, [...(all.get(together) ?? []), number]);
  });
  return new Set([...all.values()].filter((numbers) => numbers.length === 1).flat());
}

// The list. `does` has what is done: take, open, back, confirm, clear.
export function list(choice, met, does) {
  const { menu, view } = choice;
  let depth = 0;
  let items = menu.items;
  for (const number of choice.fold) {
    depth = items[number].fold.depth;
    items = items[number].fold.items;
  }
  const reached = onTable(choice, met);
  const all = choice.items();
  const under = ({ item }) =>
    (item.fold ? item.fold.options : [item.option]).every((number) => reached.has(number));
  const short = choice.picked.length > 0 && !choice.several && all.length <= SHORT;
  const isFolded = !short && reached.size > 0 && choice.fold.length === 0;
  // What can be chosen nowhere else comes first, so that it is called by the same digit whether the
  // rest is shown or not.
  const alone = isFolded ? all.filter((one) => !under(one)) : all;
  const shown = isFolded && whole ? [...alone, ...all.filter(under)] : alone;
  const tiles = [];
  const lines = [];
  for (const { item, number } of shown) {
    if (item.fold) {
      lines.push(button([...item.fold.title], `f${number}`, () => does.open(number), view, "fold"));
      continue;
    }
    const option = menu.options[item.option];
    const card = pictured(option, met);
    const key = choice.keys[item.option][0];
    const take = choice.several && key ? () => does.pick(key) : () => does.take(item.option);
    if (card !== null) {
      const picked = choice.isPicked(`c${card}`);
      tiles.push(
        h(
          "button",
          {
            class: ["tile", picked ? "picked" : null],
            type: "button",
            "aria-label": text(option.text),
            "aria-pressed": choice.several ? String(picked) : null,
            data: { key: `o${item.option}` },
            on: { click: take },
          },
          tile(card, view),
        ),
      );
    } else {
      const picked = choice.several && key && choice.isPicked(key);
      lines.push(
        button(
          behind(option, depth) ?? option.text,
          `o${item.option}`,
          take,
          view,
          picked ? "picked" : null,
        ),
      );
    }
  }
  const entries = options(lines);
  [...tiles, ...lines].slice(0, DIGITS).forEach(numbered);
  const inside = choice.fold.length > 0 || choice.picked.length > 0;
  return [
    h(
      "div",
      { class: "ask" },
      h(
        "strong",
        { class: "prompt", id: "prompt" },
        menu.begun ? draw(menu.begun, view) : (prompt(menu) ?? say("your-turn")),
      ),
      menu.left && !(choice.several && choice.picked.length > 0)
        ? h("span", { class: "left" }, draw(menu.left.text))
        : null,
      choice.several
        ? h(
            "button",
            {
              class: "main",
              type: "button",
              disabled: !choice.isEnough(),
              data: { key: "confirm" },
              on: { click: does.confirm },
            },
            say("choose-these", { n: choice.share() }),
          )
        : null,
      inside
        ? h(
            "button",
            { class: "plain", type: "button", data: { key: "back" }, on: { click: does.back } },
            say("back"),
          )
        : null,
      isFolded && all.some(under)
        ? h(
            "button",
            {
              class: "plain",
              type: "button",
              "aria-expanded": String(whole),
              data: { key: "whole" },
              on: {
                click: () => {
                  whole = !whole;
                  does.again();
                },
              },
            },
            say(whole ? "list-hide" : "list", { n: all.length }),
          )
        : null,
      whys(menu, does),
    ),
    tiles.length > 0 ? h("div", { class: "tiles" }, tiles) : null,
    entries,
  ];
}

// Shows the digit by which an entry is chosen.
function numbered(entry, place) {
  const digit = place + 1;
  entry.setAttribute("aria-keyshortcuts", digit);
  entry.prepend(h("kbd", { class: "digit", "aria-hidden": "true" }, digit));
}

// What is asked, in one sentence for whoever only listens.
export function askedOf({ menu, view }) {
  const what = menu.begun ? text(menu.begun, view) : prompt(menu);
  const turn = what === null ? say("your-turn") : say("turn", { what });
  return [turn, menu.left ? text(menu.left.text) : null].filter(Boolean).join(", ");
}

// Many options stand in columns as wide as the longest of them.
function options(lines) {
  const element = h("div", { class: "options", role: "group", "aria-labelledby": "prompt" }, lines);
  const longest = Math.max(0, ...lines.map((line) => line.textContent.length));
  element.style.setProperty("--widest", `${Math.min(34, longest * 0.52 + 3.6)}rem`);
  return element;
}

// What a menu asks for; null where the rules have no words for it.
function prompt(menu) {
  const words = text(menu.prompt)
    .replace(/[…\s:]+$/u, "")
    .replace(/^[…\s:]+/u, "");
  if (!words) return null;
  return capital(words.replace(/\s*…\s*/gu, " … "));
}

function button(phrase, key, take, view, kind) {
  return h(
    "button",
    { class: ["option", kind], type: "button", data: { key }, on: { click: take } },
    h("span", {}, draw(phrase, view)),
  );
}

function whys(menu, does) {
  const said = menu.reasons?.filter((reason) => reason.whys.length > 0) ?? [];
  if (said.length === 0) return null;
  return h(
    "button",
    {
      class: "plain",
      type: "button",
      data: { key: "why" },
      on: { click: () => does.explain(said) },
    },
    say("why-not"),
  );
}
