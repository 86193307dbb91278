import { Complaint } from './complaint';

export interface Arguments {
  readonly positional: readonly string[];
  readonly options: Readonly<Record<string, string | true>>;
}

/** `valued`: options that take a value; `flags`: options that do not. Throws Complaint. */
export function parseArguments(
  args: readonly string[],
  valued: readonly string[],
  flags: readonly string[] = [],
): Arguments {
  const positional: string[] = [];
  const options: Record<string, string | true> = {};
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
    else throw new Complaint(`unknown option ${arg}`);
  }
  return { positional, options };
}

function valueAfter(args: readonly string[], at: number): string {
  const value = args[at + 1];
  if (value === undefined || value.startsWith('--'))
    throw new Complaint(`${args[at]} needs a value`);
  return value;
}
