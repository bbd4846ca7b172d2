// Links as they are given on: a field with one, and a button that copies it.

import { remark } from "./dialog.js";
import { h } from "./dom.js";
import { say } from "./words.js";

// A field of this kind with a link, which is selected as a whole.
export function linkField(kind, title, url) {
  const field = h(kind, {
    type: kind === "input" ? "text" : null,
    class: "link-field",
    readonly: true,
    "aria-label": title,
    on: { focus: (event) => event.target.select() },
  });
  field.value = url;
  return field;
}

// Copies what is in a field.
export function copyButton(field) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      remark(say("copied"));
    } catch {
      // Without TLS browsers copy nothing but what is selected.
      field.select();
      if (document.execCommand("copy")) remark(say("copied"));
    }
  };
  return h("button", { type: "button", on: { click: copy } }, say("copy"));
}
