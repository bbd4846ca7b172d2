// What is shown over the page, and short remarks.

import { fill, h } from "./dom.js";
import { say } from "./words.js";

// Shows children over the page until somebody closes it.
export function show(title, ...children) {
  const close = () => dialog.close();
  const dialog = h(
    "dialog",
    {
      "aria-label": title,
      on: { close: () => dialog.remove(), click: (event) => event.target === dialog && close() },
    },
    h(
      "div",
      { class: "sheet" },
      h(
        "header",
        {},
        h("h2", {}, title),
        h(
          "button",
          { class: "plain", type: "button", "aria-label": say("close"), on: { click: close } },
          "✕",
        ),
      ),
      h("div", { class: "sheet-body" }, children),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

// Takes away what was shown of a choice that is no longer open.
export function passAway() {
  for (const dialog of document.querySelectorAll("dialog[data-passes]")) dialog.close();
}

// Says on an otherwise empty page why it goes no further.
export function farewell(...children) {
  for (const over of document.querySelectorAll("dialog, .lens")) over.remove();
  const words = h("div", { class: "notice", role: "alert", tabindex: -1 });
  document.getElementById("app").replaceChildren(h("main", {}, words));
  // What is put into an alert that is there already is read.
  words.append(...children.filter(Boolean));
  words.focus();
}

let timer = null;

// Says something that goes away by itself. What lies under an open dialog is neither seen nor read.
export function remark(...children) {
  clearTimeout(timer);
  const place = document.querySelector("dialog[open]") ?? document.body;
  let element = place.querySelector(":scope > .remark");
  if (!element) {
    element = h("div", { class: "remark", role: "status" });
    place.append(element);
  }
  fill(element, children);
  timer = setTimeout(() => fill(element), 6000);
}
