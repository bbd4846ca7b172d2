// What has been picked of a menu so far, and what that leaves to pick. Nothing here draws.

// What an option points at, as words that name things on the page.
export function keyOfPointer(pointer) {
  if (pointer.card !== undefined) return `c${pointer.card}`;
  if (pointer.handle !== undefined) return `h${pointer.handle}`;
  if (pointer.place !== undefined) {
    const [place, stack] = pointer.place;
    return stack === null ? `p${place}` : `p${place}.${stack}`;
  }
  if (pointer.player !== undefined) return `s${pointer.player}`;
  if (pointer.team !== undefined) return `t${pointer.team}`;
  return null;
}

const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Cards that are the same to people as a card that an option names: they stand for it.
function twins(view, named) {
  const found = new Map();
  for (const stack of view.places.flatMap((place) => place.stacks)) {
    const open = stack.cards.filter(
      (seen) => seen.card !== undefined && named.has(`c${seen.card}`),
    );
    for (const seen of stack.cards) {
      if (seen.card === undefined || named.has(`c${seen.card}`)) continue;
      const face = { ...view.cards[seen.card], name: null };
      const name = (id) => view.cards[id].name.map((span) => span.text ?? span).join("");
      const twin = open.find(
        (other) =>
          name(other.card) === name(seen.card) &&
          alike({ ...view.cards[other.card], name: null }, face) &&
          alike(other.marks ?? [], seen.marks ?? []) &&
          other.face_up === seen.face_up,
      );
      if (twin) found.set(`c${seen.card}`, `c${twin.card}`);
    }
  }
  return found;
}

// A menu of a view, with what has been picked of it.
export class Choice {
  constructor(view, decision) {
    this.view = view;
    this.menu = view.menu;
    this.decision = decision;
    this.picked = [];
    this.fold = [];
    this.keys = this.menu.options.map((option) => option.points.map(keyOfPointer).filter(Boolean));
    const named = new Set(this.keys.flat());
    this.twins = twins(view, named);
    // Of things that are chosen one by one, several are picked and then chosen.
    this.several = (this.menu.left?.most ?? 0) > 1 && !this.menu.items.some((item) => item.fold);
  }

  // Goes on where an earlier choice of the same decision was.
  goOn({ menu, picked, fold }) {
    this.picked = picked.filter((key) => this.couldOpen(key));
    if (alike(menu.items, this.menu.items)) this.fold = fold;
  }

  // The key that an option has for what a page has.
  of(key) {
    return this.twins.get(key) ?? key;
  }

  // The options that have all that was picked, by their places in the menu.
  candidates(picked = this.picked) {
    const wanted = picked.map((key) => this.of(key));
    return this.keys.flatMap((keys, number) =>
      wanted.every((key) => keys.includes(key)) ? [number] : [],
    );
  }

  // Whether something can be picked next, or from the beginning.
  isOpen(key) {
    const real = this.of(key);
    if (this.several) return this.keys.some((keys) => keys.includes(real));
    const left = this.candidates();
    return left.some((number) => this.keys[number].includes(real)) && !this.picked.includes(key);
  }

  // Whether something can be picked when all else is put back.
  couldOpen(key) {
    return this.keys.some((keys) => keys.includes(this.of(key)));
  }

  isPicked(key) {
    return this.picked.includes(key);
  }

  // Whether an option points at nothing but what was picked.
  isWhole(number) {
    const wanted = this.picked.map((key) => this.of(key));
    return this.keys[number].every((key) => wanted.includes(key));
  }

  // Picks something. Gives the option that is left, if it is one alone.
  pick(key) {
    this.fold = [];
    if (this.isPicked(key)) {
      this.picked = this.picked.filter((other) => other !== key);
      return null;
    }
    if (this.several) {
      if (this.picked.length < this.menu.left.most) this.picked.push(key);
      return null;
    }
    this.picked = this.isOpen(key) ? [...this.picked, key] : [key];
    const left = this.candidates();
    return left.length === 1 ? left[0] : null;
  }

  clear() {
    this.picked = [];
    this.fold = [];
  }

  // How many are picked, and of how many as long as some are missing.
  share() {
    const { picked } = this;
    const { least } = this.menu.left;
    return picked.length < least ? `${picked.length}/${least}` : String(picked.length);
  }

  // Whether as many are picked as have to be.
  isEnough() {
    return this.several && this.picked.length >= Math.max(1, this.menu.left.least);
  }

  // The items of the list as they are to be shown: those of the fold that is open, without what
  // does not go with what was picked.
  items() {
    let items = this.menu.items;
    for (const number of this.fold) items = items[number].fold.items;
    if (this.several || this.picked.length === 0)
      return items.map((item, number) => ({ item, number }));
    return this.candidates().map((number) => ({ item: { option: number }, number: null }));
  }
}

// The option of a menu by which one of the things that somebody has picked is chosen.
export function nextOf(view, picked) {
  for (const [number, option] of view.menu.options.entries()) {
    const key = option.points.map(keyOfPointer).find((key) => picked.includes(key));
    if (key) return { number, key };
  }
  return null;
}

// The option that says that no more is wanted.
export function enoughOf(view) {
  const found = view.menu.options.findIndex((option) => option.label === "enough");
  return found < 0 ? null : found;
}
