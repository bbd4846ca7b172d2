// A page at a table: what it is told it draws, what is picked on it it says.

import { Choice, enoughOf, nextOf } from "./choice.js";
import { remark, show } from "./dialog.js";
import { fill, h } from "./dom.js";
import { draggable } from "./drag.js";
import { lensOf } from "./lens.js";
import { list } from "./menu.js";
import { capital, draw, text } from "./phrase.js";
import * as sheets from "./sheets.js";
import { Story } from "./story.js";
import { hands, heading, table } from "./table.js";
import { join } from "./transport.js";
import * as words from "./words.js";

const { say } = words;
const app = document.getElementById("app");

// A link ends in TABLE.KEY.
const [name, key] = location.hash.slice(1).split(".");

let view = null;
let choice = null;
let halt = null;
let connection = "joining";
// Things that were picked together and are now chosen one by one.
let plan = [];
// Whether somebody uses the keyboard.
let byKeys = false;
// A message was sent for this decision.
let sent = null;
let met = new Map();
let way = null;

const story = new Story(document.getElementById("voice"));
const parts = {
  top: h("header", { class: "top" }),
  felt: h("main", { class: "felt" }),
  hand: h("div", { class: "hands" }),
  dock: h("section", { class: "dock" }),
  side: h("aside", { class: "side" }),
};

// ---- being told

function hear(message) {
  if (message.table) stands(message.table);
  else if (message.refused) refused(message.refused);
  else if (message.why) whyNot(message.why);
  else if (message.rules) sheets.rules(message.rules);
  else if (message.drawn !== undefined) sheets.link(message.drawn);
  else if (message.closed) closed(message.closed);
}

function stands(standing) {
  const before = view;
  view = standing.view;
  halt = standing.halt;
  choice =
    standing.decision !== null && view.menu && !halt ? new Choice(view, standing.decision) : null;
  if (sent !== standing.decision) sent = null;
  const fresh = story.hear(standing.chapter, view);
  if (goesOnWithPlan()) return;
  const still =
    !before || fresh.length === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still || !document.startViewTransition) paint();
  else {
    const transition = document.startViewTransition(paint);
    // The next one may come before this one is done.
    for (const part of [transition.ready, transition.finished]) part.catch(() => {});
  }
  document.title = choice ? `● ${view.title}` : view.title;
}

// Chooses the next of what was picked together; false where nothing is left of it.
function goesOnWithPlan() {
  if (plan.length === 0 || !choice) return false;
  if (plan[0] === "enough") {
    const enough = view.menu.goes_on ? enoughOf(view) : null;
    plan = [];
    if (enough === null) return false;
    take(enough);
    return true;
  }
  const next = nextOf(
    view,
    plan.map((one) => choice.of(one)),
  );
  if (!next || !view.menu.goes_on) {
    plan = [];
    return false;
  }
  const at = plan.findIndex((one) => choice.of(one) === next.key);
  plan = plan.filter((_, number) => number !== at);
  if (plan.length === 0) plan = ["enough"];
  take(next.number);
  return true;
}

function refused(why) {
  sent = null;
  plan = [];
  remark(say(`refused-${why}`));
  if (view) light();
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
  fill(
    app,
    h("main", { class: "notice" }, h("h1", {}, "cardrun"), h("p", {}, say(`closed-${why}`))),
  );
}

function state(now) {
  if (now === "lost") story.forget();
  if (connection === now || connection === "closed") return;
  connection = now;
  app.classList.toggle("lost", now === "lost");
  paintTop();
}

// ---- drawing

function pen() {
  met = new Map();
  return {
    met(key, element) {
      if (!met.has(key)) met.set(key, []);
      met.get(key).push(element);
    },
    isOpen: (key) => Boolean(choice?.couldOpen(key)),
  };
}

