import { expect, it } from 'vitest';
import type { PhaseTrace, SchemeDescription } from '../../../web/engine/protocol';
import { nameAt, statementName } from '../../../web/stage/cut/address_names';

const structure = (id: string, title: string) => ({ id, title: { en: title, zh: title } });
const item = (key: number, label: string, items: readonly object[] = []) => ({
  key,
  label,
  txn: 0,
  fields: [],
  links: [],
  tags: [],
  items,
});

// A stored value may be an address; the power cut names what is there.
it('a slot, a block and a word are called as in statements, and a number stays one', () => {
  const structures = [structure('program-log', 'log'), structure('own-slot', 'slots')];
  const extents = [
    { id: 'program-log', tier: 'nvm', items: [item(0x240, '1', [item(0x280, '2')])] },
    { id: 'own-slot', tier: 'nvm', items: [item(0x4c0, 'node[3]')] },
    { id: 'lock', tier: 'dram', items: [item(0x500, 'A')] },
  ];
  const parts = [{ extents }] as unknown as readonly PhaseTrace[];
  const known = structures as unknown as SchemeDescription['structures'];
  const at = (value: string) => nameAt(parts, known, value);
  expect(at('0x240')).toBe('→ log[1]');
  expect(at('0x280')).toBe('→ log[2]');
  expect(at('0x4c0')).toBe('→ node[3]');
  expect(['0x500', '0x248', '1216', '100'].map(at)).toEqual(Array(4).fill(undefined));
});

it('what a system has is called by the system', () => {
  expect(statementName(structure('ring', 'ring'), '3')).toBeUndefined();
  expect(statementName(undefined, '')).toBeUndefined();
});
