// A card alone, beside what is pointed at.

import { hasMore, large } from "./cards.js";
import { h } from "./dom.js";

// How long a pointer rests on a card, and how long a finger is held on it, in milliseconds.
const REST = 550;
const HELD = 500;

// Shows cards of a page to whoever rests on them, holds a finger on them or comes to them by keys.
// `seen` gives the view, `idle` whether nothing is dragged. Gives `away`, which is true where
// something was shown to a finger, and ends that.
export function lensOf(page, { seen, idle }) {
  let lens = null;
  // What it shows.
  let of = null;
  let timer = null;
  let held = false;

  function hide() {
    clearTimeout(timer);
    lens?.remove();
    lens = null;
    of = null;
  }

  function look(element) {
    hide();
    const view = seen();
    const id = element.dataset.shows;
    if (!view?.cards[id] || !idle() || !element.isConnected) return;
    lens = h("div", { class: "lens", "aria-hidden": "true" }, large(id, view));
    of = element;
    document.body.append(lens);
    place(lens, element.getBoundingClientRect());
  }

  function rests(event) {
    if (event.pointerType === "touch") return;
    hide();
    const element = event.target.closest?.("[data-shows]");
    const view = seen();
    if (!element || !view || !hasMore(element.dataset.shows, view)) return;
    timer = setTimeout(() => look(element), REST);
  }

  function presses(event) {
    held = false;
    hide();
    const element = event.target.closest?.("[data-shows]");
    if (!element || event.pointerType !== "touch") return;
    timer = setTimeout(() => {
      look(element);
      held = true;
    }, HELD);
  }

  page.addEventListener("pointerover", rests);
  page.addEventListener("pointerdown", presses);
  page.addEventListener("pointercancel", () => {
    held = false;
    hide();
  });
  page.addEventListener("contextmenu", (event) => {
    if (event.target.closest("[data-shows]")) event.preventDefault();
  });
  page.addEventListener("focusin", (event) => {
    const view = seen();
    if (!event.target.matches?.("[data-shows]:focus-visible") || !view) hide();
    else if (hasMore(event.target.dataset.shows, view)) look(event.target);
  });
  page.addEventListener("focusout", (event) => {
    if (event.target === of) hide();
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  return {
    // The page has been drawn anew.
    painted() {
      if (of && !of.isConnected) hide();
    },
    still: () => clearTimeout(timer),
    away() {
      const was = held;
      held = false;
      clearTimeout(timer);
      if (!was) hide();
      return was;
    },
  };
}

// Puts an element above a box, or below it where there is no room.
function place(element, box) {
  const size = element.getBoundingClientRect();
  const wanted = box.left + box.width / 2 - size.width / 2;
  const left = Math.min(Math.max(8, wanted), innerWidth - size.width - 8);
  const above = box.top - size.height - 14;
  const below = Math.min(box.bottom + 10, innerHeight - size.height - 8);
  element.style.left = `${Math.max(8, left)}px`;
  element.style.top = `${Math.max(8, above > 8 ? above : below)}px`;
}
