/** A part of a field's name: a word, with a name or a number that tells it from others. */
export interface NamePart {
  /** The field's name in files. */
  readonly field: string;
  /** The number, from 1, in a list. */
  readonly number?: number;
  /** The name of a parameter, a record, a price, or a swept dimension. */
  readonly name?: string;
}

/** The fields whose members have names of the author's own; a name may have dots. */
const NAMED = ['params', 'overrides', 'records', 'sweep', 'because'];

/**
 * The fields that add nothing to the name of what is in them: a price is clear without its owner.
 */
const SILENT: Readonly<Record<string, readonly string[]>> = {
  machine: ['overrides', 'id'],
  scheme: ['id'],
  schemes: ['id'],
  workload: ['id'],
};

/**
 * The parts of an engine's path (`threads[0][3]`, `machine.overrides.nvm.slowdown`), outermost
 * first.
 */
export function fieldName(path: string): readonly NamePart[] {
  const parts: NamePart[] = [];
  let rest = path;
  while (rest !== '') {
    const [whole, field = ''] = /^([^.[]+)\.?/.exec(rest) ?? [rest, rest];
    rest = rest.slice(whole.length);
    if (field === 'threads' && rest !== '') {
      rest = numbered(parts, rest, ['thread', 'statement']);
      continue;
    }
    if (NAMED.includes(field) && rest !== '' && !rest.startsWith('[')) {
      const [, name = rest, index] = /^(.+?)(?:\[(\d+)\])?$/.exec(rest) ?? [];
      parts.push({ field, name });
      if (index !== undefined) parts.push({ field: 'value', number: Number(index) + 1 });
      break;
    }
    const index = /^\[(\d+)\]\.?/.exec(rest);
    if (index) rest = rest.slice(index[0].length);
    const before = parts.at(-1);
    // "machine" says it all of "machine.id".
    if (field === 'id' && before && SILENT[before.field]?.includes('id')) continue;
    parts.push({ field, ...(index && { number: Number(index[1]) + 1 }) });
  }
  return parts.filter(({ field, number }, n) => {
    const next = parts[n + 1];
    return number !== undefined || !next || !SILENT[field]?.includes(next.field);
  });
}

/** Turns indexes into numbers, under these names; returns the rest of the path. */
function numbered(parts: NamePart[], path: string, fields: readonly string[]): string {
  let rest = path;
  for (const field of fields) {
    const index = /^\[(\d+)\]\.?/.exec(rest);
    if (!index) return rest;
    parts.push({ field, number: Number(index[1]) + 1 });
    rest = rest.slice(index[0].length);
  }
  return rest;
}
