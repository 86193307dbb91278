import { mkdtempSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { classServer } from '../../../web/scripts/class/server.mjs';

// A class on loopback, over real HTTP: 120 phones, of which some are slow and some want to break
// it.

const site = mkdtempSync(join(tmpdir(), 'afterimage-class-'));
writeFileSync(join(site, 'index.html'), '<head><meta charset="utf-8" /></head>');
writeFileSync(join(site, 'sw.js'), 'self.skip');

type Reply = { readonly status: number; readonly body: Record<string, unknown> };
type Options = Parameters<typeof classServer>[0];

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

/** A server that listens, and what a browser does with it. */
async function started(options: Partial<Options> = {}) {
  const { server, key } = classServer({ site, ...options });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 40 });
  const close = () => {
    agent.destroy();
    server.close();
    server.closeAllConnections();
  };
  open.push({ close });
  const send = (
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Record<string, string> = {},
  ) =>
    new Promise<Reply & { text: string; headers: IncomingMessage['headers'] }>((done, failed) => {
      const type = { 'content-type': 'application/json' };
      const sent = request(
        { port, host: '127.0.0.1', method, path, agent, headers: { ...type, ...headers } },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part) => {
            text += part;
          });
          response.on('end', () => {
            const json = response.headers['content-type'] === 'application/json';
            const status = response.statusCode ?? 0;
            const value = json ? JSON.parse(text) : {};
            done({ status, body: value, text, headers: response.headers });
          });
        },
      );
      sent.on('error', failed);
      sent.end(body);
    });
  const post = (path: string, value: unknown, headers = {}) =>
    send('POST', `/class/rooms${path}`, JSON.stringify(value), headers);
  /** A line: what came on it, and the newest of it that fits. */
  const listen = (path: string) => {
    let line: IncomingMessage | undefined;
    const heard: Record<string, unknown>[] = [];
    let ended = false;
    let look = () => {};
    const sent = request({ port, host: '127.0.0.1', path: `/class/rooms${path}` }, (response) => {
      let rest = '';
      line = response;
      response.setEncoding('utf8').on('data', (part) => {
        const lines = (rest + part).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines)
          if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice(6)));
        look();
      });
      response.on('close', () => {
        ended = true;
        look();
      });
    });
    sent.on('error', () => undefined);
    sent.end();
    open.push({ close: () => sent.destroy() });
    const until = (fits: (message: Record<string, unknown>) => boolean) =>
      new Promise<Record<string, unknown>>((done, failed) => {
        look = () => {
          const found = heard.findLast(fits);
          if (found) done(found);
          else if (ended) failed(new Error('the line has ended'));
        };
        look();
      });
    const over = () =>
      new Promise<void>((done) => {
        look = () => ended && done();
        look();
      });
    return {
      heard,
      until,
      over,
      drop: () => sent.destroy(),
      pause: () => line?.pause(),
      resume: () => line?.resume(),
    };
  };
  return { port, key, send, post, listen };
}

type Served = Awaited<ReturnType<typeof started>>;

const QUESTION = {
  id: 'torn-page/3',
  words: 'Is <b>T1</b> there?',
  choices: [
    { id: 'always', label: 'always' },
    { id: 'never', label: 'never' },
  ],
  free: false,
  steps: [],
  shown: [],
};

/** A room with its presenter. */
async function room(served: Served) {
  const { body } = await served.post('', {});
  const { code, key } = body as { code: string; key: string };
  const headers = { authorization: `Bearer ${key}` };
  const as = (verb: string, value: unknown) => served.post(`/${code}/${verb}`, value, headers);
  const join = async () => (await served.post(`/${code}/join`, {})).body.client as string;
  const answer = (client: unknown, given: unknown, question: unknown = QUESTION.id) =>
    served.post(`/${code}/answer`, { client, question, answer: given });
  return { code, key, as, join, answer, counts: () => served.listen(`/${code}/counts?key=${key}`) };
}

