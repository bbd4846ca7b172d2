// The page of the server's owner: tables are opened here, and links given out.

import { askingBy } from "./asking.js";
import { remark, show } from "./dialog.js";
import { drawing, fill, h } from "./dom.js";
import { copyButton, linkField } from "./links.js";
import { botName, select, wishForm } from "./wish.js";
import * as words from "./words.js";

const { say } = words;
const app = document.getElementById("app");
const key = location.hash.slice(1);

let games = [];
const parts = {
  open: h("section", { class: "card-sheet" }),
  tables: h("section", { class: "card-sheet" }),
};

const { ask, asked } = askingBy(key);

// Where a link to a place at a table leads.
function linkTo(table, secret) {
  const url = new URL("play", location.href);
  url.hash = `${table}.${secret}`;
  return url.href;
}

// ---- a new table

// What holds at the next table beside the rules of its game.
const house = { time: null, away: null };
// Whether that is shown, once somebody has said so.
let houseUnfolded = null;

const TIMES = [15, 30, 60, 120, 300, 3600];

function timeField(key, title, none) {
  const words = (n) => (n < 60 ? say("seconds", { n }) : say("minutes", { n: n / 60 }));
  const values = [["", none], ...TIMES.map((n) => [String(n), words(n)])];
  const field = select(`house-${key}`, values, String(house[key] ?? ""), (value) => {
    house[key] = value === "" ? null : Number(value);
  });
  return h("div", { class: "field" }, h("label", { for: `house-${key}` }, title), field);
}

function houseFields() {
  return h(
    "details",
    {
      open: houseUnfolded ?? (house.time !== null || house.away !== null),
      on: {
        toggle: (event) => {
          houseUnfolded = event.target.open;
        },
      },
    },
    h("summary", {}, say("house")),
    timeField("time", say("house-time"), say("house-no-time")),
    timeField("away", say("house-away"), say("house-nobody")),
  );
}

async function open(wish) {
  try {
    const opened = await asked("open", { wish: { ...wish, house } });
    const links = opened.seats.flatMap((secret, seat) =>
      secret ? [[say("seat", { n: seat + 1 }), linkTo(opened.table, secret)]] : [],
    );
    links.push([say("watchers"), linkTo(opened.table, opened.rail)]);
    showLinks(games[wish.game].title, links);
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
  const field = linkField("input", title, url);
  const draw = async () => {
    if (picture.childElementCount > 0) {
      picture.replaceChildren();
      return;
    }
    try {
      const answer = await ask("qr", { text: url });
      picture.replaceChildren(drawing(await answer.text(), `${say("qr")}: ${title}`));
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
      copyButton(field),
      h("button", { type: "button", on: { click: draw } }, say("qr")),
      h("a", { class: "button", href: url, target: "_blank", rel: "noopener" }, say("sit-down")),
    ),
    picture,
  );
}

// ---- the tables

async function list() {
  const [tables, waiting] = await Promise.all([asked("tables"), asked("waiting")]);
  fill(
    parts.tables,
    h("h2", {}, say("tables")),
    tables.length === 0
      ? h("p", { class: "faint" }, say("tables-none"))
      : h("ul", { class: "tables" }, tables.map(tableRow)),
    waiting.length === 0 ? null : h("h3", {}, say("tables-waiting")),
    waiting.length === 0 ? null : h("ul", { class: "tables" }, waiting.map(waitingRow)),
  );
}

// Has something done at the server, says why it cannot be done, and lists the tables again.
async function does(what, about) {
  try {
    await ask(what, about);
  } catch (error) {
    remark(error.message);
  }
  await list().catch((error) => remark(error.message));
}

// A table that could not be taken up.
function waitingRow({ table, why }) {
  const short = table.slice(0, 4);
  const close = () => {
    if (confirm(say("close-waiting-sure", { table: short }))) does("close", { table });
  };
  return h(
    "li",
    {},
    h("div", {}, h("strong", {}, short), " ", h("span", { class: "warning" }, why)),
    h(
      "div",
      { class: "chips" },
      h(
        "button",
        {
          type: "button",
          class: "chip",
          data: { key: `${table}-again` },
          on: { click: () => does("take-up", { table }) },
        },
        say("again"),
      ),
      closeButton(table, close),
    ),
  );
}

function closeButton(table, close) {
  return h(
    "button",
    {
      type: "button",
      class: "chip danger",
      data: { key: `${table}-close` },
      on: { click: close },
    },
    say("close-table"),
  );
}

function stateOf(table) {
  if (table.halted) return say("table-halted");
  if (table.over) return say("table-over");
  const key = table.choosing.length > 1 ? "table-turns" : "table-turn";
  return say(key, { seats: table.choosing.join(", ") });
}

function tableRow(table) {
  const called = table.title[words.language()];
  const renew = async (seat, title) => {
    if (!confirm(say("renew-sure", { what: title }))) return;
    try {
      const { key: secret } = await asked("renew", { table: table.table, seat });
      showLinks(called, [[title, linkTo(table.table, secret)]]);
    } catch (error) {
      remark(error.message);
    }
  };
  const close = () => {
    if (confirm(say("close-sure", { title: called }))) does("close", { table: table.table });
  };
  const seats = table.seats.map((kind, seat) => {
    const title = say("seat", { n: seat + 1 });
    if (kind !== "human") {
      return h("span", { class: "chip" }, say("is-so", { what: title, how: botName(kind) }));
    }
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
      `${say("is-so", { what: title, how: say(here ? "here" : "away") })} · ${say("new-link")}`,
    );
  });
  return h(
    "li",
    {},
    h(
      "div",
      {},
      h("strong", {}, called),
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
        `${say("is-so", { what: say("watchers"), how: table.watching })} · ${say("new-link")}`,
      ),
      closeButton(table.table, close),
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
  const bench = h(
    "a",
    { class: "button plain", href: `workbench#${key}`, hidden: true },
    say("bench"),
  );
  // Not every server has one.
  asked("rehearsals").then(
    () => {
      bench.hidden = false;
    },
    () => {},
  );
  const top = h(
    "header",
    { class: "top" },
    h("div", { class: "title" }, h("h1", {}, "cardrun")),
    h(
      "nav",
      {},
      bench,
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
  app.append(top, h("main", { class: "sheets" }, parts.open, parts.tables));
  wishForm(parts.open, games, {
    title: say("new-table"),
    button: say("open-table"),
    open,
    more: houseFields,
  });
  await list();
  setInterval(() => {
    if (!document.hidden && !document.querySelector("dialog")) list().catch(() => {});
  }, 5000);
}

addEventListener("hashchange", () => location.reload());
start();
