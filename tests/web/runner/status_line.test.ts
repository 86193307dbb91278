import { describe, expect, it } from 'vitest';
import type { ExperimentProgress } from '../../../web/engine/measure/client';
import { progressText } from '../../../web/runner/progress_text';
import { StatusLine } from '../../../web/runner/status_line';

const progress = (rest: Partial<ExperimentProgress> = {}): ExperimentProgress => ({
  points: 3,
  of: 20,
  transactions: 37,
  fraction: 0.185,
  stage: 'measured',
  elapsedSeconds: 1,
  secondsLeft: 79.2,
  ...rest,
});

class Screen {
  text = '';
  constructor(readonly isTTY: boolean) {}
  write(text: string) {
    this.text += text;
  }
}

/** A line on `screen`, and how to show a text at a time in milliseconds. */
function lineOn(screen: Screen) {
  let now = 0;
  const line = new StatusLine(screen, () => now);
  const showAt = (ms: number) => {
    now = ms;
    line.show('half done');
  };
  return { line, showAt };
}

describe('progress', () => {
  it('says how far, what, and how long it will take', () => {
    expect(progressText(progress())).toBe('points 3/20, 18 %, measured, 1 min 20 s left');
    expect(progressText(progress({ secondsLeft: 3700 }))).toMatch(/1 h 1 min left$/);
    expect(progressText(progress({ secondsLeft: 0.2 }))).toMatch(/1 s left$/);
    expect(progressText(progress({ secondsLeft: undefined, stage: 'ended' }))).toBe(
      'points 3/20, 18 %',
    );
  });

  it('writes over one line of a terminal, and clears it at the end', () => {
    const screen = new Screen(true);
    const { line, showAt } = lineOn(screen);
    for (const ms of [200, 210, 400]) showAt(ms);
    line.end();
    expect(screen.text.split('\r').length - 1).toBe(3);
    expect(screen.text).not.toContain('\n');
    expect(screen.text.endsWith('\r\u001b[K')).toBe(true);
  });

  it('writes a line every few seconds elsewhere, and none of a short run', () => {
    const screen = new Screen(false);
    const { line, showAt } = lineOn(screen);
    for (let ms = 0; ms < 12_000; ms += 50) showAt(ms);
    line.end();
    expect(screen.text.split('\n')).toHaveLength(3);
    expect(screen.text).not.toContain('\r');
  });
});
