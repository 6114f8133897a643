// What the rehearsal says, with the seconds since its start.
const began = Date.now();
const wrong = [];

export function say(text) {
  process.stdout.write(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
}

/** Says whether something holds, and remembers when it does not. */
export function check(text, holds) {
  say(`${holds ? 'holds' : 'WRONG'}  ${text}`);
  if (!holds) wrong.push(text);
}

export const failed = () => wrong;
