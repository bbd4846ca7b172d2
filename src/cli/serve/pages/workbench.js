// The workbench: a game that is tried out while somebody writes it, all of it in one page.

import { askingBy } from "./asking.js";
import { boardOf } from "./board.js";
import { countingIn } from "./counting.js";
import { farewell, remark } from "./dialog.js";
import { fill, h } from "./dom.js";
import { figures } from "./figures.js";
import { news, told } from "./news.js";
import { capital, sentence } from "./phrase.js";
import * as sheets from "./sheets.js";
import { Story } from "./story.js";
import { heading } from "./table.js";
import { tabsOf } from "./tabs.js";
import { chose, timelineOf } from "./timeline.js";
import { join } from "./transport.js";
import { wishForm } from "./wish.js";
import * as words from "./words.js";

const { say } = words;
const app = document.getElementById("app");
const voice = document.getElementById("voice");

// A link ends in KEY, or in KEY.TABLE.
const [key, name] = location.hash.slice(1).split(".");
const { asked } = askingBy(key);

let standing = null;
let way = null;
let board = null;
let timeline = null;
let counting = null;
let tabs = null;
let lost = false;
// What was denied last, in words.
let reason = "";
// Where the page looks.
const look = { eyes: null, from: null, at: null };
const story = new Story(voice);

const parts = {
  top: h("header", { class: "top" }),
  bar: h("section", { class: "bench-bar" }),
  felt: h("main", { class: "felt" }),
  hand: h("div", { class: "hands" }),
  dock: h("section", { class: "dock" }),
  side: h("aside", { class: "side" }),
  edits: h("section", { class: "panel" }),
  why: h("section", { class: "panel" }),
  numbers: h("section", { class: "panel" }),
};
const shown = {
  news: h("div", { class: "news-list" }),
  numbers: h("div", { class: "edit-numbers" }),
  why: h("div", { class: "why-answer", role: "status" }),
  story: h("div", { class: "side-body" }),
};

// ---- what is heard

const hears = {
  bench: stands,
  game: (message) => counting.game(message),
  news: hasNews,
  numbers(all) {
    fill(shown.numbers, figures(all, say("bench-edit-numbers")));
    tabs.mark("edits");
  },
  counted: (all) => counting.counted(all),
  report(path) {
    const url = new URL(`report/${path}`, location.href);
    url.hash = "";
    open(url, "_blank", "noopener");
  },
  why: tellWhy,
  explained: tellExplained,
  rules: sheets.rules,
  refused(why) {
    board.refused();
    remark(say(`refused-${why}`));
  },
  decided: remark,
  denied(why) {
    reason = why;
    counting.denied();
    if (standing) remark(why);
  },
  closed,
};

function hear(message) {
  for (const [kind, said] of Object.entries(message)) hears[kind]?.(said);
}

function stands(now) {
  const before = standing;
  standing = now;
  look.eyes = now.eyes;
  look.from = now.from;
  look.at = now.live ? null : now.at;
  story.forget();
  story.hear(now.view.story, now.view);
  const steps = before && now.live && before.live && before.of + 1 >= now.of;
  timeline.paint(now);
  board.stands(now, !steps);
  if (steps && now.chosen && before.of !== now.of) {
    voice.append(h("p", {}, chose(now.chosen)));
    while (voice.childElementCount > 20) voice.firstElementChild.remove();
  }
  counting.seats(now.seats);
  document.title = `${now.view.title} · ${say("bench")}`;
}

function hasNews(now) {
  fill(shown.news, news(now, standing?.watched ?? true));
  if (now.changed.length > 0 || now.wrong) {
    shown.numbers.replaceChildren();
    if (!now.wrong) counting.edited();
    voice.append(h("p", {}, told(now)));
    tabs.open("edits");
  }
}

function place(at) {
  if (!at) return null;
  return h("p", { class: "place" }, h("code", {}, `${at.file}:${at.line}`), h("pre", {}, at.text));
}

function tellWhy({ answer, why, places, offered }) {
  const words = () => {
    if (why) return sentence(why, standing.view);
    return say(offered ? "bench-offered" : "why-nothing", { what: answer });
  };
  fill(shown.why, h("h3", {}, answer), h("p", {}, words()), places.map(place));
  tabs.open("why");
}

function tellExplained(all) {
  const one = ({ sentences, place: at }) =>
    h(
      "li",
      {},
      sentences.map((phrase) => h("p", {}, sentence(phrase, standing.view))),
      place(at),
    );
  const nothing = h("p", { class: "faint" }, say("story-none"));
  fill(
    shown.why,
    h("h3", {}, say("bench-explain")),
    all.length > 0 ? h("ol", { class: "explained" }, all.map(one)) : nothing,
  );
  tabs.open("why");
}

