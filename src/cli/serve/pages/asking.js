// What the owner of the server asks it for.

import * as words from "./words.js";

// Asks with a key. Gives `ask`, which gives the answer as it came, and `asked`, which gives what it
// says. Both fail with the reason in words.
export function askingBy(key) {
  async function ask(what, body = {}) {
    const request = {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ language: words.language(), ...body }),
    };
    const answer = await fetch(`api/${what}`, request).catch(() => {
      throw new Error(words.say("unreached"));
    });
    if (answer.status === 403) throw new Error(words.say("owner-no-entry"));
    if (answer.status === 409) throw new Error((await answer.json()).why);
    if (!answer.ok) throw new Error(words.say("failed"));
    return answer;
  }

  const asked = async (what, body) => (await ask(what, body)).json();

  return { ask, asked };
}
