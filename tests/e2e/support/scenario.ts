import type { Scenario } from '../../../web/engine/protocol';
import { EMPTY_LINK, encodeLink } from '../../../web/link/link';

const say = (en: string) => ({ en, zh: '讲解' });

/** The scenario of browser tests that do not depend on the shipped lectures. */
export const scenario: Scenario = {
  format: 1,
  id: 'browser-test',
  kind: 'scenario',
  title: { en: 'Browser test', zh: '浏览器测试' },
  machine: { id: 'setup-a', overrides: { 'disk.read_ns': 20000, 'disk.write_ns': 20000 } },
  scheme: { id: 'nv-logging', params: { persist: 'flush-on-commit' } },
  deadlock: 'detect',
  seed: 1,
  records: { A: 100, B: 20, C: 5 },
  threads: [
    ['begin T1', 'A := 50', 'B := B + 50', 'commit'],
    ['begin T2', 'C := 9', 'A := A + 1', 'commit'],
  ],
  marks: [
    { when: { event: 'log-insert', tx: 'T1' }, say: say('The first log object.') },
    { when: { event: 'acknowledge', tx: 'T1' }, say: say('The promise.') },
    { when: { event: 'acknowledge', tx: 'T2' }, say: say('The second promise.') },
  ],
};

/** The fragment of a link that opens it. */
export const link = `#${encodeLink({ ...EMPTY_LINK, own: JSON.stringify(scenario) })}`;
