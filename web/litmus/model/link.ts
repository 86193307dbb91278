import { FAILURE_MODELS, type FailureModelId } from '../../engine/protocol/exploration';
import type { LinkField, ViewFields } from '../../model/link/link_value';
import { OPENING } from '../../model/link/link_value';
import { packText, unpackText } from '../../model/link/packed_text';

/**
 * The state of the litmus page; without `id` and `text` it shows the first program of its library.
 */
export interface LitmusLink {
  /** A shipped program or puzzle. */
  readonly id?: string;
  /** The text, where it differs from the shipped one. */
  readonly text?: string;
  /** The failure model, where it is not `adr`. */
  readonly model?: FailureModelId;
}

/** Longer texts are no programs. */
export const LONGEST = 4000;

function encode({ id, text, model }: LitmusLink): LinkField[] {
  return [
    ...(id === undefined ? [] : [{ name: 'q.id', value: id }]),
    ...(text === undefined ? [] : [{ name: 'q.t', value: packText(text) }]),
    ...(model === undefined ? [] : [{ name: 'q.m', value: model }]),
  ];
}

function read(
  { name, value }: LinkField,
  before: LitmusLink = {},
): LitmusLink | 'unreadable' | 'too-large' | undefined {
  if (name === 'q.id') return { ...before, id: value };
  if (name === 'q.m') {
    const model = FAILURE_MODELS.find((each) => each === value);
    return model ? { ...before, model } : 'unreadable';
  }
  if (name !== 'q.t') return undefined;
  const text = unpackText(value);
  if (typeof text !== 'string') return text.problem;
  return text.length > LONGEST ? 'too-large' : { ...before, text };
}

/** Typing changes the entry of the history that is there. */
const place = (link: LitmusLink | undefined): string =>
  link === undefined ? OPENING : `/${link.id ?? ''}`;

/** The litmus page's part of a link. */
export const litmusFields: ViewFields<LitmusLink> = { encode, read, place };
