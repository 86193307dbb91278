import type { LitmusGround, LitmusReply } from '../engine/protocol/litmus';
import { useLitmusWords } from './words/use_litmus_words';

interface VerdictProps {
  readonly reply: LitmusReply;
  readonly lineText: (line: number) => string;
  readonly onShow: (image: number) => void;
}

/** Sets of reasons in words, as joined sentences. */
function useGrounds(lineText: (line: number) => string) {
  const w = useLitmusWords();
  return (ground: LitmusGround) =>
    'rule' in ground
      ? w('lineOrder')
      : w('statement', { line: ground.line, words: lineText(ground.line) });
}

/** The reasons for the answer, where it is Always or Never. */
function Grounds({ reply, lineText }: Omit<VerdictProps, 'onShow'>) {
  const w = useLitmusWords();
  const said = useGrounds(lineText);
  const { answer } = reply;
  if (!answer || answer.verdict === 'sometimes') return null;
  if (!answer.groundsTried) return <p className="mute">{w('restsUnknown')}</p>;
  const [first] = answer.grounds;
  if (!first) return <p className="mute">{w('restsOnNone')}</p>;
  return (
    <div>
      <p>{w(first.length > 1 ? 'restsOnSets' : 'restsOn')}</p>
      <ul className="litmus-grounds">
        {answer.grounds.map((set) => {
          const words = set.map(said).join(' + ');
          return <li key={words}>{words}</li>;
        })}
      </ul>
    </div>
  );
}

/** The answer to the last line, with an image for each side. */
export function VerdictPart({ reply, lineText, onShow }: VerdictProps) {
  const w = useLitmusWords();
  const said = useGrounds(lineText);
  const { answer, needless } = reply;
  return (
    <section className="litmus-verdict" aria-live="polite">
      {answer && (
        <>
          <p className="litmus-answer" data-satisfied={answer.satisfied}>
            <b>{w(`verdict.${answer.verdict}`)}</b> {w(answer.satisfied ? 'kept' : 'broken')}
          </p>
          <p className="litmus-shows">
            {(['witness', 'counter'] as const).map((side) => {
              const image = answer[side];
              return image === undefined ? null : (
                <button
                  key={side}
                  type="button"
                  className="secondary"
                  onClick={() => onShow(image)}
                >
                  {w(side)}
                </button>
              );
            })}
          </p>
          <Grounds reply={reply} lineText={lineText} />
        </>
      )}
      {needless.length > 0 && (
        <p className="mute">{w('needless', { lines: needless.map(said).join('; ') })}</p>
      )}
    </section>
  );
}
