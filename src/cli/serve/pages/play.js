// A page at a table: what it is told it draws, what is picked on it it says.

import { boardOf } from "./board.js";
import { farewell, remark, show } from "./dialog.js";
import { fill, h } from "./dom.js";
import { houseIn } from "./house.js";
import { capital, draw } from "./phrase.js";
import { seen } from "./seen.js";
import * as sheets from "./sheets.js";
import { Story } from "./story.js";
import { heading } from "./table.js";
import { join } from "./transport.js";
import * as words from "./words.js";

const { say } = words;
const app = document.getElementById("app");

// A link ends in TABLE.KEY.
const [name, key] = location.hash.slice(1).split(".");

let view = null;
let pictures = null;
let connection = "joining";
let way = null;
let board = null;
let mayPass = false;
// The decision for which the page has been told last that it is this seat's turn.
let turned = null;

const story = new Story(document.getElementById("voice"));
const none = h("p", { class: "faint" });
// Whether the end of the story is in sight.
let atEnd = true;
const parts = {
  top: h("header", { class: "top" }),
  felt: h("main", { class: "felt" }),
  hand: h("div", { class: "hands" }),
  dock: h("section", { class: "dock" }),
  side: h("aside", { class: "side" }),
  house: h("section", { class: "house", hidden: true }),
};
const house = houseIn(parts.house, (message) => way.say(message));

// ---- being told

function hear(message) {
  if (message.table) stands(message);
  else if (message.pictures) pictures = message.pictures;
  else if (message.refused) refused(message.refused);
  else if (message.why) whyNot(message.why);
  else if (message.rules) sheets.rules(message.rules);
  else if (message.drawn !== undefined) sheets.link(message.drawn);
  else if (message.closed) closed(message.closed);
}

function stands(message) {
  const before = view;
  view = seen(view, message);
  const standing = { ...message.table, view };
  view.names = standing.names;
  view.pictures = pictures;
  // Whoever may pass once may pass again.
  mayPass ||= view.menu?.options.some((option) => option.label === "pass") ?? false;
  house.stands({ ...standing, time: message.time, passing: mayPass });
  story.hear(message.story, view);
  board.stands(standing, !before || message.story.length === 0);
  document.title = board.asks() ? `● ${view.title}` : view.title;
  tellTurn(standing.decision);
}

// Says to whoever listens that it is their turn, what is asked and how long there is.
function tellTurn(decision) {
  const asked = board.asked();
  if (asked === null || decision === turned) return;
  turned = decision;
  story.say([asked, house.timeLeft()].filter(Boolean).join(". "));
}

function refused(why) {
  board.refused();
  remark(say(`refused-${why}`));
}

function whyNot({ why, answer }) {
  remark(why ? draw(capitalised(why), view) : say("why-nothing", { what: answer }));
}

function capitalised(phrase) {
  const [first, ...rest] = phrase;
  return typeof first === "string" ? [capital(first), ...rest] : phrase;
}

function closed(why) {
  connection = "closed";
  document.title = view?.title ?? "cardrun";
  farewell(h("h1", {}, "cardrun"), h("p", {}, say(`closed-${why}`)));
}

function state(now) {
  if (now === "lost") {
    story.forget();
    board.refused();
  }
  if (connection === now || connection === "closed") return;
  connection = now;
  app.classList.toggle("lost", now === "lost");
  paintTop();
}

// ---- drawing

function paintTop() {
  fill(
    parts.top,
    view ? heading(view) : h("div", { class: "title" }, h("h1", {}, "cardrun")),
    h(
      "nav",
      {},
      connection === "lost" ? h("span", { class: "warning", role: "status" }, say("lost")) : null,
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
      house.buttons(),
      h(
        "button",
        {
          class: "plain narrow",
          type: "button",
          data: { key: "story" },
          on: { click: showStory },
        },
        say("story"),
      ),
      h(
        "button",
        {
          class: "plain",
          type: "button",
          data: { key: "link" },
          title: say("link"),
          on: { click: () => way.say({ draw: { link: location.href } }) },
        },
        say("link-short"),
      ),
      h(
        "button",
        {
          class: "plain",
          type: "button",
          data: { key: "language" },
          on: { click: otherLanguage },
          lang: words.language() === "fr" ? "en" : "fr",
          "aria-label": words.language() === "fr" ? "EN: English" : "FR : Français",
        },
        words.language() === "fr" ? "EN" : "FR",
      ),
    ),
  );
}

// The story goes on at its end, unless somebody has gone back to read.
function paintSide() {
  const body = parts.side.querySelector(".side-body");
  none.hidden = story.list.childElementCount > 0;
  if (atEnd) body.scrollTop = body.scrollHeight;
}

// From so many pixels above its end on the story is being read.
const NEAR_END = 40;

function sideOf() {
  const body = h(
    "div",
    { class: "side-body", tabindex: 0, role: "region", "aria-label": say("story") },
    none,
    story.list,
  );
  body.addEventListener("scroll", () => {
    atEnd = body.scrollHeight - body.scrollTop - body.clientHeight < NEAR_END;
  });
  return [h("h2", {}, say("story")), body];
}

function showStory() {
  const body = show(say("story"), story.draw()).querySelector(".sheet-body");
  body.scrollTop = body.scrollHeight;
}

function otherLanguage() {
  words.choose(words.language() === "fr" ? "en" : "fr");
  location.reload();
}

// ---- the beginning

async function start() {
  await words.load();
  if (!name || !key) {
    closed("no_entry");
    return;
  }
  app.append(
    parts.top,
    parts.felt,
    h(
      "div",
      { class: "near", role: "region", "aria-label": say("near") },
      parts.house,
      parts.hand,
      parts.dock,
    ),
    parts.side,
  );
  none.append(say("story-none"));
  parts.side.append(...sideOf());
  paintTop();
  fill(parts.felt, h("p", { class: "faint waiting" }, say("joining")));
  board = boardOf(app, parts, {
    send(decision, option) {
      house.chooses(decision);
      return way.say({ choose: { decision, option } });
    },
    lost: () => remark(say("lost")),
    why: (answer, card) =>
      board.asks() && card.closest(".hands") !== null && way.say({ why: { answer } }),
    glance: () => story.last(2),
    painted() {
      paintTop();
      paintSide();
    },
  });
  way = join({ table: name, key, language: words.language() }, { hear, state });
}

addEventListener("hashchange", () => location.reload());
start();
