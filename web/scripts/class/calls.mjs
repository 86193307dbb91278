// The calls of a room's clients and presenter.
import { readQuestion } from './question.mjs';
import { addressOf, bodyOf, keyOf, openLine, Refused } from './requests.mjs';

/**
 * @typedef {import('./requests.mjs').Request} Request
 * @typedef {import('./requests.mjs').Response} Response
 * @typedef {import('./room.mjs').Room} Room
 */

/** @param {Request} request @param {Room} room */
function checkKey(request, room) {
  if (!room.opens(keyOf(request))) throw new Refused(403, 'this is the presenter’s');
}

/** @param {Room} room @param {unknown} name */
function clientOf(room, name) {
  const client = typeof name === 'string' ? room.client(name) : undefined;
  if (!client) throw new Refused(404, 'nobody of this name has joined');
  return client;
}

/**
 * The POST calls, by the last part of the address.
 * @type {Record<string, (request: Request, room: Room) => Promise<object>>}
 */
export const posts = {
  join: async (request, room) => {
    await bodyOf(request, room.limits.answerBytes);
    const client = room.join(addressOf(request));
    if (!client) throw new Refused(503, 'the room is full');
    return { client };
  },
  answer: async (request, room) => {
    const { client: name, question, answer } = await bodyOf(request, room.limits.answerBytes);
    const client = clientOf(room, name);
    if (!client.bucket.take()) throw new Refused(429, 'too many requests');
    const result = room.answer(String(name), question, answer);
    if (result === 'strange') throw new Refused(400, 'this is no answer to the question');
    if (result !== 'counted') throw new Refused(409, result);
    return { counted: true };
  },
  ask: async (request, room) => {
    checkKey(request, room);
    const read = readQuestion(await bodyOf(request, room.limits.questionBytes));
    if ('problem' in read) throw new Refused(400, read.problem);
    if (!room.ask(read.question)) throw new Refused(409, 'too many questions');
    return {};
  },
  reveal: async (request, room) => {
    checkKey(request, room);
    const { question, right } = await bodyOf(request, room.limits.questionBytes);
    const texts = Array.isArray(right) && right.every((each) => typeof each === 'string');
    if (!texts) throw new Refused(400, 'right');
    if (!room.reveal(String(question), right)) throw new Refused(409, 'this was not asked');
    return {};
  },
  rest: async (request, room) => {
    checkKey(request, room);
    room.rest();
    return {};
  },
  end: async (request, room) => {
    checkKey(request, room);
    room.close();
    return {};
  },
};

/**
 * The GET calls: connections that stay open.
 * @type {Record<string, (request: Request, response: Response, room: Room, url: URL) => void>}
 */
export const lines = {
  events: (request, response, room, url) => {
    const name = String(url.searchParams.get('client'));
    clientOf(room, name);
    const line = openLine(request, response, room.limits);
    room.listen(name, line);
    response.on('close', () => room.left(name, line));
  },
  counts: (request, response, room, url) => {
    // An EventSource sends no headers of its own.
    if (!room.opens(url.searchParams.get('key') ?? ''))
      throw new Refused(403, 'this is the presenter’s');
    const line = openLine(request, response, room.limits);
    room.watch(line);
    response.on('close', () => room.unwatch(line));
  },
};
