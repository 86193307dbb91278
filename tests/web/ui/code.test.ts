import { describe, expect, it } from 'vitest';
import { complaintAt, offsetOf, spanOf } from '../../../web/ui/code/code_language';
import { Echoes } from '../../../web/ui/code/echoes';

describe('a place of a text', () => {
  const text = 'thread\n  x == 1\n\nend';
  it('is found by line and column, and outside of the text is the nearest', () => {
    expect(text.slice(offsetOf(text, 2, 5))).toMatch(/^== 1/);
    expect(offsetOf(text, 2, 99)).toBe(15);
    expect(offsetOf(text, 99, 2)).toBe(text.length - 2);
    expect(offsetOf(text, 0, 0)).toBe(0);
  });
  it('is underlined as a word, as a sign, or up to what is said', () => {
    const of = (line: number, column: number, endColumn?: number) => {
      const { from, to } = spanOf(text, {
        line,
        column,
        message: '',
        ...(endColumn === undefined ? {} : { endColumn }),
      });
      return text.slice(from, to);
    };
    expect(of(1, 1)).toBe('thread');
    expect(of(2, 5)).toBe('==');
    expect(of(2, 3, 9)).toBe('x == 1');
    // At an empty place the character before it is underlined; an empty line can hold nothing.
    expect(of(1, 7)).toBe('d');
    expect(of(3, 1)).toBe('');
  });
  it('is told of a stretch, of several lines the first', () => {
    const all = complaintAt(text, 9, 20, 'no');
    expect(all).toEqual({ line: 2, column: 3, endColumn: 9, message: 'no' });
    expect(text.slice(spanOf(text, all).from, spanOf(text, all).to)).toBe('x == 1');
    expect(complaintAt(text, 16, 16, 'no')).toEqual({ line: 3, column: 1, message: 'no' });
  });
});

describe('what a field has told', () => {
  it('comes back late, and is not taken for another text', () => {
    const echoes = new Echoes();
    for (const text of ['a', 'ab', 'abc']) echoes.tell(text);
    expect(echoes.comesBack('ab')).toBe(true);
    expect(echoes.comesBack('abc')).toBe(true);
    expect(echoes.comesBack('ab')).toBe(false);
    echoes.tell('b');
    expect(echoes.comesBack('another')).toBe(false);
    // A report from before it is no answer to it.
    expect(echoes.comesBack('b')).toBe(false);
  });
});
