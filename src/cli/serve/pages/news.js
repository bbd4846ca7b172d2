// What an edit did, and what the checker has to say of the files.

import { h } from "./dom.js";
import { say } from "./words.js";

function problem({ level, code, file, line, column, message, help, text }) {
  return h(
    "li",
    { class: ["problem", level] },
    h(
      "p",
      { class: "problem-head" },
      h("strong", {}, say(`bench-${level}`)),
      " ",
      h("code", { class: "place" }, `${file}:${line}:${column}`),
    ),
    h("p", {}, message, " ", h("code", { class: "faint" }, `[${code}]`)),
    text.some(Boolean) ? h("pre", {}, text[0], h("mark", {}, text[1]), text[2]) : null,
    help ? h("p", { class: "help" }, `→ ${help}`) : null,
  );
}

const lines = (all) => all.map((line) => h("li", {}, line));

const HEADS = {
  files: "bench-wrong",
  choice: "bench-choice-undone",
  game: "bench-fails",
};

// The news as elements.
export function news({ wrong, changed, course, counts, problems }, watched) {
  const nothing = !wrong && changed.length === 0 && course.length === 0;
  return [
    wrong ? h("p", { class: "warning", role: "alert" }, say(HEADS[wrong])) : null,
    changed.length > 0 ? h("ul", { class: "changed" }, lines(changed)) : null,
    course.length > 0 ? h("ul", { class: "course-news" }, lines(course)) : null,
    nothing ? h("p", { class: "faint" }, say(watched ? "bench-watched" : "bench-unwatched")) : null,
    counts ? h("h3", {}, counts) : null,
    problems.length > 0 ? h("ol", { class: "problems" }, problems.map(problem)) : null,
  ];
}

// In one sentence, for whoever only listens.
export function told({ wrong, changed, counts }) {
  const head = wrong ? say(HEADS[wrong]) : changed.join(" ");
  return [head, counts].filter(Boolean).join(" ");
}
