// The rooms of a server, and the limits of its clients.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Bucket } from './limits.mjs';
import { isLocal, keyOf, Refused } from './requests.mjs';
import { Room } from './room.mjs';

/**
 * @typedef {import('./requests.mjs').Request} Request
 * @typedef {import('./limits.mjs').Limits} Limits
 */

export class Rooms {
  /** @type {Map<string, Room>} */
  #rooms = new Map();
  /** @type {Map<string, Bucket>} */
  #visitors = new Map();
  /** The key with which other machines may open rooms. */
  key = randomBytes(12).toString('base64url');

  /** @param {Limits} limits @param {() => number} now */
  constructor(limits, now) {
    this.limits = limits;
    this.now = now;
  }

  /** Counts a request. Throws Refused where an address makes too many. @param {string} address */
  checkRate(address) {
    const { addressBurst, addressRate } = this.limits;
    const bucket = this.#visitors.get(address) ?? new Bucket(addressBurst, addressRate, this.now);
    this.#visitors.set(address, bucket);
    if (!bucket.take()) throw new Refused(429, 'too many requests');
  }

  /** True if this request may open a room. @param {Request} request */
  mayOpen(request) {
    const key = Buffer.from(keyOf(request));
    const wanted = Buffer.from(this.key);
    return isLocal(request) || (key.length === wanted.length && timingSafeEqual(key, wanted));
  }

  /** @param {Request} request */
  open(request) {
    if (!this.mayOpen(request))
      throw new Refused(
        403,
        'a room is opened on the lecturer’s machine, or with the server’s key',
      );
    this.sweep();
    if (this.#rooms.size >= this.limits.rooms) throw new Refused(503, 'too many rooms');
    const room = new Room(this.limits, this.now);
    this.#rooms.set(room.code, room);
    return room;
  }

  /** @param {string} code */
  find(code) {
    this.sweep();
    const room = this.#rooms.get(code.toUpperCase());
    if (!room) throw new Refused(404, 'there is no such room');
    return room;
  }

  /** Ends rooms whose time is over, and forgets silent clients. */
  sweep() {
    for (const [code, room] of this.#rooms)
      if (room.over || this.now() >= room.ends) {
        room.close();
        this.#rooms.delete(code);
      }
    for (const [address, bucket] of this.#visitors) if (bucket.full) this.#visitors.delete(address);
  }

  close() {
    for (const room of this.#rooms.values()) room.close();
    this.#rooms.clear();
  }
}

/**
 * Ends connections of an address that has too many.
 * @param {import('node:http').Server} server
 * @param {number} most
 */
export function limitConnections(server, most) {
  /** @type {Map<string, number>} */
  const connected = new Map();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (connected.get(address) ?? 0) + 1;
    connected.set(address, count);
    socket.on('close', () => {
      const left = (connected.get(address) ?? 1) - 1;
      if (left > 0) connected.set(address, left);
      else connected.delete(address);
    });
    if (count > most) socket.destroy();
  });
}
