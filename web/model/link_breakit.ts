import { FAILURE_MODELS } from '../engine/protocol/exploration';
import type { BreakLink, LinkField } from './link_state';
import { readList, WHOLE } from './link_value';
import { packText, unpackText } from './packed_text';

// The fields of the crash explorer; link_v1.ts lists them.

export function encodeBreak(link: BreakLink): LinkField[] {
  const fields: LinkField[] = [];
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) fields.push({ name: `b.${name}`, value: String(value) });
  };
  add('id', link.scenario);
  add('own', link.own === undefined ? undefined : packText(link.own));
  add('k', link.scheme);
  add('x', link.mutations?.join(','));
  add('m', link.model);
  add('d', link.depth);
  add('n', link.images);
  add('run', link.explored ? 1 : undefined);
  add('at', link.point);
  add('tab', link.tab);
  add('tour', link.tour);
  add('step', link.step);
  return fields;
}

/** The explorer with one more field read; undefined where the field belongs to something else. */
export function readBreak(
  { name, value }: LinkField,
  before: BreakLink = {},
): BreakLink | 'unreadable' | 'too-large' | undefined {
  if (!name.startsWith('b.')) return undefined;
  const field = name.slice(2);
  if (field === 'id') return { ...before, scenario: value };
  if (field === 'k') return { ...before, scheme: value };
  if (field === 'x') return { ...before, mutations: readList(value) };
  if (field === 'tour') return { ...before, tour: value };
  if (field === 'run') return { ...before, explored: value === '1' };
  if (field === 'tab') return value === 'matrix' ? { ...before, tab: value } : before;
  if (field === 'm') {
    const model = FAILURE_MODELS.find((each) => each === value);
    return model ? { ...before, model } : 'unreadable';
  }
  if (field === 'own') {
    const own = unpackText(value);
    return typeof own === 'string' ? { ...before, own } : own.problem;
  }
  const number = ({ d: 'depth', n: 'images', at: 'point', step: 'step' } as const)[field];
  if (!number) return undefined;
  return WHOLE.test(value) ? { ...before, [number]: Number(value) } : 'unreadable';
}
