import { execFileSync } from 'node:child_process';

const LISTEN = `
const server = require('node:net').createServer();
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(String(server.address().port));
  server.close();
});`;

/** A free port, as the system assigns it. A configuration cannot wait: another process does. */
export function freePort(): number {
  return Number(execFileSync(process.execPath, ['-e', LISTEN], { encoding: 'utf8' }));
}
