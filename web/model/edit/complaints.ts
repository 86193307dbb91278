/**
 * @file Reads values of a file or a link that somebody may have written by hand: each problem has
 * its place and a reason.
 */
import type { ScenarioProblem, Text } from '../../engine/protocol';

/** The most problems that are reported at once. */
export const MOST_PROBLEMS = 50;
/** The most bytes of UTF-8 that a text has in each language, as in a scenario. */
export const LONGEST_TEXT = 4000;

type Fields = Readonly<Record<string, unknown>>;

/** The problems of a value, found while it is read. */
export class Complaints {
  readonly problems: ScenarioProblem[] = [];

  add(path: string, en: string, zh: string): undefined {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ path, reason: { en, zh } });
    return undefined;
  }

  /** An object with no other fields than these. */
  fields(value: unknown, path: string, known: readonly string[]): Fields | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.add(path, 'this must be an object', '这里必须是对象');
    for (const name of Object.keys(value)) {
      if (!known.includes(name))
        this.add(
          below(path, name),
          `there is no such field here; there are ${known.join(', ')}`,
          `这里没有这个字段；可用的有 ${known.join('、')}`,
        );
    }
    return value as Fields;
  }

  /** A list of at most so many elements. */
  list(value: unknown, path: string, most: number): readonly unknown[] | undefined {
    if (!Array.isArray(value)) return this.add(path, 'this must be a list', '这里必须是列表');
    if (value.length > most)
      return this.add(path, `there may be at most ${most} of these`, `最多 ${most} 项`);
    return value;
  }

  /** A text that is not empty. */
  string(value: unknown, path: string, most: number): string | undefined {
    if (typeof value !== 'string' || value === '')
      return this.add(path, 'this must be a text', '这里必须是文本');
    if (bytesOf(value) > most)
      return this.add(path, `this may have at most ${most} bytes`, `最多 ${most} 字节`);
    return value;
  }

  /** A whole number of this range. */
  whole(value: unknown, path: string, least: number, most: number): number | undefined {
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most)
      return value;
    return this.add(
      path,
      `this must be a whole number from ${least} to ${most}`,
      `这里必须是 ${least} 到 ${most} 的整数`,
    );
  }

  /** A text in one language or both. `empty` allows removing the words. */
  text(value: unknown, path: string, most = LONGEST_TEXT, empty = false): Text | undefined {
    const found = this.fields(value, path, ['en', 'zh']);
    if (!found) return undefined;
    const read: Partial<Record<'en' | 'zh', string>> = {};
    for (const language of ['en', 'zh'] as const) {
      const words = found[language];
      if (words === undefined) continue;
      if (empty && words === '') read[language] = '';
      else {
        const text = this.string(words, below(path, language), most);
        if (text !== undefined) read[language] = text;
      }
    }
    if (found.en === undefined && found.zh === undefined)
      return this.add(path, 'there is no text in either language', '两种语言都没有文本');
    return read as Text;
  }
}

/** The path of a field. */
export const below = (path: string, field: string | number): string =>
  typeof field === 'number' ? `${path}[${field}]` : path === '' ? field : `${path}.${field}`;

const bytesOf = (text: string) => new TextEncoder().encode(text).byteLength;

/** The JSON value of a text, or the place where it breaks off. */
export function parseJson(
  text: string,
): { readonly value: unknown } | { readonly problem: ScenarioProblem } {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch (error) {
    const place = placeOfBreak(text, error instanceof Error ? error.message : '');
    return {
      problem: { path: '', reason: { en: 'this is not JSON', zh: '这不是 JSON' }, ...place },
    };
  }
}

/** Browsers name the place in their own words: `line 2 column 5`, or `position 17`. */
function placeOfBreak(text: string, said: string): { line: number; column: number } | undefined {
  const place = /line (\d+) column (\d+)/.exec(said);
  if (place) return { line: Number(place[1]), column: Number(place[2]) };
  const position = /position (\d+)/.exec(said);
  if (!position && !/end of|unterminated/i.test(said)) return undefined;
  const before = text.slice(0, position ? Number(position[1]) : text.length).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
