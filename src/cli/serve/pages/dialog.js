// What is shown over the page, and short remarks.

import { h } from "./dom.js";
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

let timer = null;

// Says something that goes away by itself.
export function remark(...children) {
  document.querySelector(".remark")?.remove();
  clearTimeout(timer);
  const element = h("div", { class: "remark", role: "status" }, children);
  document.body.append(element);
  timer = setTimeout(() => element.remove(), 6000);
}
