import { describe, expect, it } from 'vitest';
import { askOnce, Latest } from '../../../../web/engine/worker/latest';

/** An answer that comes on request. */
function later<T>() {
  let give: (value: T) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const answer = new Promise<T>((resolve, reject) => {
    give = resolve;
    fail = reject;
  });
  return { answer, give, fail };
}

describe('of work that only counts while it is the newest', () => {
  it('a late answer is dropped, and its signal is aborted', async () => {
    const latest = new Latest();
    const used: string[] = [];
    const use = (value: string) => void used.push(value);
    const fail = () => void used.push('failed');
    const [first, second] = [later<string>(), later<string>()];
    let signal: AbortSignal | undefined;
    const one = latest.ask(
      (given) => {
        signal = given;
        return first.answer;
      },
      use,
      fail,
    );
    expect(signal?.aborted).toBe(false);
    const other = latest.ask(() => second.answer, use, fail);
    expect(signal?.aborted).toBe(true);
    second.give('second');
    first.give('first');
    expect(await Promise.all([one, other])).toEqual([false, true]);
    expect(used).toEqual(['second']);
  });

  it('an error is told while it is the newest, and dropped when it is late', async () => {
    const latest = new Latest();
    const told: unknown[] = [];
    const [first, second] = [later<string>(), later<string>()];
    const ask = (answer: Promise<string>) =>
      latest.ask(
        () => answer,
        () => {},
        (error) => void told.push(error),
      );
    const asked = [ask(first.answer), ask(second.answer)];
    first.fail('late');
    second.fail('in time');
    await Promise.all(asked);
    expect(told).toEqual(['in time']);
  });

  it('nothing begins after the end', async () => {
    const latest = new Latest();
    latest.dispose();
    let begun = false;
    const work = async () => {
      begun = true;
    };
    const nothing = () => {};
    expect(await latest.ask(work, nothing, nothing)).toBe(false);
    expect([begun, latest.begin().aborted]).toEqual([false, true]);
  });

  it('stopping ends what is under way, and something new may begin', () => {
    const latest = new Latest();
    const signal = latest.begin();
    latest.stop();
    expect([signal.aborted, latest.begin().aborted]).toEqual([true, false]);
  });
});

describe('of a question that is asked once', () => {
  it('the answer is used, unless it was ended before', async () => {
    const used: string[] = [];
    const use = (value: string) => void used.push(value);
    const [first, second] = [later<string>(), later<string>()];
    askOnce(() => first.answer, use);
    const end = askOnce(() => second.answer, use);
    first.give('first');
    end();
    second.give('second');
    await Promise.all([first.answer, second.answer]);
    await Promise.resolve();
    expect(used).toEqual(['first']);
  });

  it('an error is told, unless it was ended before', async () => {
    const told: unknown[] = [];
    const [first, second] = [later<string>(), later<string>()];
    const tell = (error: unknown) => void told.push(error);
    askOnce(
      () => first.answer,
      () => {},
      tell,
    );
    const end = askOnce(
      () => second.answer,
      () => {},
      tell,
    );
    first.fail('first');
    end();
    second.fail('second');
    await Promise.allSettled([first.answer, second.answer]);
    await Promise.resolve();
    expect(told).toEqual(['first']);
  });
});
