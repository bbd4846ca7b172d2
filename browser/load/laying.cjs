// The game of `laying.yaml` on the server of boardgame.io, on a port that was free. Matches are kept
// in memory, or in files of the folder that `KEPT_IN` names.
const { FlatFile, Server, Origins } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const suits = ["S", "H", "D", "C"];
const ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

const laying = {
  name: "laying",
  setup: ({ random }) => {
    const deck = random.Shuffle(suits.flatMap((suit) => ranks.map((rank) => rank + suit)));
    const players = {};
    for (let seat = 0; seat < 4; seat += 1) players[seat] = { hand: deck.splice(0, 5) };
    return { secret: { deck }, left: deck.length, players, heap: [] };
  },
  playerView: PlayerView.STRIP_SECRETS,
  moves: {
    lay: ({ G, playerID }, place) => {
      const [card] = G.players[playerID].hand.splice(place, 1);
      G.heap.push(card);
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.heap.length === 20 ? { over: true } : undefined),
};

const folder = process.env.KEPT_IN;
const kept = folder ? { db: new FlatFile({ dir: folder }) } : {};
const server = Server({ games: [laying], origins: [Origins.LOCALHOST], ...kept });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  console.log(`port ${appServer.address().port}`);
});
