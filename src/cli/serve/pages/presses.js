// Presses while the page is changing. What moves is only a picture, and the browser gives a press
// on it to what lies below; what is drawn anew while it is pressed may get none at all.

// From so many pixels on a press is none.
const FAR = 9;

// How long a click may take to come, and how long one that came in spite of all is none, in
// milliseconds.
const LATE = 80;
const TWICE = 400;

let moving = null;
// What is being pressed, what has been and waits for its click, and what was clicked for it.
let press = null;
let waits = null;
let made = null;

// A change of the page that can be seen: whoever presses something does not wait for its end.
export function moves(transition) {
  moving = transition;
  const ends = () => {
    if (moving === transition) moving = null;
  };
  transition.finished.then(ends, ends);
  // The next one may come before this one is done.
  transition.ready.catch(() => {});
  if (press) still();
}

function still() {
  moving?.skipTransition();
}

// What can be pressed there, and what it says.
function pressable(element) {
  const found = element?.closest?.("[data-key], button, a");
  if (!found) return null;
  const says = `${found.getAttribute("aria-label")} ${found.textContent}`;
  return { element: found, key: found.dataset.key, says };
}

const same = (one, other) => one && other && one.key === other.key && one.says === other.says;

function down(event) {
  const moved = moving !== null;
  still();
  waits = null;
  made = null;
  const { target, clientX: x, clientY: y, pointerId: pointer } = event;
  const there = (moved && document.elementFromPoint(x, y)) || target;
  press = { target: there, what: pressable(there), x, y, pointer, lost: there !== target };
  if (press.lost) there.dispatchEvent(new PointerEvent(event.type, event));
}

function up(event) {
  const was = press;
  press = null;
  still();
  if (!was?.what || event.pointerId !== was.pointer) return;
  if (Math.hypot(event.clientX - was.x, event.clientY - was.y) >= FAR) return;
  waits = was;
  setTimeout(() => {
    if (waits !== was) return;
    if (was.lost || !was.target.isConnected) clicks(lies(was));
    waits = null;
  }, LATE);
}

// What was pressed, where it is still there.
function lies({ what, x, y }) {
  still();
  const there = pressable(document.elementFromPoint(x, y));
  return same(there, what) ? there : null;
}

function clicks(there) {
  if (!there) return;
  made = { what: there, at: performance.now() };
  there.element.click();
}

// A click that went elsewhere than the press goes where that was, and one that comes late is none.
function clicked(event) {
  const what = pressable(event.target);
  const twice = same(what, made?.what) && performance.now() - made.at < TWICE;
  const there = waits && !same(what, waits.what) ? lies(waits) : null;
  waits = null;
  if (!twice && !there) return;
  made = null;
  event.stopImmediatePropagation();
  event.preventDefault();
  clicks(there);
}

const heard = { pointerdown: down, pointerup: up, click: clicked, keydown: still };
for (const [kind, does] of Object.entries(heard)) {
  addEventListener(kind, (event) => event.isTrusted && does(event), true);
}
addEventListener(
  "pointercancel",
  () => {
    press = null;
  },
  true,
);
