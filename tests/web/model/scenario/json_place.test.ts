import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteSpan, placeOf, span } from '../../../../web/model/scenario/json_place';
import { locateProblems } from '../../../../web/model/scenario/located_problems';

/** Every value of a JSON value by its path, as the engine writes paths. */
function pathsOf(value: unknown, path = ''): [string, unknown][] {
  const own: [string, unknown][] = [[path, value]];
  if (Array.isArray(value))
    return own.concat(value.flatMap((each, n) => pathsOf(each, `${path}[${n}]`)));
  if (typeof value !== 'object' || value === null) return own;
  return own.concat(
    Object.entries(value).flatMap(([key, each]) =>
      pathsOf(each, path === '' ? key : `${path}.${key}`),
    ),
  );
}

// Keys as files have them: names with dots among them, none that reads as another's path.
const key = fc.constantFrom('a', 'id', 'nvm.slowdown', 'nvm', '名字', 'q"uote', 'x_1');
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null), fc.constant('},{"\\]')),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

/** A path may be ambiguous if one key is the beginning of another's path. */
const isClear = (paths: readonly string[]) => new Set(paths).size === paths.length;

describe('the place of a value', () => {
  it('is where the value stands, however the text is laid out', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const all = pathsOf(value);
        fc.pre(isClear(all.map(([path]) => path)));
        fc.pre(!all.some(([path]) => path.includes('nvm.slowdown') && path.includes('nvm.nvm')));
        for (const [path, wanted] of all) {
          const place = placeOf(text, path);
          const found = text.slice(place?.from, place?.to);
          // A member is marked with its key.
          const read = /[\]]$|^$/.test(path)
            ? JSON.parse(found)
            : Object.values(JSON.parse(`{${found}}`))[0];
          expect(read, `${path} in ${text}`).toEqual(wanted);
        }
      }),
    );
  });

  it('of what is missing is the value that lacks it', () => {
    const text = '{\n  "a": {"b": 1}\n}';
    const place = placeOf(text, 'a.c');
    expect(place && text.slice(place.from, place.to)).toBe('"a": {');
    expect(placeOf(text, 'zz')).toMatchObject({ line: 1, column: 1 });
    expect(placeOf(text, 'a.b')).toMatchObject({ line: 2, column: 9 });
  });

  it('is known up to where a text breaks off, and never throws', () => {
    const text = '{"a": [1, 2], "b": {"c": tru';
    expect(placeOf(text, 'a[1]')).toMatchObject({ column: 11 });
    fc.assert(
      fc.property(json, fc.nat(), fc.string(), (value, cut, path) => {
        const broken = JSON.stringify(value, null, 1).slice(0, cut % 50);
        const place = placeOf(broken, path);
        expect(place?.from ?? 0).toBeLessThanOrEqual(broken.length);
      }),
    );
  });

  it('counts characters, where the engine counts bytes', () => {
    const text = '{\n "名": 1，\n "字": oops}';
    expect(byteSpan(text, 3, 9)).toMatchObject({ line: 3, column: 7 });
    expect(text[byteSpan(text, 3, 9).from]).toBe('o');
    expect(span('a\n名b', 3, 4)).toMatchObject({ line: 2, column: 2 });
  });
});

it('are problems told in the order of the text, each with its place?', () => {
  const text = '{"seed": -1,\n "id": "x y"}';
  const reason = { en: 'no', zh: '否' };
  const found = locateProblems(text, [
    { path: 'id', reason, line: 1, column: 99 },
    { path: 'seed', reason },
    { path: '', reason, line: 2, column: 2 },
  ]);
  expect(found.map(({ path, line, column }) => [path, line, column])).toEqual([
    ['seed', 1, 2],
    ['id', 2, 2],
    ['', 2, 2],
  ]);
});
