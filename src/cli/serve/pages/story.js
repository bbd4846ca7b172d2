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
    // All sentences, in an element that stays: who reads in it is not disturbed by more of them.
    this.list = h("ol", { class: "story" });
    this.forget();
  }

  // The page was away: all is told from the beginning.
  forget() {
    this.told = [];
    this.quiet = true;
  }

  // Shows what is new.
  grow(fresh) {
    if (this.quiet) this.list.replaceChildren();
    this.list.append(...fresh.map(drawn));
    while (this.list.childElementCount > MOST_KEPT) this.list.firstElementChild.remove();
  }

  // Takes what has happened, as it is seen now.
  hear(story, view) {
    const fresh = story.map((told) => ({ told, view }));
    this.told = [...this.told, ...fresh].slice(-MOST_KEPT);
    this.grow(fresh);
    if (!this.quiet) this.speak(fresh);
    this.quiet = false;
  }

  speak(entries) {
    for (const { told, view } of entries) {
      if (told.sentence) this.say(text(told.sentence, view));
    }
  }

  // Says something to whoever listens.
  say(words) {
    this.voice.append(h("p", {}, words));
    while (this.voice.childElementCount > 40) this.voice.firstElementChild.remove();
  }

  // The last sentences, for where there is no room for more.
  last(count) {
    const sentences = this.told.filter(
      ({ told }) => told.sentence && !isHeading(told.sentence),
    );
    return sentences.slice(-count).map(drawn);
  }

  draw() {
    if (this.told.length === 0) return h("p", { class: "faint" }, say("story-none"));
    return h("ol", { class: "story" }, this.told.map(drawn));
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
