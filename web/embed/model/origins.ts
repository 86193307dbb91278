// The pages that an embedded lecture listens to.

/** The pages that may embed: their origins, or any. */
export type Hosts = readonly string[] | 'any';

/**
 * The pages that a frame's address allows: `?host=https://course.example`, once for each; any page
 * without it.
 */
export function hostsOf(search: string): Hosts {
  const given = new URLSearchParams(search).getAll('host');
  if (given.length === 0) return 'any';
  // A text that is no page's address allows no page: a typing error must not open the frame to all.
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

/** True if messages from a page of this origin are accepted. */
export const mayAsk = (hosts: Hosts, origin: string): boolean =>
  hosts === 'any' || hosts.includes(origin);

/**
 * The origin to which an answer is sent: a page from a file, or in a sandbox, has none that could
 * be named.
 */
export const targetOf = (origin: string): string => (origin === 'null' ? '*' : origin);
