// The texts of the page, in the language that somebody has chosen or the browser prefers.

let texts = {};

export const LANGUAGES = ["en", "fr"];

const KEPT = "cardrun-language";

export function language() {
  let kept = null;
  try {
    kept = localStorage.getItem(KEPT);
  } catch {
    // Without a memory the browser's language serves.
  }
  if (LANGUAGES.includes(kept)) return kept;
  return navigator.language?.toLowerCase().startsWith("fr") ? "fr" : "en";
}

export function choose(chosen) {
  try {
    localStorage.setItem(KEPT, chosen);
  } catch {
    // There is nowhere to keep it.
  }
}

export async function load() {
  const code = language();
  const answer = await fetch(`words/${code}`);
  texts = await answer.json();
  document.documentElement.lang = code;
}

// Whether something of which there are so many is in the singular.
export function isOne(n) {
  return new Intl.PluralRules(document.documentElement.lang).select(Math.abs(n)) === "one";
}

// The text with this key, with its values filled in.
export function say(key, values = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
