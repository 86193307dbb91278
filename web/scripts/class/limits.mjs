// What a class may ask of the server: enough for a hall, and little for whoever wants to break it.

/** All of them can be given to the server in another size. */
export const LIMITS = {
  /** Rooms at a time, and how long each is open. */
  rooms: 20,
  roomMs: 2 * 60 * 60 * 1000,
  /** Clients of a room, and of those from one address: a whole class may be behind one. */
  clients: 500,
  clientsOfAddress: 400,
  /** Questions of a room. */
  questions: 200,
  /** Bytes of what is sent. */
  answerBytes: 1024,
  questionBytes: 16_384,
  /** Requests that a client, and an address, may make at once, and as many more a second. */
  clientBurst: 10,
  clientRate: 2,
  addressBurst: 1500,
  addressRate: 150,
  /** Bytes that wait for a client who does not read. */
  backlogBytes: 65_536,
  /** How long a request may take to come in. */
  requestMs: 10_000,
  connections: 4000,
  connectionsOfAddress: 2000,
  /** How often counts are told, and how often a line that is silent is heard of. */
  countsMs: 150,
  aliveMs: 15_000,
};

/** @typedef {typeof LIMITS} Limits */

/** So many at once, and then so many a second. */
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

  /** Whether it is full again, and need not be remembered. */
  get full() {
    return this.#filled() >= this.burst;
  }

  /** True: it may. */
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
