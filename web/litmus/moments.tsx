import type { LitmusReply } from '../engine/protocol/litmus';
import { useLitmusWords } from './words/use_litmus_words';

interface MomentsProps {
  readonly reply: LitmusReply;
  /** The number of statements that each thread has run; undefined means any. */
  readonly done: readonly number[] | undefined;
  readonly onChoose: (done: readonly number[] | undefined) => void;
}

/**
 * The images that a moment may leave: all, or those after the given number of statements of each
 * thread.
 */
export function imagesAt(
  reply: LitmusReply,
  done: readonly number[] | undefined,
): ReadonlySet<number> {
  if (!done) return new Set(reply.images.keys());
  const point = reply.points.find((each) => each.done.every((of, thread) => of === done[thread]));
  return new Set(point?.images ?? []);
}

/** Chooses the moment of the power cut. */
export function Moments({ reply, done, onChoose }: MomentsProps) {
  const w = useLitmusWords();
  const start = reply.threads.map(({ length }) => length);
  return (
    <fieldset className="litmus-moments">
      <legend className="heading">{w('moments')}</legend>
      <label>
        <input type="radio" checked={!done} onChange={() => onChoose(undefined)} />{' '}
        {w('everyMoment')}
      </label>
      <label>
        <input type="radio" checked={Boolean(done)} onChange={() => onChoose(start)} />{' '}
        {w('oneMoment')}
      </label>
      {done && (
        <div className="litmus-sliders">
          {reply.threads.map((lines, thread) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a thread is its number.
            <label key={thread}>
              <span>
                {w('doneOf', { thread: thread + 1, done: done[thread] ?? 0, of: lines.length })}
              </span>
              <input
                type="range"
                min={0}
                max={lines.length}
                value={done[thread] ?? 0}
                onChange={({ target }) =>
                  onChoose(done.map((of, each) => (each === thread ? Number(target.value) : of)))
                }
              />
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
