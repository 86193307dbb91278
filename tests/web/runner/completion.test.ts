import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { completionScript } from '../../../web/runner/completion';

/** The words that bash offers for the last of these. */
function offered(...words: readonly string[]): string[] {
  const typed = words.map((word) => `'${word}'`).join(' ');
  const asked = `COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _lab; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['--norc', '-c', `${completionScript()}\n${asked}`]);
  return output.toString().split('\n').filter(Boolean);
}

it('offers commands first', () => {
  expect(offered('lab', 've')).toEqual(['verify']);
  expect(offered('lab', 'p')).toEqual(['package', 'paths', 'pictures']);
  expect(offered('lab', '--v')).toEqual(['--version']);
});

it('offers the options of a command, and names of files', () => {
  expect(offered('lab', 'run', '--s')).toEqual(['--scale', '--shard']);
  expect(offered('lab', 'claims', '--only')).toEqual(['--only-known']);
  expect(offered('lab', 'schemes', '--scale')).toEqual([]);
  expect(offered('lab', 'run', 'package.j')).toEqual(['package.json']);
});
