// The form in which somebody says what to play: game, variant, options, who sits where, a seed.

import { fill, h } from "./dom.js";
import { say } from "./words.js";

export const BOTS = ["greedy", "random", "mcts:200", "mcts:1000", "mcts:5000"];

// What a bot is called, where it has a name.
export const botName = (bot) => (BOTS.includes(bot) ? say(`bot-${bot.replace(":", "-")}`) : bot);

// A choice of one of several values, each with its title.
export function select(id, values, value, change) {
  const options = values.map(([code, title]) =>
    h("option", { value: code, selected: code === value }, title),
  );
  return h(
    "select",
    { id, data: { key: id }, on: { change: (event) => change(event.target.value) } },
    options,
  );
}

// A whole number that somebody has typed, up to `most`; null where it is none.
export function wholeIn(typed, most = Number.MAX_SAFE_INTEGER) {
  const number = /^\d{1,16}$/.test(typed) ? Number(typed) : null;
  return number !== null && number <= most ? number : null;
}

// Lets the browser say at a field that a number up to `most` is wanted there.
export function wantsWhole(field, most = Number.MAX_SAFE_INTEGER) {
  field.setCustomValidity(say("no-number", { most }));
  field.reportValidity();
  field.addEventListener("input", () => field.setCustomValidity(""), { once: true });
}

// The field for an option: `value` is what it has, `change` is told another one.
export function optionField(id, option, value, change) {
  if (option.values === "flag") {
    const words = [
      ["true", say("yes")],
      ["false", say("no")],
    ];
    return select(id, words, value, change);
  }
  if (option.values.words) {
    const words = option.values.words.map(({ word, text }) => [word, text]);
    return select(id, words, value, change);
  }
  const { least, most } = option.values.numbers;
  return h("input", {
    id,
    type: "number",
    min: least,
    max: most,
    value,
    data: { key: id },
    on: { change: (event) => change(event.target.value) },
  });
}

// What an option has where nobody sets it, with a variant.
export function usualOf(game, variant, option) {
  const chosen = game.variants.find((one) => one.name === variant);
  return chosen?.sets.find(([name]) => name === option.name)?.[1] ?? option.usual;
}

// The options of a game, with a variant.
export function optionsOf(game, variant) {
  return game.variants.find((one) => one.name === variant)?.options ?? game.options;
}

// The field in which a variant is chosen; none where there are none.
export function variantField(id, game, variant, change) {
  if (game.variants.length === 0) return null;
  const titled = game.variants.map((one) => [one.name, one.text]);
  const all = [["", say("usual")], ...titled];
  return select(id, all, variant ?? "", (name) => change(name || null));
}

// The field for who chooses for a seat.
export function playerField(id, kind, change, kinds = BOTS) {
  const named = kinds.map((bot) => [bot, botName(bot)]);
  return select(id, named, kind, change);
}

function labelled(id, title, ...fields) {
  return h("div", { class: "field" }, h("label", { for: id }, title), fields);
}

// Paints the form into an element. `title` and `button` are its words; `open` is told the wish;
// `chosen` is told the number of another game; `more` gives further fields.
export function wishForm(part, games, { title, button, open, chosen, more }) {
  let wish = null;
  // Whether the options are shown, once somebody has said so.
  let unfolded = null;

  function choose(game) {
    const seats = games[game].seats;
    // The first number is the usual one.
    const count = seats[0] ?? 2;
    wish = { game, seats: seated(count, []), variant: null, options: {}, seed: "" };
    chosen?.(game);
    paint();
  }

  function optionRow(option) {
    const usual = usualOf(games[wish.game], wish.variant, option);
    const value = wish.options[option.name] ?? usual;
    const id = `option-${option.name}`;
    const field = optionField(id, option, value, (set) => {
      if (set === usual) delete wish.options[option.name];
      else wish.options[option.name] = set;
      paint();
    });
    return h(
      "div",
      { class: ["field", value === usual ? null : "unusual"] },
      h("label", { for: id }, option.text),
      field,
    );
  }

  function seatRow(kind, seat) {
    const id = `seat-${seat}`;
    const known = ["human", ...BOTS].includes(kind);
    const values = [
      ["human", say("person")],
      ...BOTS.map((bot) => [bot, botName(bot)]),
      ["other", say("bot-other")],
    ];
    const field = select(id, values, known ? kind : "other", (chosen) => {
      wish.seats[seat] = chosen === "other" ? "mcts:2s" : chosen;
      paint();
    });
    const typed = known
      ? null
      : h("input", {
          type: "text",
          value: kind,
          "aria-label": say("bot-other"),
          data: { key: `${id}-typed` },
          on: {
            change: (event) => {
              wish.seats[seat] = event.target.value.trim();
            },
          },
        });
    return h(
      "div",
      { class: "field" },
      h("label", { for: id }, say("seat", { n: seat + 1 })),
      field,
      typed,
    );
  }

  function paint() {
    const game = games[wish.game];
    const options = optionsOf(game, wish.variant);
    const seed = h("input", {
      id: "seed",
      type: "text",
      inputmode: "numeric",
      placeholder: say("seed-random"),
      value: wish.seed,
      data: { key: "seed" },
      on: {
        change: (event) => {
          wish.seed = event.target.value.trim();
        },
      },
    });
    const players = game.seats.map((n) => [String(n), String(n)]);
    const variant = variantField("variant", game, wish.variant, (name) => {
      wish.variant = name;
      wish.options = {};
      paint();
    });
    fill(
      part,
      h("h2", {}, title),
      h(
        "div",
        { class: "games", role: "group", "aria-label": say("game") },
        games.map(gameButton),
      ),
      game.seats.length > 1
        ? labelled(
            "players",
            say("players"),
            select("players", players, String(wish.seats.length), (n) => {
              wish.seats = seated(Number(n), wish.seats);
              paint();
            }),
          )
        : null,
      h("div", { class: "seats" }, wish.seats.map(seatRow)),
      variant ? labelled("variant", say("variant"), variant) : null,
      options.length > 0
        ? h(
            "details",
            {
              open: unfolded ?? Object.keys(wish.options).length > 0,
              on: {
                toggle: (event) => {
                  unfolded = event.target.open;
                },
              },
            },
            h("summary", {}, say("options")),
            options.map(optionRow),
          )
        : null,
      more?.(),
      labelled("seed", say("seed"), seed),
      h(
        "button",
        { class: "main", type: "button", data: { key: "open" }, on: { click: opens } },
        button,
      ),
    );
  }

  function gameButton(one, number) {
    return h(
      "button",
      {
        type: "button",
        class: ["game", number === wish.game ? "chosen" : null],
        "aria-pressed": String(number === wish.game),
        data: { key: `game-${number}` },
        on: { click: () => choose(number) },
      },
      one.title,
    );
  }

  // Tells the wish as the server reads it.
  function opens() {
    const { game, seats, variant, options } = wish;
    const seed = wholeIn(wish.seed);
    if (wish.seed && seed === null) wantsWhole(part.querySelector("#seed"));
    else open({ game, seats, variant, options, seed });
  }

  choose(0);
  return { paint, game: () => wish.game };
}

function seated(count, before) {
  return Array.from(
    { length: count },
    (_, seat) => before[seat] ?? (seat === 0 ? "human" : "greedy"),
  );
}
