/** The output of callgrind for a run. */
export interface Profile {
  /** The instructions of all functions. */
  readonly total: number;
  /** The calls of a function and its instructions, with all that it calls. */
  readonly of: (name: string) => { readonly calls: number; readonly instructions: number };
}

/**
 * Reads an output file of callgrind: names are numbered, `fn` begins the lines of a function, and a
 * line `calls=` gives the number of calls of `cfn` from there, with its inclusive cost on the next
 * one. Recursive calls are in the outer call's cost already.
 */
export function profileIn(text: string): Profile {
  const names = new Map<string, string>();
  const found = new Map<string, { calls: number; instructions: number }>();
  let caller = '';
  let callee = '';
  let calls = 0;
  let total = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith('fn=')) caller = nameOf(line.slice(3), names);
    else if (line.startsWith('cfn=')) callee = nameOf(line.slice(4), names);
    else if (line.startsWith('totals:')) total = Number(line.slice(7));
    else if (line.startsWith('calls=')) calls = Number.parseInt(line.slice(6), 10);
    else if (calls > 0) {
      if (caller !== callee) add(found, callee, calls, Number(line.split(' ')[1]));
      calls = 0;
    }
  }
  return { total, of: (name) => found.get(name) ?? { calls: 0, instructions: 0 } };
}

/** Reads a name: `(7) name` gives number 7 this name, `(7)` refers to it. */
function nameOf(reference: string, names: Map<string, string>): string {
  const [number = '', ...name] = reference.split(' ');
  if (name.length > 0) names.set(number, name.join(' '));
  return names.get(number) ?? '';
}

function add(
  found: Map<string, { calls: number; instructions: number }>,
  name: string,
  calls: number,
  instructions: number,
) {
  const sum = found.get(name) ?? { calls: 0, instructions: 0 };
  found.set(name, { calls: sum.calls + calls, instructions: sum.instructions + instructions });
}