describe('a hall of 120 phones', () => {
  it('is asked, counted once each, and shown what is right; slow and hostile ones harm nobody', async () => {
    const served = await started({ limits: { countsMs: 5, backlogBytes: 2048 } });
    const { code, as, join, answer, counts } = await room(served);
    const presenter = counts();
    const names = await Promise.all(Array.from({ length: 120 }, join));
    expect(new Set(names).size).toBe(120);
    const lines = names.map((name) => served.listen(`/${code}/events?client=${name}`));
    await Promise.all(lines.map(({ until }) => until(({ question }) => question === null)));
    // Six phones do not read any more, and one drops out.
    for (const { pause } of lines.slice(0, 6)) pause();
    expect((await as('ask', QUESTION)).status).toBe(200);
    const asked = await Promise.all(
      lines.slice(6).map(({ until }) => until((m) => m.question !== null)),
    );
    expect(asked[0]).toEqual({ question: QUESTION });
    lines[10]?.drop();
    // Everybody answers, the slow ones, too; a third once more, and otherwise: only the first time
    // counts.
    const given = names.map((name, n) => answer(name, n % 3 === 0 ? 'never' : 'always'));
    for (const { status } of await Promise.all(given)) expect(status).toBe(200);
    const again = names
      .slice(0, 40)
      .map((name, n) => answer(name, n % 3 === 0 ? 'always' : 'never'));
    expect(new Set((await Promise.all(again)).map(({ status }) => status))).toEqual(new Set([409]));
    // The same once more is a phone that has not heard of the first time.
    expect((await answer(names[0], 'never')).status).toBe(200);
    await presenter.until(({ counts: all }) => {
      const { always = 0, never = 0 } = (all ?? {}) as Record<string, number>;
      return always === 80 && never === 40;
    });
    // A returning participant finds the question with the own answer.
    const back = served.listen(`/${code}/events?client=${names[10]}`);
    expect(await back.until((m) => m.question !== null)).toMatchObject({ given: 'always' });
    expect((await as('reveal', { question: QUESTION.id, right: ['always'] })).status).toBe(200);
    const shown = await lines[20]?.until((m) => m.right !== undefined);
    expect(shown).toMatchObject({ right: ['always'], counts: { always: 80, never: 40 } });
    // Too late.
    expect((await answer(await join(), 'always')).body).toEqual({ problem: 'closed' });
    await presenter.until(({ clients }) => clients === 121);
  });

  it('keeps the answers of a question that is asked again', async () => {
    const served = await started();
    const { code, as, join, answer } = await room(served);
    const name = await join();
    await as('ask', QUESTION);
    await answer(name, 'never');
    await as('ask', { ...QUESTION, id: 'torn-page/4' });
    await as('ask', QUESTION);
    const line = served.listen(`/${code}/events?client=${name}`);
    expect(await line.until(() => true)).toMatchObject({ given: 'never' });
    await as('rest', {});
    await line.until(({ question }) => question === null);
  });
});

it('cuts off a phone that does not read, which then comes again; others hear all of it', async () => {
  const served = await started({ limits: { backlogBytes: 4096, questions: 1000 } });
  const { code, as, join } = await room(served);
  const [slow, quick] = [await join(), await join()];
  const lines = [slow, quick].map((name) => served.listen(`/${code}/events?client=${name}`));
  await Promise.all(lines.map(({ until }) => until(() => true)));
  lines[0]?.pause();
  // More than the sockets of both sides hold for a reader who is away.
  const choices = Array.from({ length: 30 }, (_, n) => ({ id: String(n), label: 'x'.repeat(400) }));
  const count = 600;
  for (let n = 0; n < count; n++)
    expect((await as('ask', { ...QUESTION, id: `q/${n}`, choices })).status).toBe(200);
  const last = (line: Record<string, unknown>) =>
    (line.question as { id?: string } | null)?.id === `q/${count - 1}`;
  await lines[1]?.until(last);
  expect(lines[1]?.heard.length).toBe(count + 1);
  const ended = lines[0]?.over();
  lines[0]?.resume();
  await ended;
  expect(lines[0]?.heard.length).toBeLessThan(count);
  const again = served.listen(`/${code}/events?client=${slow}`);
  await again.until(last);
});

