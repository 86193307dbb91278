import { describe, expect, it } from 'vitest';
import { ownCompletions, ownLanguage } from '../../../web/own/language_rules';

const offers = (text: string, asked = true) =>
  ownCompletions((key) => key)(text, text.length, asked)?.options.map(({ label }) => label);

describe('what may be written next', () => {
  it('is a declaration outside of handlers, and a statement or a name inside', () => {
    expect(offers('')).toEqual(['nvm', 'dram', 'heap', 'const', 'latch', 'proc', 'on']);
    const inside = offers('nvm count\non commit\n  ');
    expect(inside).toContain('write_back');
    expect(inside).toContain('count');
    expect(inside).not.toContain('nvm');
    expect(offers('nvm count\non commit\nend\n')).toContain('nvm');
  });

  it('is a handler behind on, and a name behind what takes one', () => {
    expect(offers('on ')).toContain('update(at, old, new)');
    expect(offers('nvm slot[2] { at }\non commit\n  write_back ')).toEqual(['slot', 'at']);
  });

  it('is a heap where a block or a pointer is of one', () => {
    const text = 'heap node[8] { next -> node, at }\nheap pair[2] { a, b }\nnvm top -> ';
    expect(offers(text)).toEqual(['node', 'pair']);
    expect(offers(`${text}node\non commit\n  n = alloc `)).toEqual(['node', 'pair']);
    expect(offers(`${text}node\non commit\n  n = room(`)).toEqual(['node', 'pair']);
    expect(offers(`${text}node\non commit\n  free `)).toContain('top');
  });

  it('is a field behind a dot', () => {
    const text = 'heap node[8] { next -> node, at }\nnvm a { at, b } # { c }\non commit\n  n.';
    expect(offers(text)).toEqual(['next', 'at', 'b']);
  });

  it('is the shape of an array behind its declaration, and from where it is walked', () => {
    expect(offers('nvm log[8] { at, next } ')).toEqual(['as']);
    expect(offers('nvm map[8] ')).toEqual(['as']);
    expect(offers('nvm log[8] { at, next } as ')).toContain('ring(head, tail)');
    expect(offers('nvm log[8] { at, next } as list(')).toEqual(['log', 'at', 'next']);
    expect(offers('nvm log[8] { at, next } as list(next) ')).toEqual(['from']);
    expect(offers('nvm first\nnvm log[8] { at } as list(at) from ')).toContain('first');
    expect(offers('dram log[8] ')).not.toContain('as');
  });

  it('is nothing in a comment, and while nothing is typed', () => {
    expect(offers('# nv')).toBeUndefined();
    expect(offers('on commit\n  ', false)).toBeUndefined();
  });
});

it('indents blocks, and takes back what ends them', () => {
  const indent = (before: string[], line: string) => ownLanguage.indent?.(before, line);
  expect(indent([], 'nvm a')).toBe(0);
  expect(indent(['on commit'], 'fence')).toBe(2);
  expect(indent(['on commit', '  if 1'], 'fence')).toBe(4);
  expect(indent(['on commit', '  if 1'], 'else')).toBe(2);
  expect(indent(['on commit', '  if 1', '  end'], 'end')).toBe(0);
});
