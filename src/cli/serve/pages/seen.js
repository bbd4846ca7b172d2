// What is seen of a game: each message says what is new, and all else is as it was.

// The view that a message makes of the one before; of none, where it begins with the frame.
export function seen(before, { frame, laid: { lying = [], ...laid } = {}, table }) {
  const known = frame ? { players: [], parts: [], places: [], values: [], ...frame } : before;
  const places = new Map(known.places.map((place) => [place.id, place]));
  for (const place of laid.places ?? []) places.set(place.id, place);
  for (const what of lying) places.set(what.id, { ...places.get(what.id), ...what });
  const cards = { ...known.cards, ...laid.cards };
  return { ...known, ...laid, ...table.view, places: [...places.values()], cards };
}
