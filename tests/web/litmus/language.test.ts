import { describe, expect, it } from 'vitest';
import { litmusCompletions, litmusLanguage } from '../../../web/litmus/language';
import { programs, puzzles } from '../../../web/litmus/library';

const complete = litmusCompletions((key) => key);
/** The completions at `|`. */
const offered = (marked: string, asked = false) => {
  const at = marked.indexOf('|');
  return complete(marked.replace('|', ''), at, asked)?.options.map(({ label }) => label) ?? [];
};

describe('what may be written next in a program', () => {
  const before = 'line x far\nthread\n  y = 1; ack told\n';
  it('is a statement, or a word that the program has', () => {
    expect(offered(`${before}  c|`)).toEqual(expect.arrayContaining(['clwb', 'clflush', 'far']));
    expect(offered(`${before}  clwb f|`)).toEqual(['x', 'far', 'y']);
    expect(offered(`${before}  r1 = f|`)).toEqual(['x', 'far', 'y']);
    expect(offered(`${before}  x = r|`)).toEqual(['r1', 'r2', 'r3', 'r4']);
    expect(offered(`${before}  ack t|`)).toEqual(['told']);
    expect(offered(`${before}never y == 1 && f|`)).toEqual(['x', 'far', 'y', 'ack']);
  });
  it('is not said where nothing is asked for, or nothing can be', () => {
    expect(offered(`${before}  |`)).toEqual([]);
    expect(offered(`${before}  |`, true)).toContain('fence');
    expect(offered(`${before}  clwb x|`)).toEqual([]);
    expect(offered(`${before}  # cl|`, true)).toEqual([]);
    expect(offered(`${before}  x = 1|`)).toEqual([]);
  });
});

describe('programs that ship', () => {
  it('are indented as the editor would, and each piece of them has a colour', () => {
    for (const { id, text } of [...programs, ...puzzles]) {
      const lines = text.split('\n');
      for (const [n, line] of lines.entries()) {
        const code = line.trim();
        const indent = litmusLanguage.indent?.(lines.slice(0, n), code) ?? 0;
        if (code !== '') expect(`${id}: ${line}`).toBe(`${id}: ${' '.repeat(indent)}${code}`);
        for (const piece of code.replace(/#.*/, '').match(/\S+/g) ?? []) {
          const known = litmusLanguage.tokens.some(([pattern]) => {
            pattern.lastIndex = 0;
            return pattern.test(piece);
          });
          expect([piece, known]).toEqual([piece, true]);
        }
      }
    }
  });
});
