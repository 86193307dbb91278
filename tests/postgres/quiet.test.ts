import { describe, expect, it } from 'vitest';
import { quietMinute } from './quiet';

describe('a quiet minute', () => {
  /** Looks at a machine that is busy in these of them. */
  const looks = (busy: (n: number) => boolean) => {
    let n = 0;
    const look = () => Promise.resolve(busy(n++) ? 0.8 : 0.03);
    return { look, count: () => n };
  };

  it('is one without a pause, and is waited for no longer than it takes', async () => {
    const calm = looks(() => false);
    expect(await quietMinute(10, calm.look)).toBe(true);
    expect(calm.count()).toBe(12);
    const later = looks((n) => n === 5 || n === 16);
    expect(await quietMinute(10, later.look)).toBe(true);
    expect(later.count()).toBe(29);
  });

  it('does not come on a machine that somebody uses all the time', async () => {
    const busy = looks((n) => n % 10 === 0);
    expect(await quietMinute(3, busy.look)).toBe(false);
    expect(busy.count()).toBe(36);
  });
});
