import type { LitmusReply } from '../engine/protocol/litmus';
import { useLitmusWords } from './words/use_litmus_words';

interface ImagesProps {
  readonly reply: LitmusReply;
  /** The indexes of the images that the chosen moment may leave. */
  readonly possible: ReadonlySet<number>;
  readonly chosen: number | undefined;
  readonly onChoose: (image: number) => void;
}

/** Words by the line that they share. */
function linesOf({ words }: LitmusReply) {
  const lines = [...new Set(words.map(({ cacheLine }) => cacheLine))].sort((a, b) => a - b);
  return lines.map((line) => ({
    line,
    words: words.flatMap(({ name, cacheLine }, index) =>
      cacheLine === line ? [{ name, index }] : [],
    ),
  }));
}

/** No more images than this are drawn: a reader does not look at so many one by one. */
const MOST = 240;

/** Every image that a power cut may leave, each a button that shows an execution. */
export function Images({ reply, possible, chosen, onChoose }: ImagesProps) {
  const w = useLitmusWords();
  const more = reply.images.length - MOST;
  const lines = linesOf(reply);
  const { answer } = reply;
  return (
    <ul className="litmus-images">
      {reply.images.slice(0, MOST).map(({ words, acks }, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an image is its number.
        <li key={number}>
          <button
            type="button"
            className="litmus-image"
            aria-pressed={chosen === number}
            data-possible={possible.has(number)}
            data-answer={
              number === answer?.witness
                ? 'witness'
                : number === answer?.counter
                  ? 'counter'
                  : undefined
            }
            onClick={() => onChoose(number)}
          >
            <span className="litmus-image-name">{w('image', { number: number + 1 })}</span>
            <span className="litmus-lines">
              {lines.map(({ line, words: inLine }) => (
                <span key={line} className="litmus-line">
                  {inLine.map(({ name, index }) => (
                    <span key={name} className="litmus-word" data-set={words[index] !== 0}>
                      <span className="mute">{name}</span> {words[index]}
                    </span>
                  ))}
                </span>
              ))}
            </span>
            {reply.acks.map((name, index) => (
              <span key={name} className="litmus-ack" data-set={acks[index]}>
                {w(acks[index] ? 'told' : 'notTold', { name })}
              </span>
            ))}
          </button>
        </li>
      ))}
      {more > 0 && <li className="mute">{w('more', { count: more })}</li>}
    </ul>
  );
}
