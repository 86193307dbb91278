import type { LinkField } from '../model/link/link_value';
import type { DecodedLink, LinkProblem, LinkState } from './link_state';
import { decodeV1, encodeV1 } from './link_v1';

/** A link without anything in it. */
export const EMPTY_LINK: LinkState = { params: {}, overrides: {}, cuts: [] };

/** The version that `encodeLink` writes. */
export const LINK_VERSION = 1;

/** A reader for every version that was ever released: add new ones, never change old ones. */
const DECODERS: Readonly<Record<number, (fields: readonly LinkField[]) => DecodedLink>> = {
  1: decodeV1,
};

/** The query of a link, without `?`. Short, and stable: the same state gives the same text. */
export function encodeLink(state: LinkState): string {
  const fields = [{ name: 'v', value: String(LINK_VERSION) }, ...encodeV1(state)];
  return fields.map(({ name, value }) => `${escapeText(name)}=${escapeText(value)}`).join('&');
}

/**
 * Reads a query or fragment, with or without `?` or `#`. It never throws; problems are returned.
 */
export function decodeLink(query: string): DecodedLink {
  const problems: LinkProblem[] = [];
  const fields: LinkField[] = [];
  for (const part of query.replace(/^[?#]/, '').split('&')) {
    const cut = part.indexOf('=');
    if (cut <= 0) continue;
    const name = unescapeText(part.slice(0, cut));
    const value = unescapeText(part.slice(cut + 1));
    if (name !== undefined && value !== undefined) fields.push({ name, value });
    else problems.push({ field: part.slice(0, cut), kind: 'unreadable', text: part });
  }
  const version = Number(fields.find(({ name }) => name === 'v')?.value ?? 1);
  const decode = DECODERS[version] ?? decodeV1;
  if (!DECODERS[version]) problems.push({ field: 'v', kind: 'newer-version', text: `${version}` });
  const decoded = decode(fields);
  return { state: decoded.state, problems: [...problems, ...decoded.problems] };
}

/** Keeps characters readable that a URL may carry as they are. */
function escapeText(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
    /%(?:2B|2C|3A|3B|40)/g,
    (code) => decodeURIComponent(code),
  );
}

function unescapeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
