import type { Description, Scenario, SchemeDescription } from '../../engine/protocol';

/**
 * The systems on which a scenario's script may run: those that are described, and before them the
 * program that it brings, if it brings one.
 */
export const systemsFor = (
  { schemes, own }: Pick<Description, 'schemes' | 'own'>,
  { scheme: { id } }: Pick<Scenario, 'scheme'>,
): readonly SchemeDescription[] => (own?.scheme.id === id ? [own.scheme, ...schemes] : schemes);
