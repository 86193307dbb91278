/** A part of a field's name: a word, and what it is called or which of several it is. */
export interface NamePart {
  /** The field as files call it. */
  readonly field: string;
  /** From 1, where it is one of a list. */
  readonly number?: number;
  /** Of a parameter, a record, a price, or what is swept. */
  readonly name?: string;
}

/** Fields whose members have names of somebody's own; a name may have dots. */
const NAMED = ['params', 'overrides', 'records', 'sweep', 'because'];

/** Fields that say nothing beside what is in them: a price is a price, whoever it is of. */
const SILENT: Readonly<Record<string, readonly string[]>> = {
  machine: ['overrides', 'id'],
  scheme: ['id'],
  schemes: ['id'],
  workload: ['id'],
};

/**
 * What a path of the engine (`threads[0][3]`, `machine.overrides.nvm.slowdown`) names, outermost
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

/** A number for each index, under these names; gives what is left of the path. */
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
