// The limits of the server: enough for a lecture hall, and little for an attacker.

/** The server can be given other values for all of them. */
export const LIMITS = {
  /** The number of rooms at a time, and the time for which each is open. */
  rooms: 20,
  roomMs: 2 * 60 * 60 * 1000,
  /** The clients of a room, and those from one address, which a whole class may have in common. */
  clients: 500,
  clientsOfAddress: 400,
  /** The questions of a room. */
  questions: 200,
  /** The bytes of a request's body. */
  answerBytes: 1024,
  questionBytes: 16_384,
  /**
   * The requests that a client, and an address, may make at once, and the further ones each second.
   */
  clientBurst: 10,
  clientRate: 2,
  addressBurst: 1500,
  addressRate: 150,
  /** The bytes that wait for a client who does not read. */
  backlogBytes: 65_536,
  /** The time within which a request must arrive. */
  requestMs: 10_000,
  connections: 4000,
  connectionsOfAddress: 2000,
  /** The time between two reports of counts, and between signs of life on a silent connection. */
  countsMs: 150,
  aliveMs: 15_000,
};

/** @typedef {typeof LIMITS} Limits */

/** A bucket of tokens: so many at once, and then so many a second. */
export class Bucket {
  #left;
  #at;

  /** @param {number} burst @param {number} rate @param {() => number} now milliseconds */
  constructor(burst, rate, now) {
    this.burst = burst;
    this.rate = rate;
    this.now = now;
    this.#left = burst;
    this.#at = now();
  }

  /** True if it is full again, and need not be remembered. */
  get full() {
    return this.#filled() >= this.burst;
  }

  /** Takes a token; returns true if there was one. */
  take() {
    this.#left = this.#filled();
    this.#at = this.now();
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }

  #filled() {
    return Math.min(this.burst, this.#left + ((this.now() - this.#at) / 1000) * this.rate);
  }
}
