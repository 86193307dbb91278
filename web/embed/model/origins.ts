// Who an embedded lecture listens to.

/** Pages that may embed: their origins, or any. */
export type Hosts = readonly string[] | 'any';

/**
 * What the address of a frame allows: `?host=https://course.example`, once for each; without it any
 * page.
 */
export function hostsOf(search: string): Hosts {
  const given = new URLSearchParams(search).getAll('host');
  if (given.length === 0) return 'any';
  // What is no address of a page allows nobody: a slip must not open the door.
  return given.flatMap((text) => originOf(text) ?? []);
}

function originOf(text: string): string | undefined {
  try {
    const { origin } = new URL(text);
    return origin === 'null' ? undefined : origin;
  } catch {
    return undefined;
  }
}

/** Whether a page of this origin is listened to. */
export const mayAsk = (hosts: Hosts, origin: string): boolean =>
  hosts === 'any' || hosts.includes(origin);

/**
 * Whom an answer is for: a page from a file, or in a sandbox, has no origin that could be named.
 */
export const targetOf = (origin: string): string => (origin === 'null' ? '*' : origin);
