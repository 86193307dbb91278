import type { LinkField, ViewFields } from '../../model/link/link_value';
import { OPENING } from '../../model/link/link_value';
import { packText, unpackText } from '../../model/link/packed_text';

/** The state of the page of own logs; without `id` it shows the log without a task. */
export interface OwnLink {
  /** A shipped assignment. */
  readonly id?: string;
  /** The text of a lecturer's own assignment; `id` is then ignored. */
  readonly own?: string;
  /** The program, where it differs from the assignment's beginning. */
  readonly text?: string;
}

/** The longest text of an assignment. */
export const LONGEST_OWN = 65_536;
/** The longest program that the engine takes. */
export const LONGEST = 16_384;

function encode({ id, own, text }: OwnLink): LinkField[] {
  return [
    ...(own === undefined ? [] : [{ name: 'y.own', value: packText(own) }]),
    ...(id === undefined ? [] : [{ name: 'y.id', value: id }]),
    ...(text === undefined ? [] : [{ name: 'y.t', value: packText(text) }]),
  ];
}

function read(
  { name, value }: LinkField,
  before: OwnLink = {},
): OwnLink | 'unreadable' | 'too-large' | undefined {
  if (name === 'y.id') return { ...before, id: value };
  if (name !== 'y.t' && name !== 'y.own') return undefined;
  const text = unpackText(value);
  if (typeof text !== 'string') return text.problem;
  if (name === 'y.own') return text.length > LONGEST_OWN ? 'too-large' : { ...before, own: text };
  return text.length > LONGEST ? 'too-large' : { ...before, text };
}

/** Typing changes the entry of the history that is there. */
const place = (link: OwnLink | undefined): string =>
  link === undefined ? OPENING : link.own === undefined ? `/${link.id ?? ''}` : '/own';

/** The part of a link that belongs to the page of own logs. */
export const ownFields: ViewFields<OwnLink> = { encode, read, place };
