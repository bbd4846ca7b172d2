// The form in which somebody says what to count, and what comes of it.

import { fill, h } from "./dom.js";
import { doneOf, figures } from "./figures.js";
import {
  optionField,
  optionsOf,
  playerField,
  usualOf,
  variantField,
  wantsWhole,
  wholeIn,
} from "./wish.js";
import { say } from "./words.js";

// How long a field is left alone before games are counted anew.
const REST = 350;

// The most games that are counted at a time.
const MOST_GAMES = 999999999;

// A slider with its number, for what has few enough values to slide over them.
function sliding(id, option, value, change) {
  const { least, most } = option.values.numbers;
  const number = h("output", { for: id }, value);
  const slider = h("input", {
    id,
    type: "range",
    min: least,
    max: most,
    value,
    data: { key: id },
    on: {
      input() {
        number.textContent = slider.value;
        change(slider.value);
      },
    },
  });
  return h("span", { class: "sliding" }, slider, number);
}

// Whether two versions are of the same variant with the same options.
function same(one, other) {
  const names = new Set([...Object.keys(one.options), ...Object.keys(other.options)]);
  return (
    one.variant === other.variant &&
    [...names].every((name) => one.options[name] === other.options[name])
  );
}

// Makes the form in an element. `does` has count, which is told what is wanted, set, which is told
// as which version the game goes on, enough, report, and say, which tells something to whoever
// listens.
export function countingIn(part, does) {
  let card = null;
  let seats = [];
  let versions = [{ variant: null, options: {} }];
  // The version that is played.
  let played = versions[0];
  let games = "1000";
  let seed = "1";
  let players = [];
  // A count was asked for, so that another wish counts anew; and one is under way.
  let wanted = false;
  let running = false;
  let timer = null;
  const form = h("div", { class: "count-form" });
  const result = h("div", { class: "count-result" });
  part.append(form, result);

  function start() {
    clearTimeout(timer);
    const many = wholeIn(games, MOST_GAMES);
    const first = wholeIn(seed);
    if (many === null) wantsWhole(form.querySelector("#count-games"), MOST_GAMES);
    if (first === null) wantsWhole(form.querySelector("#count-seed"));
    if (many === null || first === null) return;
    wanted = true;
    if (!running) does.say(say("bench-counting"));
    running = true;
    does.count({
      versions,
      games: many,
      seed: first,
      players: seats.map((_, seat) => players[seat] ?? "random"),
    });
    paint();
  }

  function changed() {
    clearTimeout(timer);
    if (wanted) timer = setTimeout(start, REST);
  }

  function optionRow(version, number, option) {
    const usual = usualOf(card, version.variant, option);
    const value = version.options[option.name] ?? usual;
    const id = `count-${number}-${option.name}`;
    const change = (set) => {
      if (set === usual) delete version.options[option.name];
      else version.options[option.name] = set;
      changed();
    };
    const range = option.values.numbers;
    const slides = range && range.most - range.least <= 200;
    const field = (slides ? sliding : optionField)(id, option, value, change);
    return h("div", { class: "field" }, h("label", { for: id }, option.text), field);
  }

  function versionFields(version, number) {
    const several = versions.length > 1;
    const variant = variantField(`count-${number}-variant`, card, version.variant, (name) => {
      version.variant = name;
      version.options = {};
      changed();
      paint();
    });
    const id = `count-${number}-variant`;
    const fields = [
      variant
        ? h("div", { class: "field" }, h("label", { for: id }, say("variant")), variant)
        : null,
      optionsOf(card, version.variant).map((option) => optionRow(version, number, option)),
    ];
    if (!several && !variant && card.options.length === 0) return null;
    return h(
      "fieldset",
      { class: "version" },
      h("legend", {}, several ? "AB"[number] : say("options")),
      fields,
      h(
        "button",
        {
          type: "button",
          title: say("bench-set-hint"),
          data: { key: `count-${number}-set` },
          on: {
            click() {
              if (!same(version, played)) does.set(version);
            },
          },
        },
        say("bench-set"),
      ),
    );
  }

  function plainField(id, title, value, set) {
    const field = h("input", {
      id,
      type: "text",
      inputmode: "numeric",
      value,
      data: { key: id },
      on: {
        change() {
          set(field.value.trim());
          changed();
        },
      },
    });
    return h("div", { class: "field" }, h("label", { for: id }, title), field);
  }

  function paint() {
    if (!card) return;
    const compares = versions.length > 1;
    const both = h("input", {
      id: "count-both",
      type: "checkbox",
      checked: compares,
      data: { key: "count-both" },
      on: {
        change() {
          const [first] = versions;
          versions = compares
            ? [first]
            : [first, { variant: first.variant, options: { ...first.options } }];
          changed();
          paint();
        },
      },
    });
    fill(
      form,
      plainField("count-games", say("bench-how-many"), games, (typed) => {
        games = typed;
      }),
      seats.map((_, seat) => {
        const id = `count-player-${seat}`;
        const field = playerField(id, players[seat] ?? "random", (kind) => {
          players[seat] = kind;
          changed();
        });
        const title = say("player", { n: seat + 1 });
        return h("div", { class: "field" }, h("label", { for: id }, title), field);
      }),
      h("div", { class: "check" }, both, h("label", { for: "count-both" }, say("bench-compare"))),
      h("div", { class: "versions" }, versions.map(versionFields)),
      plainField("count-seed", say("seed"), seed, (typed) => {
        seed = typed;
      }),
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          { type: "button", class: "main", data: { key: "count" }, on: { click: start } },
          say("bench-count"),
        ),
        h(
          "button",
          {
            type: "button",
            disabled: !running,
            data: { key: "enough" },
            on: { click: () => does.enough() },
          },
          say("bench-enough"),
        ),
        h(
          "button",
          {
            type: "button",
            disabled: running || !wanted,
            data: { key: "report" },
            on: { click: () => does.report() },
          },
          say("bench-report"),
        ),
      ),
    );
  }

  return {
    // What can be set of the game, as it is now.
    game({ card: now, variant, options }) {
      played = { variant, options };
      if (!card) versions = [{ variant, options: { ...options } }];
      card = now;
      const known = (version) => new Set(optionsOf(card, version.variant).map((one) => one.name));
      for (const version of versions) {
        const names = known(version);
        for (const name of Object.keys(version.options)) {
          if (!names.has(name)) delete version.options[name];
        }
      }
      paint();
    },
    // What plays is another game by now.
    edited: changed,
    seats(now) {
      if (now.length === seats.length) return;
      seats = now;
      paint();
    },
    // What is known so far comes several times a second: only the end is said.
    counted(all) {
      const was = running;
      running = all.goes_on;
      fill(result, figures(all, say("bench-counted")));
      if (was === running) return;
      if (!running) does.say(say("bench-done", { what: doneOf(all) }));
      paint();
    },
    denied() {
      running = false;
      paint();
    },
  };
}
