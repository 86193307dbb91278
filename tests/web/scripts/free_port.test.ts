import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freePort } from '../../e2e/support/free_port';

const servers: Server[] = [];
const listen = (port: number) =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    servers.push(server);
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

const before = process.env.AFTERIMAGE_E2E_PORT;
const setPort = (port: string | undefined) => {
  if (port === undefined) delete process.env.AFTERIMAGE_E2E_PORT;
  else process.env.AFTERIMAGE_E2E_PORT = port;
};
const configured = async () => {
  vi.resetModules();
  const { default: config } = await import('../../../playwright.config');
  return new URL(config.use?.baseURL ?? '').port;
};

beforeEach(() => setPort(undefined));
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  setPort(before);
  vi.restoreAllMocks();
});

it('a free port can be listened on', async () => {
  const port = freePort();
  expect(await listen(port)).toBe(port);
});

it('browser tests get a port that the system has free, whatever chance says', async () => {
  // The number that chance once chose is taken by a listener.
  const taken = await listen(0);
  vi.spyOn(Math, 'random').mockReturnValue((taken + 0.5 - 20_000) / 20_000);
  const port = await configured();
  expect(Number(port)).not.toBe(taken);
  expect(await listen(Number(port))).toBe(Number(port));
});

it('workers, which read the configuration again, get the port that the first process found', async () => {
  const first = await configured();
  expect(process.env.AFTERIMAGE_E2E_PORT).toBe(first);
  expect(await configured()).toBe(first);
});
