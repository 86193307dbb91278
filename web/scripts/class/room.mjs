// The room of a class in a lecture hall: its clients, its question, and their answers. Nothing of
// it is written anywhere.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Bucket } from './limits.mjs';
import { isAnswer } from './question.mjs';

/**
 * @typedef {import('./question.mjs').Question} Question
 * @typedef {import('./limits.mjs').Limits} Limits
 * @typedef {{address: string, bucket: Bucket, line: Line | undefined}} Client
 * @typedef {{send: (message: object) => void, end: () => void}} Line
 * @typedef {{question: Question, answers: Map<string, string>, right: string[] | undefined}} Asked
 */

/** Letters that cannot be mistaken for others, without vowels: a code is no word. */
const LETTERS = '23456789BCDFGHJKMNPQRSTVWXZ';

/** @param {number} length */
const code = (length) =>
  [...randomBytes(length)].map((byte) => LETTERS[byte % LETTERS.length]).join('');

/** @param {string} text */
const digest = (text) => createHash('sha256').update(text).digest();

export class Room {
  /** @type {Map<string, Client>} */
  #clients = new Map();
  /** @type {Map<string, Asked>} */
  #questions = new Map();
  /** @type {Asked | undefined} */
  #current;
  /** @type {Set<Line>} */
  #presenters = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  #telling;
  #keyDigest;

  /** @param {Limits} limits @param {() => number} now */
  constructor(limits, now) {
    this.limits = limits;
    this.now = now;
    this.code = code(5);
    this.key = randomBytes(24).toString('base64url');
    this.#keyDigest = digest(this.key);
    this.ends = now() + limits.roomMs;
    this.over = false;
  }

  /** True if this is the presenter's key. @param {string} key */
  opens(key) {
    return timingSafeEqual(digest(key), this.#keyDigest);
  }

  /**
   * A new client's name, which cannot be guessed; undefined where the room is full.
   * @param {string} address
   */
  join(address) {
    const { clients, clientsOfAddress, clientBurst, clientRate } = this.limits;
    const beside = [...this.#clients.values()].filter((each) => each.address === address).length;
    if (this.#clients.size >= clients || beside >= clientsOfAddress) return undefined;
    const name = randomBytes(12).toString('base64url');
    const bucket = new Bucket(clientBurst, clientRate, this.now);
    this.#clients.set(name, { address, bucket, line: undefined });
    this.#countSoon();
    return name;
  }

  /** @param {string} name */
  client(name) {
    return this.#clients.get(name);
  }

  /**
   * Puts a question to the class; one that was put before keeps its answers.
   * @param {Question} question
   */
  ask(question) {
    const before = this.#questions.get(question.id);
    if (!before && this.#questions.size >= this.limits.questions) return false;
    const asked = before ?? { question, answers: new Map(), right: undefined };
    this.#questions.set(question.id, { ...asked, question });
    this.#current = this.#questions.get(question.id);
    this.#tellAll();
    return true;
  }

  /**
   * Shows the right answers: no answer counts afterwards.
   * @param {string} id
   * @param {string[]} right
   */
  reveal(id, right) {
    const asked = this.#questions.get(id);
    if (!asked) return false;
    asked.right = right;
    if (this.#current === asked) this.#tellAll();
    return true;
  }

  /** Closes the question. */
  rest() {
    this.#current = undefined;
    this.#tellAll();
  }

  /** @param {string} name @param {unknown} id @param {unknown} answer */
  answer(name, id, answer) {
    const asked = this.#current;
    if (!asked || asked.question.id !== id || asked.right) return 'closed';
    const given = asked.answers.get(name);
    // A repeated answer comes from a client that has not received the first reply.
    if (given !== undefined) return given === answer ? 'counted' : 'answered';
    if (!isAnswer(asked.question, answer)) return 'strange';
    asked.answers.set(name, String(answer));
    this.#countSoon();
    return 'counted';
  }

  /** @param {Asked} asked */
  #counts(asked) {
    /** @type {Record<string, number>} */
    const counts = {};
    for (const answer of asked.answers.values()) counts[answer] = (counts[answer] ?? 0) + 1;
    return counts;
  }

  /** The state that a client sees. @param {string} name */
  stateFor(name) {
    const asked = this.#current;
    if (this.over) return { over: true };
    if (!asked) return { question: null };
    const { question, answers, right } = asked;
    const given = answers.get(name);
    return {
      question,
      ...(given !== undefined && { given }),
      ...(right && { right, counts: this.#counts(asked) }),
    };
  }

  /** The state that the presenter sees. */
  presented() {
    const asked = this.#current;
    return {
      clients: this.#clients.size,
      ends: this.ends,
      ...(this.over && { over: true }),
      ...(asked && { question: asked.question.id, counts: this.#counts(asked) }),
    };
  }

  /**
   * Opens a connection to a client; its earlier one is closed.
   * @param {string} name @param {Line} line
   */
  listen(name, line) {
    const client = this.#clients.get(name);
    if (!client) return;
    client.line?.end();
    client.line = line;
    line.send(this.stateFor(name));
  }

  /** @param {string} name @param {Line} line */
  left(name, line) {
    const client = this.#clients.get(name);
    if (client?.line === line) client.line = undefined;
  }

  /** @param {Line} line */
  watch(line) {
    this.#presenters.add(line);
    line.send(this.presented());
  }

  /** @param {Line} line */
  unwatch(line) {
    this.#presenters.delete(line);
  }

  close() {
    this.over = true;
    clearTimeout(this.#telling);
    this.#tellAll();
    for (const { line } of this.#clients.values()) line?.end();
    for (const line of this.#presenters) line.end();
    this.#clients.clear();
    this.#questions.clear();
    this.#presenters.clear();
    this.#current = undefined;
  }

  #tellAll() {
    for (const [name, { line }] of this.#clients) line?.send(this.stateFor(name));
    this.#tellPresenters();
  }

  #tellPresenters() {
    for (const line of this.#presenters) line.send(this.presented());
  }

  /** Counts are collected, since a hall answers within seconds. */
  #countSoon() {
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      if (!this.over) this.#tellPresenters();
    }, this.limits.countsMs).unref();
  }
}
