// What is at a table beside the game: names, taking back, passes that are taken by themselves, and
// the time that whoever may pass has.

import { remark, show } from "./dialog.js";
import { fill, h } from "./dom.js";
import { text } from "./phrase.js";
import { called } from "./table.js";
import { say } from "./words.js";

// How long a page waits before it passes by itself, from and to, in milliseconds: by chance, since
// a pass that comes at once tells that there was nothing else.
const SOONEST = 700;
const LATEST = 2800;

// The time that is left is told in whole seconds, and takes a while to come.
const ROUNDED = 1500;

// Makes what stands over the dock, in an element. `way` says things to the table; it is false where
// nobody hears.
export function houseIn(part, way) {
  let standing = null;
  let passes = false;
  let timer = null;
  let ends = null;
  let counted = null;
  // The decision for which this page has chosen.
  let chosen = null;
  const clock = h("p", { class: "faint clock" });

  const player = (seat) => standing.view.players.find((one) => one.seat === seat);
  // At the head of a sentence, and within one.
  const head = (seat) => called(player(seat), standing.view);
  const name = (seat) => standing.names[seat - 1] || text(player(seat).name);

  function tell(message) {
    const heard = way(message);
    if (!heard) remark(say("lost"));
    return heard;
  }

  function question() {
    const answer = (yes) => () => tell({ agree: { yes } });
    return h(
      "div",
      { class: "ask", role: "alert" },
      h("strong", {}, say("undo-asked", { who: head(standing.asks) })),
      h("span", { class: "faint" }, say("undo-seen")),
      h("button", { type: "button", class: "main", on: { click: answer(true) } }, say("agree")),
      h("button", { type: "button", on: { click: answer(false) } }, say("disagree")),
    );
  }

  // Only a pass is there, as far as this page knows, and nothing else is asked: a choice answers
  // whoever wants to take one back.
  function mustPass() {
    const options = standing.view.menu?.options ?? [];
    const only = options.length === 1 && options[0].label === "pass";
    return standing.decision !== null && only && !standing.agree;
  }

  function paint() {
    const asks = standing.asks !== null;
    const stood = standing.stood_in.map((seat) =>
      h("p", { class: "faint" }, say("stood-in", { who: head(seat) })),
    );
    const back = (standing.taken_back ?? []).map((n, i) =>
      n > 0 ? h("p", { class: "faint" }, say("taken-back", { who: name(i + 1), n })) : null,
    );
    fill(
      part,
      standing.agree ? question() : null,
      asks && !standing.agree ? h("p", { class: "faint" }, say("undo-waits")) : null,
      stood,
      back,
      ends === null ? null : clock,
    );
    part.hidden = part.childElementCount === 0;
  }

  // How long there is to pass, in words; null where no time is kept.
  function timeLeft() {
    if (ends === null) return null;
    return say("passes-in", { n: Math.max(0, Math.ceil((ends - Date.now()) / 1000)) });
  }

  function tick() {
    clock.textContent = timeLeft();
  }

  // Whether the server has passed for whoever sits here, as far as this page can tell.
  function hasRunOut(decision) {
    if (ends === null || standing.decision === null) return false;
    if (decision === standing.decision) return false;
    return chosen !== standing.decision && Date.now() > ends - ROUNDED;
  }

  function stands(now) {
    const same = standing?.decision === now.decision;
    const answered = standing?.agree && !now.agree;
    if (hasRunOut(now.decision)) remark(say("time-over"));
    standing = now;
    if (passes && (!same || answered)) passSoon();
    clearInterval(counted);
    ends = now.time === undefined ? null : Date.now() + now.time * 1000;
    if (ends !== null) {
      tick();
      counted = setInterval(tick, 1000);
    }
    paint();
  }

  function passSoon() {
    clearTimeout(timer);
    if (!mustPass()) return;
    const { decision } = standing;
    const option = standing.view.menu.options[0].index;
    timer = setTimeout(
      () => {
        if (standing.decision !== decision || !mustPass()) return;
        chosen = decision;
        way({ choose: { decision, option } });
      },
      SOONEST + Math.random() * (LATEST - SOONEST),
    );
  }

  function rename() {
    const seat = standing.view.seat;
    const field = h("input", { id: "name", type: "text", maxlength: 24, autocomplete: "nickname" });
    field.value = standing.names[seat - 1] ?? "";
    const send = (event) => {
      event.preventDefault();
      if (tell({ name: { name: field.value } })) dialog.close();
    };
    const dialog = show(
      say("name"),
      h(
        "form",
        { class: "buttons", on: { submit: send } },
        h("label", { for: "name" }, say("name-hint")),
        field,
        h("button", { type: "submit", class: "main" }, say("name-take")),
      ),
    );
    field.focus();
  }

  // The buttons for whoever sits at the table.
  function buttons() {
    if (!standing || standing.view.seat === null) return [];
    const turn = () => {
      passes = !passes;
      clearTimeout(timer);
      if (passes) passSoon();
      document.querySelector("[data-key=passes]")?.setAttribute("aria-pressed", String(passes));
    };
    const button = (key, title, click, pressed) =>
      h(
        "button",
        { class: "plain", type: "button", "aria-pressed": pressed, data: { key }, on: { click } },
        title,
      );
    return [
      button("undo", say("undo"), () => tell({ undo: {} }), null),
      standing.passing && !standing.view.over
        ? button("passes", say("pass-unless"), turn, String(passes))
        : null,
      button("name", say("name"), rename, null),
    ];
  }

  return {
    stands,
    buttons,
    timeLeft,
    // An option of a decision is chosen by this page.
    chooses(decision) {
      chosen = decision;
    },
  };
}
