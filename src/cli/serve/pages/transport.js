// The way to the table and back: messages as plain values. Nothing else knows of sockets.

const SLOWEST = 8000;

// How long a page hears nothing before it asks whether somebody is there: after it has said
// something, and while nothing happens. In milliseconds, as all times here.
const UNANSWERED = 4000;
const QUIET = 30000;

// How long it waits for an answer to that, for a connection, and to be let in.
const PATIENCE = 6000;
const CONNECTING = 12000;
const ENTERING = 60000;

// What asks for a sign of life, and is answered by the same. Tables hear nothing of it.
const LIFE = "{}";

// Joins a table. `hello` is what is said first; `hear` is given every message, `state` is told
// "open", "lost" or "closed"; `where` is the door. Gives `say`, which is false where nobody hears,
// and `leave`.
export function join(hello, { hear, state }, where = "socket") {
  let socket = null;
  let pause = 400;
  let left = false;
  let timer = null;
  let watch = null;
  // A sign of life was asked for.
  let asked = false;

  function open() {
    const url = new URL(where, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    const own = new WebSocket(url);
    socket = own;
    own.addEventListener("open", () => {
      if (socket !== own) return;
      own.send(JSON.stringify({ hello }));
      within(ENTERING, lose);
    });
    own.addEventListener("message", (event) => {
      if (socket !== own) return;
      asked = false;
      within(QUIET, ask);
      if (event.data === LIFE) return;
      const message = JSON.parse(event.data);
      pause = 400;
      if (message.closed) left = true;
      else state("open");
      hear(message);
    });
    own.addEventListener("close", () => {
      // Another one may have been opened since.
      if (socket === own) lose();
    });
    within(CONNECTING, lose);
  }

  // Does something unless something is heard before.
  function within(time, does) {
    clearTimeout(watch);
    watch = setTimeout(does, time);
  }

  // Asks whether somebody is there: a connection can end without a word.
  function ask() {
    if (left || asked || socket?.readyState !== WebSocket.OPEN) return;
    asked = true;
    socket.send(LIFE);
    within(PATIENCE, lose);
  }

  // The connection has ended, or nobody answers: then its own end may be a long time in coming.
  function lose() {
    const own = socket;
    socket = null;
    asked = false;
    clearTimeout(watch);
    own?.close();
    if (left) {
      state("closed");
      return;
    }
    state("lost");
    timer = setTimeout(open, pause);
    pause = Math.min(pause * 1.7, SLOWEST);
  }

  addEventListener("online", () => {
    if (left) return;
    if (socket?.readyState === WebSocket.OPEN) {
      ask();
      return;
    }
    clearTimeout(timer);
    const before = socket;
    open();
    before?.close();
  });
  // Whoever comes back to a page wants to know at once.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
  open();
  return {
    say(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      if (!asked) within(UNANSWERED, ask);
      return true;
    },
    leave() {
      left = true;
      clearTimeout(timer);
      clearTimeout(watch);
      socket?.close();
    },
  };
}
