import { expect } from 'vitest';
import type { ScenarioProblem } from '../../web/engine/protocol';

interface Judge {
  readonly engine: (text: string) => readonly ScenarioProblem[];
  readonly schema: (file: unknown) => readonly string[];
}

/** A file with one thing wrong. */
export interface BadFile {
  readonly what: string;
  /** The path at which both, or the engine alone, must report it. */
  readonly path: string;
  /** Words of the reason. */
  readonly reason: RegExp;
  /** False where only the engine can know: the schema must accept it. */
  readonly inSchema: boolean;
  readonly file: unknown;
}

/** A row of a table of them. */
export interface BadRow extends Omit<BadFile, 'file'> {
  /** The change that the row makes to a good file. */
  readonly verb: string;
  readonly value: unknown;
}

/**
 * Rows `what | path | reason | change`; a line that is indented goes on with the one before. A
 * change is a word of the table's own and a value, or a value alone: fields of the file, null to
 * leave one out. In a value, names of fields need no quotes, and `short` has what capitals stand
 * for. Rows after `# engine` are those that the schema must accept.
 */
export function badRows(table: string, short: Readonly<Record<string, unknown>>): BadRow[] {
  const [schema = '', engine = ''] = table.split('# engine\n');
  return [...rowsOf(schema, true), ...rowsOf(engine, false)];

  function rowsOf(text: string, inSchema: boolean): BadRow[] {
    const lines = text
      .replace(/\n {2,}/g, ' ')
      .split('\n')
      .filter(Boolean);
    return lines.map((line) => {
      const [what = '', path = '', reason = '', change = ''] = line.split(' | ');
      const [, verb = '', value = ''] = /^(?:([a-z]+) )?(.*)$/.exec(change) ?? [];
      return { what, path, reason: new RegExp(reason), inSchema, verb, value: readValue(value) };
    });
  }

  function readValue(text: string): unknown {
    if (!/^[{["]/.test(text)) return text.split('; ');
    const whole = text
      .replace(/\b[A-Z]{2,}\b/g, (name) => (name in short ? JSON.stringify(short[name]) : name))
      .replace(/([{,] ?)([a-z_]\w*):/gi, '$1"$2":');
    return JSON.parse(whole);
  }
}

/** The fields of an object changed as a row says: null leaves one out. */
export function changed(object: object, fields: unknown): Record<string, unknown> {
  const all = Object.entries({ ...object, ...(fields as object) });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

/** Expects of both judges that they find what is wrong with the file, and say where. */
export function expectRefused(bad: BadFile, { engine, schema }: Judge) {
  const { path, reason, inSchema, file } = bad;
  const problems = engine(JSON.stringify(file, null, 2));
  expect(problems.map((problem) => problem.path)).toContain(path);
  const here = problems.filter((problem) => problem.path === path);
  expect(here.map((problem) => problem.reason.en).join()).toMatch(reason);
  expect(here[0]?.reason.zh).toMatch(/[\u4e00-\u9fff]/);
  expect(here[0]?.line).toBeGreaterThan(0);
  // A schema's path does not tell a member called 7 from an element.
  const there = path.replace(/\.(\d+)(?=\.|$)/g, '[$1]');
  if (inSchema) expect(schema(file)).toContain(there);
  else expect(schema(file)).toEqual([]);
}
