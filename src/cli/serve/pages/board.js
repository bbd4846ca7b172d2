// The table with what can be chosen on it, for whoever sits before it: cards and options are
// picked, dragged, taken by keys. It knows neither where views come from nor where answers go.

import { Choice, enoughOf, nextOf } from "./choice.js";
import { passAway } from "./dialog.js";
import { fill, h } from "./dom.js";
import { draggable } from "./drag.js";
import { lensOf } from "./lens.js";
import { askedOf, list } from "./menu.js";
import { capital, text } from "./phrase.js";
import { moves } from "./presses.js";
import * as sheets from "./sheets.js";
import { hands, table } from "./table.js";
import { say } from "./words.js";

// How much is seen around what the page is scrolled to, in pixels.
const AROUND = 12;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// A board in a page. `parts` are the elements for the table, the hand and the dock. `way` has
// `send`, which is given a decision and an option and is false where nobody hears; `lost`, for that
// case; `why`, which is given a card that cannot be picked; `glance`, what stands over the dock;
// and `painted`, which is called when the table has been drawn.
export function boardOf(app, parts, way) {
  let view = null;
  let choice = null;
  let halt = null;
  // Things that were picked together and are now chosen one by one.
  let plan = [];
  // Whether somebody uses the keyboard.
  let byKeys = false;
  // Whose decision is asked for, and which: their numbers begin anew with each seat.
  let asked = null;
  // The one that was open last.
  let decided = null;
  // A message was sent for this one.
  let sent = null;
  // The one that is drawn. The table is drawn a moment after it was told of, and what is pressed
  // until then was meant for the decision before.
  let drawn = null;
  // The page was scrolled for this one to where something can be picked.
  let shown = null;
  let met = new Map();

  // Shows a standing; `still` says that nothing is to be seen to move.
  function stands(standing, still) {
    view = standing.view;
    halt = standing.halt;
    const { decision, from = view.seat } = standing;
    const before = { choice, asked };
    asked = decision === null ? null : `${from}.${decision}`;
    choice = decision !== null && view.menu && !halt ? new Choice(view, decision) : null;
    // The same decision is told again when a connection comes back: what was picked stays so.
    if (asked === before.asked && before.choice) choice?.goOn(before.choice);
    if (sent !== asked) sent = null;
    const open = choice ? asked : null;
    if (open !== decided) passAway();
    decided = open;
    if (goesOnWithPlan()) return;
    if (still || isStill() || !document.startViewTransition) {
      paint();
      return;
    }
    moves(document.startViewTransition(paint));
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

  // What was said last has not been done, or nobody knows whether it has.
  function refused() {
    sent = null;
    plan = [];
    if (view) light();
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
    way.painted();
    light();
    move();
    lens.painted();
    reveal("instant");
    if (!byKeys || document.activeElement !== document.body) return;
    const next =
      parts.hand.querySelector(".open") ?? parts.dock.querySelector(".tile, .option, .menu");
    next?.focus({ preventScroll: true });
  }

  // Shows what can be picked, and what was.
  function light() {
    drawn = asked;
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
        // All of a player lights up, and the name is what is pressed.
        if (element.matches(".player")) continue;
        const acts = open || picked;
        const known = element.dataset.shows !== undefined;
        const still = element.matches(".card") ? "img" : "group";
        if (acts || !element.matches(".called"))
          element.setAttribute("role", acts ? "button" : still);
        else element.removeAttribute("role");
        if (acts) element.setAttribute("aria-pressed", String(picked));
        else element.removeAttribute("aria-pressed");
        // What lies in a button is not read, only its name is.
        const { name, top } = element.dataset;
        if (name) element.setAttribute("aria-label", acts && top ? `${name}: ${top}` : name);
        if (acts || known) element.tabIndex = acts ? 0 : -1;
        else element.removeAttribute("tabindex");
        element.dataset.key = key;
      }
    }
    // Keys come in somewhere, and go on from there by the arrows.
    if (!parts.hand.querySelector("[tabindex='0']")) {
      const first = parts.hand.querySelector("[data-point][tabindex]");
      if (first) first.tabIndex = 0;
    }
    app.classList.toggle("picking", Boolean(choice && choice.picked.length > 0));
    paintDock();
  }

  function paintDock() {
    const content = () => {
      if (halt) return h("p", { class: "ask warning" }, say(`halt-${halt}`));
      if (view.over)
        return h("p", { class: "ask" }, h("strong", {}, capital(text(view.over.verdict, view))));
      if (choice && sent === null) return list(choice, met, whileAsked(does));
      return h("p", { class: "ask faint" }, waiting());
    };
    const glance = h("ol", { class: "glance", "aria-hidden": "true" }, way.glance());
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
      .map((player) => view.names?.[player.seat - 1] || text(player.name));
    return names.length > 0 ? say("waiting-for", { who: names.join(", ") }) : say("waiting");
  }

  // Scrolls to what can be picked on the table, once for each choice: to all of it where there is
  // room, otherwise to the first of it where nothing that lights up is to be seen.
  function reveal(behavior) {
    if (!choice || sent !== null || shown === asked) return;
    const lit = [...parts.felt.querySelectorAll(".open")].map((one) => one.getBoundingClientRect());
    if (lit.length === 0) return;
    const [top, bottom] = [0, Math.min(near.getBoundingClientRect().top, innerHeight)];
    const first = Math.min(...lit.map((box) => box.top));
    const last = Math.max(...lit.map((box) => box.bottom));
    const isSeen = lit.some((box) => box.top >= top && box.bottom <= bottom);
    const fits = last - first <= bottom - top - 2 * AROUND;
    if (fits ? first >= top && last <= bottom : isSeen || parts.hand.querySelector(".open")) return;
    shown = asked;
    const end = fits ? last : lit[0].bottom;
    const begin = fits ? first : lit[0].top;
    const by = end > bottom ? Math.min(end + AROUND - bottom, begin - AROUND - top) : 0;
    scrollBy({ top: begin < top ? begin - AROUND - top : by, behavior });
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
      if (only !== null) {
        take(only);
        return;
      }
      light();
      reveal(isStill() ? "instant" : "smooth");
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

  // The same, as long as the decision is the one that is drawn.
  function whileAsked(all) {
    const only = (act) => (...given) => {
      if (drawn === asked) act(...given);
    };
    return Object.fromEntries(Object.entries(all).map(([name, act]) => [name, only(act)]));
  }

  function take(number) {
    const option = view.menu.options[number];
    sent = asked;
    if (!way.send(choice.decision, option.index)) {
      sent = null;
      plan = [];
      way.lost();
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
    if (!view || sent !== null || drawn !== asked) return;
    if (!choice) {
      ask(element);
      return;
    }
    const key = target(element) ?? target(element, (key) => choice.couldOpen(key));
    if (key) {
      does.pick(key);
      return;
    }
    if (!ask(element) && choice.picked.length > 0) {
      choice.clear();
      light();
    }
  }

  // Asks why a card cannot be picked; false where there is none.
  function ask(element) {
    const card = element.closest("[data-point][data-shows]");
    return Boolean(card && way.why(text(view.cards[card.dataset.shows].name), card));
  }

  // ---- keys

  function keyed(event) {
    byKeys = true;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog")) return;
    const at = document.activeElement;
    if (at?.closest("input, select, textarea")) return;
    if (
      (event.key === "Enter" || event.key === " ") &&
      at?.dataset.point &&
      at.hasAttribute("tabindex")
    ) {
      event.preventDefault();
      if (at.getAttribute("role") === "button") tap(at);
      else ask(at);
    } else if (event.key === "Escape" && choice) {
      choice.clear();
      light();
    } else if (/^[1-9]$/.test(event.key) && choice && sent === null) {
      const entry = parts.dock.querySelector(`[aria-keyshortcuts="${event.key}"]`);
      if (entry) entry.click();
      else parts.dock.querySelector("[data-key=whole][aria-expanded=false]")?.click();
    } else if (event.key.startsWith("Arrow") && at?.dataset.point) {
      const all = [...app.querySelectorAll("[data-point][tabindex]")];
      const step = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
      const next = all[(all.indexOf(at) + step + all.length) % all.length];
      event.preventDefault();
      next?.focus();
    }
  }

  const lens = lensOf(app, { seen: () => view, idle: () => !drag.active() });
  const drag = draggable(app, {
    choice: () => (sent === null && drawn === asked ? choice : null),
    elements: (key) => met.get(key) ?? [],
    light,
    pick: does.pick,
    take,
    target,
  });
  app.addEventListener("click", (event) => {
    // A drag, and a look at a card, end with a click that is none.
    if (lens.away() || drag.ended()) return;
    if (!event.target.closest("button, a, summary, input, select, label, .dock, .side, .top"))
      tap(event.target);
  });
  app.addEventListener("pointerdown", () => {
    byKeys = false;
  });
  addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" && drag.active()) lens.still();
  });
  addEventListener("keydown", keyed);
  // What the browser scrolls to, such as what gets the focus, does not come to lie below the dock.
  const near = parts.dock.parentElement;
  const room = () => {
    const over = getComputedStyle(near).position === "sticky" ? near.offsetHeight : 0;
    document.documentElement.style.scrollPaddingBottom = `${over}px`;
  };
  new ResizeObserver(room).observe(near);
  return {
    stands,
    refused,
    light,
    asks: () => Boolean(choice),
    // What is asked, in words; null where nothing is, or an answer is on its way.
    asked: () => (choice && sent === null ? askedOf(choice) : null),
  };
}