function closed(why) {
  const back = h("a", { class: "button", href: `#${key}` }, say("bench"));
  const unopened = why === "unopened";
  const reload = { class: "main", type: "button", on: { click: () => location.reload() } };
  const plain = h(
    "button",
    { type: "button", hidden: true, data: { key: "reset" }, on: { click: reset } },
    say("bench-reset"),
  );
  if (unopened) wasSet().then((is) => (plain.hidden = !is));
  document.title = say("bench");
  farewell(
    h("h1", { class: "unseen" }, say("bench")),
    h("p", {}, say(`closed-${why}`)),
    unopened ? h("p", {}, reason) : null,
    unopened ? h("button", reload, say("again")) : null,
    unopened ? plain : null,
    key ? back : null,
  );
}

// Whether the rehearsal is of a variant, or has options of its own.
async function wasSet() {
  const kept = await asked("rehearsals").catch(() => []);
  return kept.some((one) => one.table === name && (one.variant || one.options.length > 0));
}

async function reset() {
  try {
    await asked("reset", { table: name });
    location.reload();
  } catch (error) {
    remark(error.message);
  }
}

function state(now) {
  // Whoever joins is shown the game from all sides.
  if (lost && now === "open") looks({});
  lost = now === "lost";
  if (lost) board.refused();
  app.classList.toggle("lost", lost);
  paintTop();
}

// ---- what is said

function looks(change) {
  Object.assign(look, change);
  way.say({ look });
}

async function branch(at) {
  try {
    const { table } = await asked("branch", { table: name, at });
    location.hash = `${key}.${table}`;
  } catch (error) {
    remark(error.message);
  }
}

// ---- drawing

function languageButton() {
  const other = words.language() === "fr" ? "en" : "fr";
  const turn = () => {
    words.choose(other);
    location.reload();
  };
  return h(
    "button",
    {
      class: "plain",
      type: "button",
      lang: other,
      "aria-label": other === "fr" ? "FR : Français" : "EN: English",
      data: { key: "language" },
      on: { click: turn },
    },
    other.toUpperCase(),
  );
}

function paintTop() {
  const title = h("div", { class: "title" }, h("h1", {}, say("bench")));
  fill(
    parts.top,
    standing ? heading(standing.view) : title,
    h("span", { class: "chip rehearsed" }, say("bench-rehearsal")),
    h(
      "nav",
      {},
      lost ? h("span", { class: "warning", role: "status" }, say("lost")) : null,
      h(
        "button",
        {
          class: "plain",
          type: "button",
          data: { key: "rules" },
          on: { click: () => way.say({ rules: {} }) },
        },
        say("rules"),
      ),
      h("a", { class: "button plain", href: `workbench#${key}` }, say("bench-others")),
      languageButton(),
    ),
  );
}

function paintStory() {
  fill(shown.story, story.told.length > 0 ? story.list : story.draw());
}

function whyForm() {
  const field = h("input", { id: "why", type: "text", autocomplete: "off" });
  const ask = (event) => {
    event.preventDefault();
    if (field.value.trim()) way.say({ why: { seat: look.from, answer: field.value.trim() } });
  };
  const chance = h("input", { id: "chance", type: "text", autocomplete: "off" });
  const decide = (event) => {
    event.preventDefault();
    way.say({ chance: { words: chance.value.trim() } });
  };
  parts.why.append(
    h(
      "form",
      { class: "one-line", on: { submit: ask } },
      h("label", { for: "why" }, say("bench-why")),
      field,
      h("button", { type: "submit" }, say("why-not")),
    ),
    h("p", { class: "faint" }, say("bench-why-hint")),
    h(
      "button",
      { type: "button", on: { click: () => way.say({ explain: {} }) } },
      say("bench-explain"),
    ),
    shown.why,
    h(
      "form",
      { class: "one-line", on: { submit: decide } },
      h("label", { for: "chance" }, say("bench-next-chance")),
      chance,
      h("button", { type: "submit" }, say("bench-decide")),
    ),
    h("h3", {}, say("story")),
    shown.story,
  );
}

// ---- a rehearsal

