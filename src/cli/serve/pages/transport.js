// The way to the table and back: messages as plain values. Nothing else knows of sockets.

const SLOWEST = 8000;

// Joins a table. `hello` is what is said first; `hear` is given every message, `state` is told
// "open", "lost" or "closed"; `where` is the door. Gives `say`, which is false where nobody hears,
// and `leave`.
export function join(hello, { hear, state }, where = "socket") {
  let socket = null;
  let pause = 400;
  let left = false;
  let timer = null;

  function open() {
    const url = new URL(where, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    const own = new WebSocket(url);
    socket = own;
    own.addEventListener("open", () => own.send(JSON.stringify({ hello })));
    own.addEventListener("message", (event) => {
      if (socket !== own) return;
      const message = JSON.parse(event.data);
      pause = 400;
      if (message.closed) left = true;
      else state("open");
      hear(message);
    });
    own.addEventListener("close", () => {
      // Another one may have been opened since.
      if (socket !== own) return;
      if (left) {
        state("closed");
        return;
      }
      state("lost");
      timer = setTimeout(open, pause);
      pause = Math.min(pause * 1.7, SLOWEST);
    });
  }

  addEventListener("online", () => {
    if (left || socket.readyState < WebSocket.CLOSING) return;
    clearTimeout(timer);
    open();
  });
  open();
  return {
    say(message) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    leave() {
      left = true;
      clearTimeout(timer);
      socket.close();
    },
  };
}
