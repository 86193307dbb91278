import type { Description, SchemeDescription } from '../../engine/protocol';

/**
 * The system of this name, including the one that users program; undefined where it is not
 * described.
 */
export const systemOf = (
  { schemes, own }: Pick<Description, 'schemes' | 'own'>,
  id: string,
): SchemeDescription | undefined =>
  own?.scheme.id === id ? own.scheme : schemes.find((each) => each.id === id);
