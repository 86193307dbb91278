/** One thing that is wrong with a file. */
export interface BadRow {
  readonly what: string;
  /** Where both, or the engine alone, must find it. */
  readonly path: string;
  /** Words of the reason. */
  readonly reason: RegExp;
  /** False where only the engine can know: the schema must accept it. */
  readonly inSchema: boolean;
  /** What the row does to a good file, and with what. */
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
