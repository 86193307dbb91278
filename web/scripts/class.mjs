// `npm run class`: serves the built folder to a class, with rooms in which phones answer. It needs
// Node alone, and nothing beside the build. Nothing is written: the answers of a class end with the
// server.
import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { classServer } from './class/server.mjs';
import { main, Problem, root } from './process.mjs';

const USAGE = `npm run class [-- --port 8642] [--host ADDRESS] [--address URL] [--site FOLDER]
  --port     where it listens
  --host     the address that it listens on; 127.0.0.1 hears this machine alone
  --address  what phones are to open, where it is another than this machine's (a name, a server in
             front)
  --site     the built folder; dist without it
`;

/** The addresses at which others in the network reach this machine. @param {number} port */
const reachedBy = (port) =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}`);

/** The options of the command line. */
function optionsGiven() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string', default: '8642' },
        host: { type: 'string', default: '0.0.0.0' },
        address: { type: 'string' },
        site: { type: 'string', default: join(root, 'dist') },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : error}\n\n${USAGE.trimEnd()}`);
  }
}

await main(async () => {
  const values = optionsGiven();
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const port = Number(values.port);
  const site = resolve(values.site);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Problem('--port is a number');
  if (!existsSync(join(site, 'join.html')))
    throw new Problem(`${site} holds no built site: run "npm run build" first`);
  const addresses = () =>
    values.address ? [values.address.replace(/\/$/, '')] : reachedBy(portOf());
  const { server, key } = classServer({ site, addresses });
  const portOf = () => {
    const bound = server.address();
    return typeof bound === 'object' && bound ? bound.port : port;
  };
  await new Promise((ready, failed) => {
    server.on('error', failed);
    server.listen(port, values.host, () => ready(undefined));
  });
  process.stdout.write(`Present here:    http://localhost:${portOf()}/
Phones reach it: ${addresses().join('  ') || 'nowhere: this machine has no network'}
To open a room from another machine: ${key}
Nothing is stored. Rooms close after two hours; Ctrl+C ends all of them.
`);
  return new Promise((done) => server.on('close', () => done(0)));
});
