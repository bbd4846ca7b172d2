// Cards are dragged to where they should go.

// From so many pixels on a movement is no tap.
const FAR = 9;

// Lets cards of a page be dragged. `play` has `choice`, which gives the choice as long as nothing
// was sent, and `light`, `pick`, `take`, `target` and `elements`. Gives `active`, and `ended`,
// which is true for the click with which a drag ends.
export function draggable(page, play) {
  let drag = null;
  let swallow = false;

  const below = (event) => document.elementFromPoint(event.clientX, event.clientY);

  function press(event) {
    const card = event.target.closest(".card[data-point]");
    const key = card?.dataset.point;
    if (event.button !== 0 || !card || !play.choice()?.couldOpen(key)) return;
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    drag = { card, key, x, y, pointer, ghost: null };
  }

  function pull(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost && Math.hypot(x, y) < FAR) return;
    if (!drag.ghost && !begin()) return;
    event.preventDefault();
    drag.ghost.style.transform = `translate(${x}px, ${y}px)`;
    unaim();
    const key = aim(event, drag.key);
    if (key) play.elements(key).forEach((element) => element.classList.add("aimed"));
    else if (lands(event, drag.key) !== null) felt(event).classList.add("aimed");
  }

  // Takes a card up; false where that means nothing here.
  function begin() {
    const choice = play.choice();
    if (!choice || choice.several) {
      drag = null;
      return false;
    }
    if (!choice.isPicked(drag.key)) {
      if (!choice.isOpen(drag.key)) choice.clear();
      choice.picked.push(drag.key);
      play.light();
    }
    const box = drag.card.getBoundingClientRect();
    drag.ghost = drag.card.cloneNode(true);
    drag.ghost.classList.add("ghost");
    drag.ghost.style.viewTransitionName = "none";
    for (const side of ["left", "top", "width", "height"]) {
      drag.ghost.style[side] = `${box[side]}px`;
    }
    document.body.append(drag.ghost);
    drag.card.classList.add("dragged");
    return true;
  }

  // What can be picked where a pointer is.
  function aim(event, dragged) {
    const under = below(event);
    const choice = play.choice();
    if (!under || !choice) return null;
    return play.target(under, (key) => key !== dragged && choice.isOpen(key));
  }

  const felt = (event) => below(event)?.closest(".felt");

  // The option by which what is dragged lands on the table, where the rules name no place for it;
  // null where it is put back. What others have is no place for it.
  function lands(event, dragged) {
    const choice = play.choice();
    const left = choice?.isPicked(dragged) ? choice.candidates() : [];
    if (left.length !== 1 || !choice.isWhole(left[0])) return null;
    return felt(event) && !below(event).closest(".opponents") ? left[0] : null;
  }

  function unaim() {
    for (const element of page.querySelectorAll(".aimed")) element.classList.remove("aimed");
  }

  // Ends a drag; gives what was dragged, if something was.
  function drop(event) {
    if (!drag || event.pointerId !== drag.pointer) return null;
    const { ghost, key, card } = drag;
    drag = null;
    if (!ghost) return null;
    ghost.remove();
    card.classList.remove("dragged");
    unaim();
    return key;
  }

  function putBack() {
    play.choice()?.clear();
    play.light();
  }

  function release(event) {
    const key = drop(event);
    if (key === null) return;
    swallow = true;
    setTimeout(() => {
      swallow = false;
    }, 0);
    const choice = play.choice();
    if (!choice) return;
    const aimed = choice.isPicked(key) ? aim(event, key) : null;
    const option = lands(event, key);
    if (aimed) play.pick(aimed);
    else if (option !== null) play.take(option);
    else putBack();
  }

  page.addEventListener("pointerdown", press);
  addEventListener("pointermove", pull, { passive: false });
  addEventListener("pointerup", release);
  addEventListener("pointercancel", (event) => {
    if (drop(event) !== null) putBack();
  });
  return { active: () => Boolean(drag?.ghost), ended: () => swallow };
}
