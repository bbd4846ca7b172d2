// Numbers of counted games, as rows with bars.

import { h } from "./dom.js";
import { botName } from "./wish.js";
import { say } from "./words.js";

// A share with its interval, on a line from nothing to all.
function bar([share, low, high]) {
  const mark = h("i", { class: "bar-share" });
  const span = h("i", { class: "bar-span" });
  mark.style.width = `${100 * share}%`;
  span.style.left = `${100 * low}%`;
  span.style.width = `${100 * (high - low)}%`;
  return h("span", { class: "bar", "aria-hidden": "true" }, mark, span);
}

function row({ name, values, change, told, clear }, several) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, name),
    values.map(({ text, share }) =>
      h("td", {}, h("span", { class: "number" }, text), share ? bar(share) : null),
    ),
    several
      ? h("td", { class: ["change", clear ? "clear" : null] }, change ?? "", told ? ` ${told}` : "")
      : null,
  );
}

// How many games have been counted, in words.
export function doneOf({ games, of }) {
  return of ? say("bench-games-of", { n: games, of }) : say("bench-games", { n: games });
}

// All numbers as a table; `title` says what they are of.
export function figures(all, title) {
  const { games, of, goes_on: goesOn, players, versions, rows, failures } = all;
  const several = versions.length > 1;
  const known = { before: say("bench-before-edit"), now: say("bench-now"), default: say("usual") };
  const called = (name) => known[name] ?? name;
  const done = doneOf(all);
  return h(
    "section",
    { class: "figures", "aria-label": title },
    h("h3", {}, title),
    h("p", { class: "faint" }, [done, players.map(botName).join(", ")].filter(Boolean).join(" · ")),
    failures.map((why) => h("p", { class: "warning" }, why)),
    of ? h("progress", { max: of, value: goesOn ? games : of, "aria-label": done }) : null,
    h(
      "div",
      { class: "wide" },
      h(
        "table",
        {},
        several
          ? h(
              "thead",
              {},
              h(
                "tr",
                {},
                h("td", {}),
                versions.map((name) => h("th", { scope: "col" }, called(name))),
                h("th", { scope: "col" }, say("bench-difference")),
              ),
            )
          : null,
        h(
          "tbody",
          {},
          rows.map((one) => row(one, several)),
        ),
      ),
    ),
    several ? h("p", { class: "faint" }, say("bench-clear")) : null,
  );
}
