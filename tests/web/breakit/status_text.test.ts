import { describe, expect, it } from 'vitest';
import { statusOf } from '../../../web/breakit/status_text';
import { enBreakit } from '../../../web/breakit/words/use_breakit_words';
import { zhBreakit } from '../../../web/breakit/words/zh_breakit';
import type { VerifyOutcome } from '../../../web/engine/explore/client';
import { limitText } from '../../../web/runner/progress_text';
import { lookUp } from '../../../web/ui/i18n/translate';

const whole: VerifyOutcome = {
  pairs: 1_234_567,
  runs: 4321,
  states: 4000,
  innerPoints: 9,
  exact: true,
  ended: true,
  verdicts: { consistent: [3, 4] },
  failures: [],
  sites: [],
  points: [],
  cancelled: false,
};
const limited: VerifyOutcome = { ...whole, exact: false, limit: 'memory' };
const say = (
  outcome: VerifyOutcome,
  images = 0,
  words: object = enBreakit,
  mutations: readonly string[] = ['left-out'],
) => statusOf(lookUp(words as never), { exploration: { is: 'done', outcome }, images, mutations });

describe('what is said of an exploration', () => {
  it('that was whole: every promise was kept', () => {
    expect(say(whole)).toEqual({ tone: 'kept', text: '✓ Every promise was kept.' });
  });

  it('of a system as it is written: first that something is to be left out', () => {
    const { tone, text } = say(whole, 0, enBreakit, []);
    expect(tone).toBe('kept');
    expect(text).toMatch(/^Now leave something out: /);
    expect(say(whole, 0, zhBreakit, []).text).toMatch(/^现在省去/);
  });

  it('that a budget ended: how far it came, that it is not exhaustive, and what to do', () => {
    const { tone, text } = say(limited);
    expect(tone).toBe('open');
    expect(text).toBe(
      'No broken promise has been found so far. Not exhaustive: stopped after 4,321 recoveries and 1,234,567 states, because their results filled the memory set aside for them.',
    );
    expect(say(limited, 0, zhBreakit).text).toContain('并非穷尽');
    expect(say({ ...limited, limit: 'runs' }).text).toContain('the limit here');
    expect(limitText(limited)).toBe(
      'not exhaustive: stopped after 4321 recoveries, 1234567 images: what is kept of them has filled its memory; sample instead (--images N)',
    );
  });

  it('that was not whole is never called kept', () => {
    const { limit: _limit, ...ended } = limited;
    const parts = [say(limited), say(ended), say({ ...ended, cancelled: true, ended: false })];
    for (const { tone, text } of [...parts, say(whole, 32)]) {
      expect(tone).toBe('open');
      expect(text).not.toContain('✓');
    }
    expect(say(whole, 32).text).toContain('A sample, not exhaustive: 32 images at each point.');
  });

  it('that found something says so, whole or not', () => {
    const lost: VerifyOutcome = { ...limited, verdicts: { lost: [2, 1] } };
    expect(say(lost).tone).toBe('broken');
    expect(say(lost).text).toMatch(/^✗ 3 states break a promise. Not exhaustive/);
  });
});
