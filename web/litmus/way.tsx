import type { LitmusMove, LitmusReply } from '../engine/protocol/litmus';
import { useLitmusWords } from './words/use_litmus_words';

interface WayProps {
  readonly reply: LitmusReply;
  readonly image: number;
  /** The words of a line of the text. */
  readonly lineText: (line: number) => string;
}

/** One execution that leaves the image, step by step. */
export function Way({ reply, image, lineText }: WayProps) {
  const w = useLitmusWords();
  const inLine = (line: number) =>
    reply.words.flatMap(({ name, cacheLine }) => (cacheLine === line ? [name] : [])).join(', ');
  const said = (move: LitmusMove) =>
    move.kind === 'promise'
      ? w('step.promise', { words: inLine(move.cacheLine) })
      : w(`step.${move.kind}`, { thread: move.thread + 1, words: lineText(move.line) });
  const steps = reply.images[image]?.way ?? [];
  return (
    <section className="litmus-way" aria-live="polite">
      <h2>{w('way', { number: image + 1 })}</h2>
      <ol>
        {steps.map((move, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place.
          <li key={index} data-step={move.kind}>
            {said(move)}
          </li>
        ))}
        <li data-step="cut">{w('lastly')}</li>
      </ol>
    </section>
  );
}