describe('whoever wants to break it', () => {
  it('sends wrong shapes, another’s page, and forges a presenter: refused', async () => {
    const served = await started();
    const { code, as, join, answer } = await room(served);
    const name = await join();
    await as('ask', QUESTION);
    for (const odd of [undefined, null, 7, '', 'sometimes', ['always'], { id: 'always' }, '12'])
      expect((await answer(name, odd)).status).toBe(400);
    expect((await answer('nobody', 'always')).status).toBe(404);
    expect((await answer(name, 'always', 'another')).status).toBe(409);
    for (const body of ['', '{', '[]', '"x"', 'null'])
      expect((await served.send('POST', `/class/rooms/${code}/answer`, body)).status).toBe(400);
    const forged = { authorization: 'Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' };
    for (const verb of ['ask', 'reveal', 'rest', 'end'])
      for (const headers of [forged, {}])
        expect((await served.post(`/${code}/${verb}`, QUESTION, headers)).status).toBe(403);
    expect((await served.send('GET', `/class/rooms/${code}/counts?key=x`)).status).toBe(403);
    expect((await served.post(`/${code}/constructor`, {})).status).toBe(404);
    expect((await served.post('/ZZZZZ/join', {})).status).toBe(404);
    const other = { origin: 'https://evil.example' };
    expect((await served.post(`/${code}/join`, {}, other)).status).toBe(403);
    const form = { 'content-type': 'text/plain' };
    expect((await served.post(`/${code}/join`, {}, form)).status).toBe(415);
    for (const [wrong, problem] of [
      [{ ...QUESTION, words: '' }, 'words'],
      [{ ...QUESTION, choices: [{ id: 'a' }] }, 'choices'],
      [{ ...QUESTION, free: 'yes' }, 'free'],
      [{ ...QUESTION, steps: Array(50).fill('x') }, 'steps'],
      [{ ...QUESTION, steps: ['x', 'y'], shown: [0, 0] }, 'shown'],
      [{ ...QUESTION, steps: ['x', 'y'], shown: [0, 2] }, 'shown'],
    ] as const)
      expect((await as('ask', wrong)).body).toEqual({ problem });
  });

  it('sends huge bodies, floods, and half a request: cut off, and others go on', async () => {
    const served = await started({ limits: { requestMs: 100, clientBurst: 3, clientRate: 0 } });
    const { code, as, join, answer } = await room(served);
    const [loud, quiet] = [await join(), await join()];
    await as('ask', QUESTION);
    const huge = await served
      .send('POST', `/class/rooms/${code}/join`, Buffer.alloc(100_000, 97))
      .catch(() => ({ status: 413 }));
    expect(huge.status).toBe(413);
    const chunked = { 'transfer-encoding': 'chunked' };
    const unsaid = await served
      .send('POST', `/class/rooms/${code}/join`, Buffer.alloc(100_000, 97), chunked)
      .catch(() => ({ status: 413 }));
    expect(unsaid.status).toBe(413);
    const flood = await Promise.all(Array.from({ length: 20 }, () => answer(loud, 'always')));
    expect(flood.filter(({ status }) => status === 429)).toHaveLength(17);
    // Headers that never end, and a body that never comes.
    const slow = [
      'GET / HTTP/1.1\r\nHost: x\r\n',
      'POST /class/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
    ];
    await Promise.all(
      slow.map(
        (beginning) =>
          new Promise<void>((closed) => {
            const socket = connect(served.port, '127.0.0.1', () => socket.write(beginning));
            socket.on('error', () => undefined);
            socket.on('close', () => closed());
            socket.resume();
          }),
      ),
    );
    expect((await answer(quiet, 'always')).status).toBe(200);
  });

  it('finds limits: by address, by room, by question', async () => {
    const limits = {
      addressBurst: 30,
      addressRate: 0,
      clientsOfAddress: 2,
      rooms: 2,
      questions: 1,
    };
    const served = await started({ limits });
    const { code, as } = await room(served);
    await room(served);
    expect((await served.post('', {})).status).toBe(503);
    const joined = await Promise.all([1, 2, 3].map(() => served.post(`/${code}/join`, {})));
    expect(joined.map(({ status }) => status).sort()).toEqual([200, 200, 503]);
    await as('ask', QUESTION);
    expect((await as('ask', { ...QUESTION, id: 'more' })).status).toBe(409);
    const many = await Promise.all(
      Array.from({ length: 40 }, () => served.send('GET', '/class/info')),
    );
    expect(many.filter(({ status }) => status === 429).length).toBeGreaterThan(15);
    // The pages themselves are served on.
    expect((await served.send('GET', '/')).status).toBe(200);
  });
});

it('closes a room after two hours, and forgets it', async () => {
  let now = 1e12;
  const served = await started({ now: () => now });
  const { code, as, counts, join } = await room(served);
  const presenter = counts();
  const phone = served.listen(`/${code}/events?client=${await join()}`);
  await phone.until(() => true);
  now += 2 * 3600 * 1000 - 1;
  expect((await as('ask', QUESTION)).status).toBe(200);
  now += 1;
  expect((await as('ask', QUESTION)).status).toBe(404);
  await phone.over();
  expect(phone.heard.at(-1)).toEqual({ over: true });
  await presenter.over();
  // A presenter can end it before.
  const second = await room(served);
  expect((await second.as('end', {})).status).toBe(200);
  expect((await served.post(`/${second.code}/join`, {})).status).toBe(404);
});

it('opens rooms for its own machine, or for whoever has its key', async () => {
  const served = await started();
  const through = { 'x-forwarded-for': '10.0.0.7' };
  expect((await served.post('', {}, through)).status).toBe(403);
  const key = { ...through, authorization: `Bearer ${served.key}` };
  expect((await served.post('', {}, key)).status).toBe(200);
  expect((await served.send('GET', '/class/info', undefined, through)).body.open).toBe(false);
});

it('serves the built folder with a mark, packed, and nothing beside it', async () => {
  const served = await started();
  const page = await served.send('GET', '/');
  expect(page.text).toContain('<meta name="afterimage-class"');
  const packed = await served.send('GET', '/', undefined, { 'accept-encoding': 'gzip' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/sw.js', '/nothing', '/a%00b'])
    expect((await served.send('GET', path)).status).toBe(404);
  expect((await served.send('GET', '/%')).status).toBe(400);
  expect((await served.send('DELETE', '/')).status).toBe(405);
});
