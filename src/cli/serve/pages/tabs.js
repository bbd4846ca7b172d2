// Panels of which one is open, by tabs as screen readers and keyboards know them.

import { h } from "./dom.js";

// Makes tabs in an element: `panels` are pairs of a key, a title and the panel. Gives `open`, which
// opens one, `mark`, which says that there is something new in one, and `opened`.
export function tabsOf(part, label, panels) {
  let opened = panels[0][0];
  const buttons = new Map();
  for (const [key, title, panel] of panels) {
    panel.id = `panel-${key}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${key}`);
    panel.tabIndex = 0;
    const open = () => show(key);
    const button = h(
      "button",
      {
        id: `tab-${key}`,
        class: "tab",
        type: "button",
        role: "tab",
        "aria-controls": panel.id,
        on: { click: open, keydown: moved },
      },
      title,
    );
    buttons.set(key, { button, panel });
  }

  function show(key) {
    opened = key;
    for (const [other, { button, panel }] of buttons) {
      const chosen = other === key;
      button.setAttribute("aria-selected", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
      panel.hidden = !chosen;
      if (chosen) button.classList.remove("news");
    }
  }

  function moved(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const keys = [...buttons.keys()];
    const next = keys[(keys.indexOf(opened) + step + keys.length) % keys.length];
    event.preventDefault();
    event.stopPropagation();
    show(next);
    buttons.get(next).button.focus();
  }

  const all = [...buttons.values()];
  part.append(
    h(
      "div",
      { class: "tabs", role: "tablist", "aria-label": label },
      all.map(({ button }) => button),
    ),
    h(
      "div",
      { class: "panels" },
      all.map(({ panel }) => panel),
    ),
  );
  show(opened);
  return {
    open: show,
    opened: () => opened,
    mark(key) {
      if (key !== opened) buttons.get(key).button.classList.add("news");
    },
  };
}