function rehearse() {
  app.classList.add("bench");
  app.append(
    parts.top,
    parts.bar,
    parts.felt,
    h("div", { class: "near", role: "region", "aria-label": say("near") }, parts.hand, parts.dock),
    parts.side,
  );
  parts.side.setAttribute("aria-label", say("bench"));
  parts.edits.append(shown.news, shown.numbers);
  whyForm();
  tabs = tabsOf(parts.side, say("bench"), [
    ["edits", say("bench-edits"), parts.edits],
    ["why", say("bench-why-tab"), parts.why],
    ["numbers", say("bench-numbers"), parts.numbers],
  ]);
  counting = countingIn(parts.numbers, {
    count: (wanted) => way.say({ count: wanted }),
    set: (version) => way.say({ set: version }),
    enough: () => way.say({ enough: {} }),
    report: () => way.say({ report: {} }),
    say: (words) => story.say(words),
  });
  timeline = timelineOf(parts.bar, {
    look: looks,
    go: (at) => way.say({ go: { at } }),
    branch,
    undo: () => way.say({ undo: {} }),
    redo: () => way.say({ redo: {} }),
    seat: (seat, kind) => way.say({ seat: { seat, kind } }),
  });
  board = boardOf(app, parts, {
    send: (decision, option) => way.say({ choose: { decision, seat: look.from, option } }),
    lost: () => remark(say("lost")),
    why: (answer) => way.say({ why: { seat: look.from, answer } }),
    glance: () => (standing.fault ? h("li", { class: "warning" }, standing.fault) : null),
    painted() {
      paintTop();
      paintStory();
    },
  });
  paintTop();
  fill(parts.felt, h("p", { class: "faint waiting" }, say("joining")));
  const hello = { table: name, key, language: words.language() };
  way = join(hello, { hear, state }, "rehearsal");
}

// ---- all rehearsals

async function all() {
  const [games, kept] = await Promise.all([asked("shelf"), asked("rehearsals")]);
  const opening = h("section", { class: "card-sheet" });
  const list = h("section", { class: "card-sheet" });
  const top = h(
    "header",
    { class: "top" },
    h("div", { class: "title" }, h("h1", {}, say("bench"))),
    h(
      "nav",
      {},
      h("a", { class: "button plain", href: `./#${key}` }, say("tables")),
      languageButton(),
    ),
  );
  app.append(top, h("main", { class: "sheets" }, opening, list));
  document.title = `cardrun · ${say("bench")}`;
  let positions = [];
  let position = null;
  const form = wishForm(opening, games, {
    title: say("bench-new"),
    button: say("bench-open"),
    async open(wish) {
      try {
        const { table } = await asked("rehearse", { trial: { wish, position } });
        location.hash = `${key}.${table}`;
      } catch (error) {
        remark(error.message);
      }
    },
    async chosen(game) {
      [positions, position] = [[], null];
      const found = await asked("positions", { game }).catch(() => []);
      if (form.game() !== game || found.length === 0) return;
      positions = found;
      form.paint();
    },
    more: () => positionField(positions, position, (chosen) => (position = chosen)),
  });
  paintKept(list, games, kept);
}

function positionField(positions, position, change) {
  if (positions.length === 0) return null;
  const title = ({ file, name: called }) => `${called || say("bench-broken-file")} (${file})`;
  const options = [
    h("option", { value: "" }, say("bench-beginning")),
    ...positions.map((one, n) =>
      h("option", { value: n, selected: one === position }, title(one)),
    ),
  ];
  const on = {
    change: (event) => change(event.target.value === "" ? null : positions[event.target.value]),
  };
  return h(
    "div",
    { class: "field" },
    h("label", { for: "position" }, say("bench-position")),
    h("select", { id: "position", data: { key: "position" }, on }, options),
  );
}

// A day and a time of it, where it is known.
function moment(seconds) {
  if (seconds === null) return null;
  const how = { dateStyle: "medium", timeStyle: "short" };
  return new Date(seconds * 1000).toLocaleString(words.language(), how);
}

function paintKept(list, games, kept) {
  const row = (one) => {
    const title = games[one.game]?.title ?? one.file;
    const about = [one.variant, ...one.options, one.position].filter(Boolean).join(", ");
    const told = [one.table.slice(0, 4), moment(one.touched), about].filter(Boolean).join(" · ");
    const forget = async () => {
      if (!confirm(say("bench-forget-sure", { title }))) return;
      try {
        await asked("forget", { table: one.table });
        paintKept(list, games, await asked("rehearsals"));
      } catch (error) {
        remark(error.message);
      }
    };
    return h(
      "li",
      {},
      h(
        "div",
        {},
        h("strong", {}, capital(title)),
        " ",
        h("span", { class: "faint" }, told),
      ),
      h(
        "div",
        { class: "chips" },
        h("a", { class: "button chip", href: `#${key}.${one.table}` }, say("bench-resume")),
        h(
          "button",
          { type: "button", class: "chip danger", on: { click: forget } },
          say("bench-forget"),
        ),
      ),
    );
  };
  const none = h("p", { class: "faint" }, say("bench-none"));
  fill(
    list,
    h("h2", {}, say("bench-kept")),
    kept.length > 0 ? h("ul", { class: "tables" }, kept.map(row)) : none,
  );
}

// ---- the beginning

async function start() {
  await words.load();
  if (!key) {
    fill(app, h("main", { class: "notice" }, h("p", {}, say("owner-no-entry"))));
    return;
  }
  if (name) {
    rehearse();
    return;
  }
  await all().catch((error) => {
    fill(app, h("main", { class: "notice" }, h("p", {}, error.message)));
  });
}

addEventListener("hashchange", () => location.reload());
start();
