import { Complaint } from '../complaint';

export interface Arguments {
  readonly positional: readonly string[];
  readonly options: Readonly<Record<string, string | true>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

/**
 * `valued` are options that take a value; `flags` those that do not; `listed` those that take all
 * values up to the next option. Throws Complaint.
 */
export function parseArguments(
  args: readonly string[],
  valued: readonly string[],
  flags: readonly string[] = [],
  listed: readonly string[] = [],
): Arguments {
  const positional: string[] = [];
  const options: Record<string, string | true> = {};
  const lists: Record<string, readonly string[]> = {};
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    if (!arg.startsWith('--')) {
      positional.push(arg);
      continue;
    }
    const [name = '', ...rest] = arg.slice(2).split('=');
    if (flags.includes(name) && rest.length === 0) options[name] = true;
    else if (valued.includes(name))
      options[name] = rest.length > 0 ? rest.join('=') : valueAfter(args, i++);
    else if (listed.includes(name) && rest.length === 0) {
      const values = valuesAfter(args, i);
      lists[name] = [...(lists[name] ?? []), ...values];
      i += values.length;
    } else throw new Complaint(`unknown option ${arg}`);
  }
  return { positional, options, lists };
}

function valueAfter(args: readonly string[], at: number): string {
  const value = args[at + 1];
  if (value === undefined || value.startsWith('--'))
    throw new Complaint(`${args[at]} needs a value`);
  return value;
}

function valuesAfter(args: readonly string[], at: number): readonly string[] {
  const end = args.findIndex((value, index) => index > at && value.startsWith('--'));
  const values = args.slice(at + 1, end < 0 ? undefined : end);
  if (values.length === 0) throw new Complaint(`${args[at]} needs a value`);
  return values;
}
