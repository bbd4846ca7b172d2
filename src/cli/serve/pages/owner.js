// The page of the server's owner: tables are opened here, and links given out.

import { remark, show } from "./dialog.js";
import { drawing, fill, h } from "./dom.js";
import * as words from "./words.js";

const { say } = words;
const app = document.getElementById("app");
const key = location.hash.slice(1);

const BOTS = ["greedy", "random", "mcts:200", "mcts:1000", "mcts:5000"];

let games = [];
// What is wished for the next table.
let wish = { game: 0, seats: [], variant: null, options: {}, seed: "" };
const parts = {
  open: h("section", { class: "card-sheet" }),
  tables: h("section", { class: "card-sheet" }),
};

async function ask(what, body = {}) {
  const answer = await fetch(`api/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ language: words.language(), ...body }),
  });
  if (answer.status === 403) throw new Error(say("owner-no-entry"));
  if (answer.status === 409) throw new Error((await answer.json()).why);
  if (!answer.ok) throw new Error(say("failed"));
  return answer;
}

const asked = async (what, body) => (await ask(what, body)).json();

// Where a link to a place at a table leads.
function linkTo(table, secret) {
  const url = new URL("play", location.href);
  url.hash = `${table}.${secret}`;
  return url.href;
}

// ---- a new table

function choose(game) {
  const seats = games[game].seats;
  const count = seats.includes(2) ? 2 : (seats[0] ?? 2);
  wish = { game, seats: seated(count, []), variant: null, options: {}, seed: "" };
  paintOpen();
}

function seated(count, before) {
  return Array.from(
    { length: count },
    (_, seat) => before[seat] ?? (seat === 0 ? "human" : "greedy"),
  );
}

function optionsOf(game) {
  const variant = game.variants.find((one) => one.name === wish.variant);
  return variant?.options ?? game.options;
}

function preset(name) {
  const variant = games[wish.game].variants.find((one) => one.name === wish.variant);
  return variant?.sets.find(([option]) => option === name)?.[1];
}

function select(id, values, value, change) {
  const options = values.map(([code, title]) =>
    h("option", { value: code, selected: code === value }, title),
  );
  return h(
    "select",
    { id, data: { key: id }, on: { change: (event) => change(event.target.value) } },
    options,
  );
}

function optionRow(option) {
  const usual = preset(option.name) ?? option.usual;
  const value = wish.options[option.name] ?? usual;
  const id = `option-${option.name}`;
  const change = (chosen) => {
    if (chosen === usual) delete wish.options[option.name];
    else wish.options[option.name] = chosen;
    paintOpen();
  };
  let field;
  if (option.values.words) {
    const isFlag = option.values.words.join() === "true,false";
    const title = (word) =>
      isFlag ? say(word === "true" ? "yes" : "no") : word.replaceAll("_", " ");
    field = select(
      id,
      option.values.words.map((word) => [word, title(word)]),
      value,
      change,
    );
  } else {
    const { least, most } = option.values.numbers;
    field = h("input", {
      id,
      type: "number",
      min: least,
      max: most,
      value,
      data: { key: id },
      on: { change: (event) => change(event.target.value) },
    });
  }
  return h(
    "div",
    { class: ["field", value === option.usual ? null : "unusual"] },
    h("label", { for: id }, option.text),
    field,
  );
}

function seatRow(kind, seat) {
  const id = `seat-${seat}`;
  const known = ["human", ...BOTS].includes(kind);
  const values = [
    ["human", say("person")],
    ...BOTS.map((bot) => [bot, say(`bot-${bot.replace(":", "-")}`)]),
    ["other", say("bot-other")],
  ];
  const field = select(id, values, known ? kind : "other", (chosen) => {
    wish.seats[seat] = chosen === "other" ? "mcts:2s" : chosen;
    paintOpen();
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

function paintOpen() {
  const game = games[wish.game];
  const variants = [
    ["", say("usual")],
    ...game.variants.map((one) => [one.name, one.name.replaceAll("_", " ")]),
  ];
  const options = optionsOf(game);
  fill(
    parts.open,
    h("h2", {}, say("new-table")),
    h(
      "div",
      { class: "games", role: "group", "aria-label": say("game") },
      games.map((one, number) =>
        h(
          "button",
          {
            type: "button",
            class: ["game", number === wish.game ? "chosen" : null],
            "aria-pressed": String(number === wish.game),
            data: { key: `game-${number}` },
            on: { click: () => choose(number) },
          },
          one.title,
        ),
      ),
    ),
    game.seats.length > 1
      ? h(
          "div",
          { class: "field" },
          h("label", { for: "players" }, say("players")),
          select(
            "players",
            game.seats.map((n) => [String(n), String(n)]),
            String(wish.seats.length),
            (n) => {
              wish.seats = seated(Number(n), wish.seats);
              paintOpen();
            },
          ),
        )
      : null,
    h("div", { class: "seats" }, wish.seats.map(seatRow)),
    game.variants.length > 0
      ? h(
          "div",
          { class: "field" },
          h("label", { for: "variant" }, say("variant")),
          select("variant", variants, wish.variant ?? "", (name) => {
            wish.variant = name || null;
            wish.options = {};
            paintOpen();
          }),
        )
      : null,
    options.length > 0
      ? h(
          "details",
          { open: Object.keys(wish.options).length > 0 },
          h("summary", {}, say("options")),
          options.map(optionRow),
        )
      : null,
    h(
      "div",
      { class: "field" },
      h("label", { for: "seed" }, say("seed")),
      h("input", {
        id: "seed",
        type: "text",
        inputmode: "numeric",
        pattern: "[0-9]*",
        placeholder: say("seed-random"),
        value: wish.seed,
        data: { key: "seed" },
        on: {
          change: (event) => {
            wish.seed = event.target.value.trim();
          },
        },
      }),
    ),
    h(
      "button",
      { class: "main", type: "button", data: { key: "open" }, on: { click: open } },
      say("open-table"),
    ),
  );
}

async function open() {
  const seed = /^\d{1,15}$/.test(wish.seed) ? Number(wish.seed) : null;
  const { game, seats, variant, options } = wish;
  try {
    const opened = await asked("open", { wish: { game, seats, variant, options, seed } });
    const links = opened.seats.flatMap((secret, seat) =>
      secret ? [[say("seat", { n: seat + 1 }), linkTo(opened.table, secret)]] : [],
    );
    links.push([say("watchers"), linkTo(opened.table, opened.rail)]);
    showLinks(games[game].title, links);
    await list();
  } catch (error) {
    remark(error.message);
  }
}

// ---- links

function showLinks(title, links) {
  show(
    title,
    h("p", { class: "faint" }, say("links-once")),
    h("div", { class: "links" }, links.map(linkRow)),
  );
}

function linkRow([title, url]) {
  const picture = h("div", { class: "picture" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      remark(say("copied"));
    } catch {
      field.select();
    }
  };
  const field = h("input", {
    type: "text",
    readonly: true,
    value: url,
    "aria-label": title,
    on: { focus: (event) => event.target.select() },
  });
  const draw = async () => {
    if (picture.childElementCount > 0) {
      picture.replaceChildren();
      return;
    }
    try {
      const answer = await ask("qr", { text: url });
      picture.replaceChildren(drawing(await answer.text()));
    } catch (error) {
      remark(error.message);
    }
  };
  return h(
    "div",
    { class: "link" },
    h("strong", {}, title),
    field,
    h(
      "span",
      { class: "buttons" },
      h("button", { type: "button", on: { click: copy } }, say("copy")),
      h("button", { type: "button", on: { click: draw } }, say("qr")),
      h("a", { class: "button", href: url, target: "_blank", rel: "noopener" }, say("sit-down")),
    ),
    picture,
  );
}

// ---- the tables

async function list() {
  const tables = await asked("tables");
  fill(
    parts.tables,
    h("h2", {}, say("tables")),
    tables.length === 0
      ? h("p", { class: "faint" }, say("tables-none"))
      : h("ul", { class: "tables" }, tables.map(tableRow)),
  );
}

function stateOf(table) {
  if (table.halted) return say("table-halted");
  if (table.over) return say("table-over");
  return say("table-turn", { seats: table.choosing.join(", ") });
}

function tableRow(table) {
  const renew = async (seat, title) => {
    try {
      const { key: secret } = await asked("renew", { table: table.table, seat });
      showLinks(table.title, [[title, linkTo(table.table, secret)]]);
    } catch (error) {
      remark(error.message);
    }
  };
  const close = async () => {
    if (!confirm(say("close-sure", { title: table.title }))) return;
    try {
      await ask("close", { table: table.table });
      await list();
    } catch (error) {
      remark(error.message);
    }
  };
  const seats = table.seats.map((kind, seat) => {
    const title = say("seat", { n: seat + 1 });
    if (kind !== "human") return h("span", { class: "chip" }, `${title}: ${kind}`);
    const here = table.present.includes(seat + 1);
    return h(
      "button",
      {
        type: "button",
        class: ["chip", here ? "here" : null],
        title: say("renew-hint"),
        data: { key: `${table.table}-${seat}` },
        on: { click: () => renew(seat + 1, title) },
      },
      `${title}: ${say(here ? "here" : "away")} · ${say("new-link")}`,
    );
  });
  return h(
    "li",
    {},
    h(
      "div",
      {},
      h("strong", {}, table.title),
      " ",
      h("span", { class: "faint" }, `· ${table.table.slice(0, 4)} · ${stateOf(table)}`),
    ),
    h(
      "div",
      { class: "chips" },
      seats,
      h(
        "button",
        {
          type: "button",
          class: "chip",
          title: say("renew-hint"),
          data: { key: `${table.table}-rail` },
          on: { click: () => renew(null, say("watchers")) },
        },
        `${say("watchers")}: ${table.watching} · ${say("new-link")}`,
      ),
      h(
        "button",
        {
          type: "button",
          class: "chip danger",
          data: { key: `${table.table}-close` },
          on: { click: close },
        },
        say("close-table"),
      ),
    ),
  );
}

// ---- the beginning

async function start() {
  await words.load();
  document.title = `cardrun · ${say("tables")}`;
  const other = words.language() === "fr" ? "en" : "fr";
  const turn = () => {
    words.choose(other);
    location.reload();
  };
  const top = h(
    "header",
    { class: "top" },
    h("div", { class: "title" }, h("h1", {}, "cardrun")),
    h(
      "nav",
      {},
      h(
        "button",
        { class: "plain", type: "button", lang: other, on: { click: turn } },
        other === "fr" ? "Français" : "English",
      ),
    ),
  );
  try {
    games = await asked("shelf");
  } catch (error) {
    fill(app, top, h("main", { class: "notice" }, h("p", {}, error.message)));
    return;
  }
  app.append(top, h("main", { class: "owner" }, parts.open, parts.tables));
  choose(0);
  await list();
  setInterval(() => {
    if (!document.hidden && !document.querySelector("dialog")) list().catch(() => {});
  }, 5000);
}

addEventListener("hashchange", () => location.reload());
start();
