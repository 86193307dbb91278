import { expect, it } from 'vitest';
import { openQuestion } from '../../../web/stage/open_question';
import { readingTime } from '../../../web/stage/use_playback';
import type { OnStage } from '../../../web/store/stage/stage_state';

it('a sentence stays as long as its reader needs, in either language', () => {
  const english = readingTime('T1 has changed its page in DRAM and may be told so only later.');
  const chinese = readingTime('T1 已在 DRAM 中修改了页，之后才会得到通知。');
  expect(english).toBeGreaterThan(2000);
  expect(chinese / english).toBeGreaterThan(0.7);
  expect(chinese / english).toBeLessThan(1.4);
});

it('a question is open at its mark, until it is answered or the lecture is left', () => {
  const stop = (position: number, ask: boolean) => ({
    index: position,
    position,
    mark: { ...(ask && { ask: { kind: 'fate', tx: 'T1' } }) },
  });
  const state = (at: number, more: Partial<OnStage> = {}) =>
    ({
      narration: true,
      answers: {},
      at,
      lecture: { kind: 'off' },
      session: { marks: [stop(3, false), stop(7, true)] },
      ...more,
    }) as unknown as OnStage;
  expect(openQuestion(state(7))?.position).toBe(7);
  for (const closed of [
    state(3),
    state(8),
    state(7, { narration: false }),
    state(7, { answers: { 7: { kind: 'fate', guess: 'never', truth: 'never', right: true } } }),
  ])
    expect(openQuestion(closed)).toBeUndefined();
});
