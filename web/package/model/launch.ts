/**
 * @file The link by which a course system opens a package of cmi5 (8.1): whom answers are reported
 * to, and of whom.
 */

/** The information in a launch link. */
export interface Launch {
  /** The link itself. */
  readonly link: string;
  /** The address to which answers go. */
  readonly endpoint: URL;
  /** The address that gives the permission to send them, once. */
  readonly fetch: URL;
  /** The learner, as the course system names them. */
  readonly name: string;
}

function webAddress(text: string | null): URL | undefined {
  try {
    const url = new URL(text ?? '');
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
  } catch {
    return undefined;
  }
}

/** The name of an actor with an account: their own, else that of the account. */
function actorName(text: string | null): string | undefined {
  try {
    const actor: unknown = JSON.parse(text ?? '');
    if (typeof actor !== 'object' || actor === null) return undefined;
    const { name, account } = actor as { name?: unknown; account?: unknown };
    if (typeof account !== 'object' || account === null) return undefined;
    const { name: known, homePage } = account as { name?: unknown; homePage?: unknown };
    if (typeof known !== 'string' || known === '' || typeof homePage !== 'string') return undefined;
    return typeof name === 'string' && name !== '' ? name : known;
  } catch {
    return undefined;
  }
}

/** Reads the link; undefined where it does not come from a course system. */
export function readLaunch(link: string): Launch | undefined {
  const { searchParams } = new URL(link);
  const of = (name: string) => searchParams.get(name);
  const [endpoint, fetch] = [webAddress(of('endpoint')), webAddress(of('fetch'))];
  const name = actorName(of('actor'));
  if (!endpoint || !fetch || name === undefined) return undefined;
  return of('registration') && of('activityId') ? { link, endpoint, fetch, name } : undefined;
}