function paint() {
  const tool = pen();
  fill(parts.felt, table(view, tool));
  fill(parts.hand, hands(view, tool));
  parts.hand.hidden = parts.hand.childElementCount === 0;
  paintTop();
  paintSide();
  light();
  move();
  if (!byKeys || document.activeElement !== document.body) return;
  const next =
    parts.hand.querySelector(".open") ?? parts.dock.querySelector(".tile, .option, .menu");
  next?.focus({ preventScroll: true });
}

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
      h(
        "button",
        {
          class: "plain narrow",
          type: "button",
          data: { key: "story" },
          on: { click: () => show(say("story"), story.draw()) },
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

function paintSide() {
  const body = h(
    "div",
    { class: "side-body", tabindex: 0, role: "region", "aria-label": say("story") },
    story.draw(),
  );
  fill(parts.side, h("h2", {}, say("story")), body);
  body.scrollTop = body.scrollHeight;
}

// Shows what can be picked, and what was.
function light() {
  for (const [key, elements] of met) {
    const open = Boolean(choice && sent === null && choice.isOpen(key));
    const picked = Boolean(choice?.isPicked(key));
    for (const element of elements) {
      element.classList.toggle("open", open);
      element.classList.toggle("picked", picked);
      element.classList.toggle(
        "could",
        Boolean(!open && !picked && sent === null && choice?.couldOpen(key)),
      );
      const acts = open || picked;
      const known = element.dataset.shows !== undefined;
      element.setAttribute("role", acts ? "button" : element.matches(".card") ? "img" : "group");
      if (acts) element.setAttribute("aria-pressed", String(picked));
      else element.removeAttribute("aria-pressed");
      if (acts || known) element.tabIndex = acts ? 0 : -1;
      else element.removeAttribute("tabindex");
      element.dataset.key = key;
    }
  }
  app.classList.toggle("picking", Boolean(choice && choice.picked.length > 0));
  paintDock();
}

function paintDock() {
  const content = () => {
    if (halt) return h("p", { class: "ask warning" }, say(`halt-${halt}`));
    if (view.over)
      return h("p", { class: "ask" }, h("strong", {}, capital(text(view.over.verdict))));
    if (choice && sent === null) return list(choice, met, does);
    return h("p", { class: "ask faint" }, waiting());
  };
  const glance = h("ol", { class: "glance", "aria-hidden": "true" }, story.last(2));
  fill(
    parts.dock,
    glance,
    h(
      "div",
      {
        class: ["menu", choice && sent === null ? "asks" : null],
        data: { home: true },
        tabindex: -1,
      },
      content(),
    ),
  );
}

function waiting() {
  if (sent !== null) return say("sent");
  const names = view.players
    .filter((player) => view.choosing.includes(player.seat) && !player.own)
    .map((player) => text(player.name));
  return names.length > 0 ? say("waiting-for", { who: names.join(", ") }) : say("waiting");
}

// Gives every card a name of its own, so that it can be seen to move.
function move() {
  const known = new Set();
  let number = 0;
  for (const element of app.querySelectorAll(".card[data-point]")) {
    const name = element.dataset.point.replace(
      /[^a-zA-Z0-9]/g,
      (sign) => `_${sign.charCodeAt(0)}_`,
    );
    if (known.has(name) || number >= 120) continue;
    known.add(name);
    number += 1;
    element.style.viewTransitionName = name;
  }
}

// ---- choosing

const does = {
  take,
  again: paintDock,
  pick(key) {
    const only = choice.pick(key);
    if (only !== null) take(only);
    else light();
  },
  open(number) {
    choice.fold.push(number);
    paintDock();
  },
  back() {
    if (choice.fold.length > 0) choice.fold.pop();
    else choice.picked.pop();
    light();
  },
  confirm() {
    plan = [...choice.picked];
    const first = nextOf(
      view,
      plan.map((one) => choice.of(one)),
    );
    if (!first) return;
    const at = plan.findIndex((one) => choice.of(one) === first.key);
    plan = plan.filter((_, number) => number !== at);
    if (plan.length === 0) plan = ["enough"];
    take(first.number);
  },
  explain: sheets.reasons,
};

function take(number) {
  const option = view.menu.options[number];
  sent = choice.decision;
  if (!way.say({ choose: { decision: choice.decision, option: option.index } })) {
    sent = null;
    plan = [];
    remark(say("lost"));
    return;
  }
  light();
}

// The nearest thing around an element that can be picked now.
function target(element, could = (key) => choice.isOpen(key) || choice.isPicked(key)) {
  for (
    let at = element?.closest?.("[data-point]");
    at;
    at = at.parentElement?.closest("[data-point]")
  ) {
    if (could(at.dataset.point)) return at.dataset.point;
  }
  return null;
}

function tap(element) {
  if (!choice || sent !== null) return;
  const key = target(element) ?? target(element, (key) => choice.couldOpen(key));
  if (key) {
    does.pick(key);
    return;
  }
  const card = element.closest("[data-point][data-shows]");
  if (card && card.closest(".hands")) {
    way.say({ why: { answer: text(view.cards[card.dataset.shows].name) } });
  } else if (choice.picked.length > 0) {
    choice.clear();
    light();
  }
}

// ---- keys

function keyed(event) {
  byKeys = true;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog")) return;
  const at = document.activeElement;
  if (
    (event.key === "Enter" || event.key === " ") &&
    at?.dataset.point &&
    at.getAttribute("role") === "button"
  ) {
    event.preventDefault();
    tap(at);
  } else if (event.key === "Escape" && choice) {
    choice.clear();
    light();
  } else if (/^[1-9]$/.test(event.key) && choice && sent === null) {
    parts.dock.querySelectorAll(".tile, .option")[Number(event.key) - 1]?.click();
  } else if (event.key.startsWith("Arrow") && at?.dataset.point) {
    const all = [...app.querySelectorAll("[data-point][tabindex='0']")];
    const step = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
    const next = all[(all.indexOf(at) + step + all.length) % all.length];
    event.preventDefault();
    next?.focus();
  }
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
    h("div", { class: "near", role: "region", "aria-label": say("near") }, parts.hand, parts.dock),
    parts.side,
  );
  paintTop();
  fill(parts.felt, h("p", { class: "faint waiting" }, say("joining")));
  const lens = lensOf(app, { seen: () => view, idle: () => !drag.active() });
  const drag = draggable(app, {
    choice: () => (sent === null ? choice : null),
    elements: (key) => met.get(key) ?? [],
    light,
    pick: does.pick,
    take,
    target,
  });
  app.addEventListener("click", (event) => {
    // A drag, and a look at a card, end with a click that is none.
    if (lens.away() || drag.ended()) return;
    if (!event.target.closest("button, a, summary, .dock, .side, .top")) tap(event.target);
  });
  app.addEventListener("pointerdown", () => {
    byKeys = false;
  });
  addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" && drag.active()) lens.still();
  });
  addEventListener("keydown", keyed);
  way = join({ table: name, key, language: words.language() }, { hear, state });
}

addEventListener("hashchange", () => location.reload());
start();
