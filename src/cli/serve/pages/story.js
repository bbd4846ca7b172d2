// What has happened, sentence by sentence.

import { h } from "./dom.js";
import { sentence, text } from "./phrase.js";
import { across, placeOf } from "./places.js";
import { say } from "./words.js";

const MOST_KEPT = 400;

// A pen for what only lies there.
const STILL = { met() {}, isOpen: () => false };

export class Story {
  constructor(voice) {
    this.voice = voice;
    this.forget();
  }

  // The page was away: all is told from the beginning.
  forget() {
    this.told = [];
    this.now = [];
    this.chapter = null;
    this.quiet = true;
  }

  // Takes the story of a view, which goes on as long as the chapter is the same. Gives what is new.
  hear(chapter, view) {
    const entries = view.story.map((told) => ({ told, view }));
    const before =
      chapter === this.chapter ? this.now.map((entry) => JSON.stringify(entry.told)) : [];
    if (chapter !== this.chapter) this.told = [...this.told, ...this.now].slice(-MOST_KEPT);
    this.chapter = chapter;
    this.now = entries;
    let same = 0;
    while (same < entries.length && before[same] === JSON.stringify(entries[same].told)) same += 1;
    const fresh = entries.slice(same);
    if (!this.quiet) this.speak(fresh);
    this.quiet = false;
    return fresh;
  }

  speak(entries) {
    for (const { told } of entries) {
      if (told.sentence) this.voice.append(h("p", {}, text(told.sentence)));
    }
    while (this.voice.childElementCount > 40) this.voice.firstElementChild.remove();
  }

  entries() {
    return [...this.told, ...this.now];
  }

  // The last sentences, for where there is no room for more.
  last(count) {
    const sentences = this.entries().filter(
      ({ told }) => told.sentence && !isHeading(told.sentence),
    );
    return sentences.slice(-count).map(drawn);
  }

  draw() {
    const entries = this.entries();
    if (entries.length === 0) return h("p", { class: "faint" }, say("story-none"));
    return h("ol", { class: "story" }, entries.map(drawn));
  }
}

function isHeading(phrase) {
  const words = text(phrase);
  return words.startsWith("[") && words.endsWith("]");
}

function drawn({ told, view }) {
  if (told.stood) return h("li", { class: "stood" }, stood(told.stood, view));
  if (isHeading(told.sentence)) {
    const words = text(told.sentence).slice(1, -1);
    return h("li", { class: "chapter" }, words.charAt(0).toUpperCase() + words.slice(1));
  }
  return h("li", {}, sentence(told.sentence, view));
}

// A board as it stood before it was cleared.
function stood({ places, pawns }, view) {
  const then = { ...view, places, values: pawns };
  const isOwn = (owner) => owner.player !== undefined && owner.player === view.seat;
  const first = places[0];
  return h(
    "details",
    {},
    h("summary", {}, say("stood")),
    h(
      "div",
      { class: "small-table" },
      first?.across
        ? across(first.zone, then, STILL, isOwn)
        : first
          ? placeOf(first, then, STILL)
          : null,
    ),
  );
}
