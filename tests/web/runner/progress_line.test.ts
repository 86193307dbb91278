import { describe, expect, it } from 'vitest';
import type { ExperimentProgress } from '../../../web/engine/experiment_client';
import { ProgressLine, progressText } from '../../../web/runner/progress_line';

const at = (
  elapsedSeconds: number,
  rest: Partial<ExperimentProgress> = {},
): ExperimentProgress => ({
  ...{ points: 3, of: 20, fraction: 0.185, stage: 'measured', elapsedSeconds, secondsLeft: 79.2 },
  ...rest,
});

class Screen {
  text = '';
  constructor(readonly isTTY: boolean) {}
  write(text: string) {
    this.text += text;
  }
}

describe('progress', () => {
  it('says how far, what, and how long it will take', () => {
    expect(progressText(at(1))).toBe('points 3/20, 18 %, measured, 1 min 20 s left');
    expect(progressText(at(1, { secondsLeft: 3700 }))).toMatch(/1 h 1 min left$/);
    expect(progressText(at(1, { secondsLeft: 0.2 }))).toMatch(/1 s left$/);
    expect(progressText(at(1, { secondsLeft: undefined, stage: 'ended' }))).toBe(
      'points 3/20, 18 %',
    );
  });

  it('writes over one line of a terminal, and clears it at the end', () => {
    const screen = new Screen(true);
    const line = new ProgressLine(screen);
    for (const elapsed of [0.2, 0.21, 0.4]) line.show(at(elapsed));
    line.end();
    expect(screen.text.split('\r').length - 1).toBe(3);
    expect(screen.text).not.toContain('\n');
    expect(screen.text.endsWith('\r\u001b[K')).toBe(true);
  });

  it('writes a line every few seconds elsewhere, and none of a short run', () => {
    const screen = new Screen(false);
    const line = new ProgressLine(screen);
    for (let elapsed = 0; elapsed < 12; elapsed += 0.05) line.show(at(elapsed));
    line.end();
    expect(screen.text.split('\n')).toHaveLength(3);
    expect(screen.text).not.toContain('\r');
  });
});
