/**
 * @file Statements of a script, as far as a view must tell them apart; the engine alone parses
 * them.
 */

const NAMED = /^\s*([A-Za-z]\w*)\s*:(?!=)\s*/;

/**
 * The statement without the name of the transaction that it belongs to: `T2: commit` is `commit`.
 */
export function bareStatement(text: string): string {
  return text.replace(NAMED, '').trim();
}

/**
 * For each statement of a thread the transaction that it belongs to; undefined where it belongs to
 * none.
 */
export function ownersOf(thread: readonly string[]): readonly (string | undefined)[] {
  const open: string[] = [];
  return thread.map((text) => {
    const [verb, name] = bareStatement(text).split(/\s+/);
    if (verb === 'begin' && name !== undefined) open.push(name);
    const own =
      verb === 'begin' ? name : (NAMED.exec(text)?.[1] ?? (open[1] ? undefined : open[0]));
    if ((verb === 'commit' || verb === 'abort') && own !== undefined && open.includes(own))
      open.splice(open.indexOf(own), 1);
    return own;
  });
}
