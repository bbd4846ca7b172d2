// What a page shows over the table: the rules, the link of the seat, why something cannot be.

import { show } from "./dialog.js";
import { drawing, h } from "./dom.js";
import { copyButton, linkField } from "./links.js";
import { capital, text } from "./phrase.js";
import { say } from "./words.js";

// The rules of the game, with its options.
export function rules({ title, html, settings }) {
  const body = h("div", { class: "guide" });
  // The server has made it of Markdown, and nothing in it acts.
  if (html) body.innerHTML = html;
  else body.append(h("p", {}, say("rules-none")));
  const rows = settings.map((setting) =>
    h(
      "div",
      { class: setting.usual ? null : "unusual" },
      h("dt", {}, setting.text),
      h("dd", {}, setting.said),
    ),
  );
  const options = [h("h3", {}, say("options")), h("dl", { class: "settings" }, rows)];
  show(title, body, rows.length > 0 ? options : null);
}

// The way to this seat from another device.
export function link(svg) {
  const field = linkField("textarea", say("link"), location.href);
  const hint = h("p", { class: "faint" }, say("link-hint"));
  const name = `${say("qr")}: ${say("link")}`;
  show(say("link"), hint, svg ? drawing(svg, name) : null, field, copyButton(field));
}

// What the rules may say against each action.
export function reasons(all) {
  const one = ({ action, whys }) =>
    h(
      "div",
      {},
      h("h3", {}, capital(text(action).replace(/\s*…/gu, " …"))),
      h(
        "ul",
        {},
        whys.map((why) => h("li", {}, why)),
      ),
    );
  // They are of this choice, and go with it.
  show(say("why-not"), all.map(one)).dataset.passes = "";
}
