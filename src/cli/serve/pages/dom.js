// Elements, written shortly.

// An element with attributes and children. `on` holds listeners, `data` data attributes; what is
// null, undefined or false is left out.
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) {
        element.addEventListener(event, listener);
      }
    } else if (name === "data") {
      for (const [key, text] of Object.entries(value)) {
        if (text !== null && text !== undefined) element.dataset[key] = text;
      }
    } else if (name === "class") {
      element.className = Array.isArray(value) ? value.filter(Boolean).join(" ") : value;
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

// Puts other children into an element, and the focus back to what has the same key as before.
export function fill(element, ...children) {
  const active = document.activeElement;
  const key = element.contains(active) ? active.closest("[data-key]")?.dataset.key : undefined;
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (key !== undefined) {
    const again = element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    (again ?? element.querySelector("[data-home]"))?.focus({ preventScroll: true });
  }
}

// A drawing that came as a text, and what it is called.
export function drawing(svg, name) {
  const element = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const image = document.importNode(element, true);
  image.setAttribute("aria-hidden", "true");
  return h("div", { class: "qr", role: "img", "aria-label": name }, image);
}
