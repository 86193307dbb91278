import { expect, it } from 'vitest';
import { jsonCompletions } from '../../../web/stage/editor/json_completions';

const complete = jsonCompletions({
  schemes: ['first', 'second'],
  machines: ['today'],
  events: ['Commit'],
  fields: ['seed', 'machine', 'id'],
});
/** The completions at `|`. */
const offered = (marked: string) => {
  const at = marked.indexOf('|');
  return complete(marked.replace('|', ''), at, false)?.options.map(({ label }) => label) ?? [];
};

it('offers fields as keys, and names that the engine knows as their values', () => {
  expect(offered('{ "s|')).toEqual(['seed', 'machine', 'id']);
  expect(offered('{ "format": 1, "list": [1, {}], "s|')).toEqual(['seed', 'machine', 'id']);
  expect(offered('{ "schemes": [{ "id": "f|')).toEqual(['first', 'second', 'today']);
  expect(offered('{ "at": { "event": "|')).toEqual(['Commit']);
});

it('offers nothing among the texts of a list, outside of quotes, or where the name is whole', () => {
  expect(offered('{ "threads": [["begin T1", "c|')).toEqual([]);
  expect(offered('{ "seed": 1|')).toEqual([]);
  expect(offered('{ "seed|')).toEqual([]);
});
