import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterTest } from './serving';

/** A statement as it came. */
export interface Statement {
  readonly id: string;
  readonly timestamp: string;
  readonly verb: { readonly id: string };
  readonly object: { readonly id: string; readonly definition?: Record<string, unknown> };
  readonly actor: unknown;
  readonly result?: Record<string, unknown>;
  readonly context: {
    readonly registration: string;
    readonly extensions: Record<string, unknown>;
    readonly contextActivities: Record<string, readonly { readonly id: string }[]>;
  };
}

export const ACTOR = {
  objectType: 'Agent',
  name: 'Ada',
  account: { name: 'u7', homePage: 'https://lms.example' },
};
export const SESSION = 'https://w3id.org/xapi/cmi5/context/extensions/sessionid';
const REGISTRATION = 'b4e5c9e0-0f2a-4c8e-9d0a-3f2f5b1c7a11';
const ACTIVITY = 'https://lms.example/activities/7';

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text;
}

/**
 * A course system of cmi5 with its learning record store, as far as a package needs them; it
 * refuses what is not asked for.
 */
export async function smallLrs(returnUrl: string) {
  const statements: Statement[] = [];
  const refused: string[] = [];
  const asked: string[] = [];
  const documents = new Map<string, string>();
  const tokens = new Set<string>();
  let token = 0;
  let broken = false;
  let silent: Promise<void> | undefined;
  const launchData = () => ({
    contextTemplate: {
      contextActivities: { grouping: [{ id: 'https://lms.example/courses/1' }] },
      extensions: { [SESSION]: `session-${token}` },
    },
    launchMode: 'Normal',
    masteryScore: 0.5,
    moveOn: 'Completed',
    returnURL: returnUrl,
  });
  /** Gives a token, once for each launch. */
  const takeToken = (url: URL): object => {
    const launch = url.searchParams.get('launch') ?? '';
    if (tokens.has(launch)) return { 'error-code': '1', 'error-text': 'already in use' };
    tokens.add(launch);
    token++;
    return { 'auth-token': Buffer.from(`u7:secret-${token}`).toString('base64') };
  };
  const takeStatement = (statement: Statement): number => {
    const known = statements.find(({ id }) => id === statement.id);
    if (!known) statements.push(statement);
    return 204;
  };
  const answer = async (request: IncomingMessage, url: URL): Promise<[number, object?]> => {
    if (url.pathname === '/token' && request.method === 'POST') return [200, takeToken(url)];
    const wanted = `Basic ${Buffer.from(`u7:secret-${token}`).toString('base64')}`;
    if (request.headers.authorization !== wanted) return [401];
    if (!request.headers['x-experience-api-version']?.toString().startsWith('1.0.')) return [400];
    if (broken) return [503];
    const text = await bodyOf(request);
    const state = url.searchParams.get('stateId') ?? '';
    if (url.pathname === '/xapi/statements' && request.method === 'PUT') {
      const statement = JSON.parse(text) as Statement;
      if (url.searchParams.get('statementId') !== statement.id) return [400];
      return [takeStatement(statement)];
    }
    if (url.pathname === '/xapi/agents/profile') return [404];
    if (url.pathname !== '/xapi/activities/state') return [404];
    if (url.searchParams.get('activityId') !== ACTIVITY) return [400];
    if (url.searchParams.get('registration') !== REGISTRATION) return [400];
    if (state === 'LMS.LaunchData') return request.method === 'GET' ? [200, launchData()] : [403];
    if (request.method === 'PUT') documents.set(state, text);
    const kept = documents.get(state);
    if (request.method === 'PUT') return [204];
    return kept === undefined ? [404] : [200, JSON.parse(kept) as object];
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://lrs.test');
    const allowed = {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, PUT, POST',
      'access-control-allow-headers': 'authorization, content-type, x-experience-api-version',
      'access-control-max-age': '600',
    };
    if (request.method === 'OPTIONS') return void response.writeHead(204, allowed).end();
    asked.push(`${request.method} ${url.pathname}`);
    await silent;
    const [status, value] = await answer(request, url);
    if (status >= 400 && status !== 404 && !broken) refused.push(`${status} ${request.url}`);
    response.writeHead(status, { ...allowed, 'content-type': 'application/json' });
    response.end(value && JSON.stringify(value));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  closeAfterTest(() => {
    server.close();
    server.closeAllConnections();
  });
  const host = `127.0.0.1:${port}`;
  /** The link by which this course system opens a page. */
  const launchLink = (page: string, launch: string): string => {
    const query = new URLSearchParams({
      endpoint: `http://${host}/xapi/`,
      fetch: `http://${host}/token?launch=${launch}`,
      actor: JSON.stringify(ACTOR),
      registration: REGISTRATION,
      activityId: ACTIVITY,
    });
    return `${page}?${query}`;
  };
  return {
    host,
    statements,
    refused,
    asked,
    documents,
    launchLink,
    breaks: (now: boolean) => {
      broken = now;
    },
    /** Answers nothing until what it returns is called. */
    holdsBack: () => {
      let answer = () => {};
      silent = new Promise<void>((done) => {
        answer = done;
      });
      return () => {
        silent = undefined;
        answer();
      };
    },
  };
}
