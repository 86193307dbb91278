import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStageStore } from '../../../../web/store/page/stage_store';
import { atRest, perFrame } from '../../../../web/store/stage/paced';
import { createFixtureEngine, scenario } from '../../support/fixture_engine';
import { onStage } from '../../support/on_stage';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('is the first one done at once, and of a picture’s many only the newest?', () => {
  const seen: number[] = [];
  const frames: (() => void)[] = [];
  const ask = perFrame(
    (n: number) => void seen.push(n),
    (done) => void frames.push(done),
  );
  const drawn = () => frames.splice(0).forEach((done) => void done());
  for (const n of [1, 2, 3]) ask(n);
  expect(seen).toEqual([1]);
  drawn();
  expect(seen).toEqual([1, 3]);
  drawn();
  drawn();
  ask(4);
  expect(seen).toEqual([1, 3, 4]);
});

it('is what costs more asked once a drag rests, and at once of a single step?', () => {
  const seen: number[] = [];
  const ask = atRest((n: number) => void seen.push(n), 50);
  ask(1);
  expect(seen).toEqual([1]);
  vi.advanceTimersByTime(60);
  for (let n = 2; n < 40; n++) {
    ask(n);
    vi.advanceTimersByTime(16);
  }
  expect(seen).toEqual([1, 2]);
  vi.advanceTimersByTime(60);
  expect(seen).toEqual([1, 2, 39]);
});

it('does a drag of a hundred moves ask the engine for a few frames, and for two outlooks?', async () => {
  const engine = createFixtureEngine();
  const seek = vi.spyOn(engine, 'seek');
  const outlook = vi.spyOn(engine, 'outlook');
  const store = createStageStore(engine, () => createFixtureEngine());
  const opened = (async () => {
    await store.getState().start();
    await store.getState().open(JSON.stringify(scenario), { kind: 'own' });
  })();
  await vi.advanceTimersByTimeAsync(500);
  await opened;
  seek.mockClear();
  outlook.mockClear();
  // Four moves between two pictures.
  for (let n = 0; n < 100; n++) {
    store.getState().goTo(1 + (n % 20));
    if (n % 4 === 3) await vi.advanceTimersByTimeAsync(16);
  }
  expect(seek.mock.calls.length).toBeLessThanOrEqual(51);
  expect(outlook.mock.calls.length).toBe(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(outlook.mock.calls.length).toBe(2);
  expect(seek.mock.lastCall).toEqual([onStage(store).at]);
  expect(onStage(store).frame?.at).toBe(onStage(store).at);
});
