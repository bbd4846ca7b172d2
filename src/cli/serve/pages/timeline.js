// The history of a rehearsal, and who sits at it: a slider over all decisions, back and forth,
// whose eyes look, who chooses for each seat.

import { fill, h } from "./dom.js";
import { text } from "./phrase.js";
import { select, BOTS } from "./wish.js";
import { say } from "./words.js";

// A button with a word or a sign on it.
function press(key, title, sign, disabled, click) {
  return h(
    "button",
    {
      type: "button",
      class: sign ? "sign" : null,
      title: sign ? title : null,
      "aria-label": sign ? title : null,
      disabled,
      data: { key },
      on: { click },
    },
    sign ?? title,
  );
}

// A choice, and whose it was.
export function chose({ seat, text: what }) {
  return say("bench-chose", { n: seat, what: text(what) });
}

// What was chosen where the slider stands.
export function stopped(standing) {
  const { at, of, chosen } = standing;
  const place = `${at} / ${of}`;
  if (!chosen) return `${place} · ${say("bench-beginning")}`;
  return `${place} · ${chose(chosen)}`;
}

// A bar over the table. `does` has look, go, branch, undo and redo, which are given what the page
// says, and seat.
export function timelineOf(part, does) {
  let standing = null;
  // Where the slider is held, until the server has answered.
  let held = null;
  // Where the last step led that the server has not answered yet.
  let aim = null;

  const slider = h("input", {
    type: "range",
    class: "slider",
    min: 0,
    step: 1,
    on: {
      input() {
        held = Number(slider.value);
        does.look({ at: held });
      },
      change() {
        held = null;
      },
    },
  });
  const words = h("output", { class: "stop", "aria-live": "off" });
  const back = h("div", { class: "steps", role: "group", "aria-label": say("bench-history") });
  const go = h("div", { class: "goes" });
  const sight = h("div", { class: "sight" });
  slider.setAttribute("aria-label", say("bench-history"));
  part.append(
    h("div", { class: "history" }, back, slider, words, go),
    h("details", { class: "who" }, h("summary", {}, say("bench-who")), sight),
  );
  if (matchMedia("(min-width: 1060px)").matches) part.querySelector(".who").open = true;

  const to = (at) => () => {
    aim = Math.max(0, Math.min(standing.of, at()));
    does.look({ at: aim });
  };
  const step = (by) => to(() => (aim ?? standing.at) + by);

  function paint(now) {
    standing = now;
    const { at, of, live } = now;
    if (aim === at || aim > of) aim = null;
    slider.max = of;
    slider.disabled = of === 0;
    if (held === null) slider.value = at;
    const told = stopped(now);
    slider.setAttribute("aria-valuetext", told);
    words.textContent = told;
    fill(
      back,
      press("first", say("bench-first"), "|◀", at === 0, to(() => 0)),
      press("before", say("bench-before"), "◀", at === 0, step(-1)),
      press("after", say("bench-after"), "▶", live, step(1)),
      press("last", say("bench-last"), "▶|", live, to(() => of)),
    );
    fill(
      go,
      live ? null : press("go", say("bench-go"), null, false, () => does.go(at)),
      press("branch", say("bench-branch"), null, false, () => does.branch(at)),
      press("undo", say("bench-undo"), null, !now.undo, does.undo),
      press("redo", say("bench-redo"), null, !now.redo, does.redo),
    );
    paintSight(now);
  }

  function paintSight({ eyes, from, seats, asked }) {
    const numbers = seats.map((_, seat) => seat + 1);
    const looks = [
      ["all", say("bench-all-hands")],
      ...numbers.map((n) => [String(n), say("bench-eyes-of", { n })]),
    ];
    const eyesField = select("eyes", looks, eyes === null ? "all" : String(eyes), (value) =>
      does.look({ eyes: value === "all" ? null : Number(value) }),
    );
    eyesField.setAttribute("aria-label", say("bench-eyes"));
    const rows = numbers.map((n) => {
      const kind = seats[n - 1];
      const kinds = [
        ["human", say("bench-me")],
        ...BOTS.map((bot) => [bot, say(`bot-${bot.replace(":", "-")}`)]),
      ];
      if (!kinds.some(([known]) => known === kind)) kinds.push([kind, kind]);
      const id = `who-${n}`;
      const near = eyes === null ? from === n : eyes === n;
      return h(
        "div",
        { class: ["who-row", asked.includes(n) ? "asked" : null] },
        h(
          "button",
          {
            type: "button",
            class: "plain",
            "aria-pressed": String(near),
            title: say("bench-near"),
            data: { key: `near-${n}` },
            on: { click: () => does.look(eyes === null ? { from: n } : { eyes: n }) },
          },
          say("player", { n }),
        ),
        h("label", { class: "unseen", for: id }, say("bench-chooses-for", { n })),
        select(id, kinds, kind, (chosen) => does.seat(n, chosen)),
      );
    });
    fill(sight, eyesField, rows);
  }

  return { paint };
}
