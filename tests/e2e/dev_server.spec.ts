import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { lecture, untilReady } from './support/site';
import { expect, test } from './support/test';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The address that the command prints. */
function address(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours come as escape sequences
      const found = /https?:\/\/localhost:\d+\//.exec(text.replace(/\u001b\[\d+m/g, ''));
      if (found) resolve(found[0]);
    });
    child.on('exit', () => reject(new Error(`npm start ended: ${text}`)));
  });
}

const port = String(20_000 + Math.floor(Math.random() * 20_000));

test('does npm start serve the app, print its address and leave nothing behind?', async ({
  page,
}) => {
  const child = spawn('npm', ['start', '--', '--port', port], { cwd: root, stdio: 'pipe' });
  const url = await address(child);
  await page.goto(url + lecture);
  await untilReady(page);
  await page.close();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  await expect
    .poll(() =>
      fetch(url).then(
        () => 'answers',
        () => 'gone',
      ),
    )
    .toBe('gone');
});
