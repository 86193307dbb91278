// A hash of a text that may come in pieces: two rounds of FNV-1a over its UTF-16 units.

type Rounds = readonly number[];

export const NO_HASH: Rounds = [0x811c9dc5, 0x01234567];

/** The hash of a text that continues with `text`. */
export const hashedOn = (rounds: Rounds, text: string): Rounds =>
  rounds.map((round) => {
    let hash = round;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return hash;
  });

/** The hash in the form of names and links. */
export const hashName = (rounds: Rounds) =>
  rounds.map((round) => (round >>> 0).toString(16).padStart(8, '0')).join('');
