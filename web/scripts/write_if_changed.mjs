import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file, and leaves one alone whose bytes stay the same: watchers and builds stay quiet.
 * @param {string} path @param {string | Buffer} text
 */
export function writeIfChanged(path, text) {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(text))) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
