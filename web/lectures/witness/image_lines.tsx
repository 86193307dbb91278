import type { Survive } from '../../engine/protocol';
import { type Account, type ImageLine, pendingFates } from '../../model/questions/account';
import type { Answer } from '../../model/questions/answer';
import { valueAnswer } from '../../model/questions/judge_images';
import { transactionName } from '../../model/trace/trace';
import { useQuestionWords } from '../words/use_question_words';
import { useWitnessWords } from '../words/use_witness_words';
import { useOutcome } from './outcome';
import { usePendingText } from './use_pending_text';

interface ImageLinesProps {
  readonly account: Account;
  readonly answer: Answer;
  readonly subject: { readonly txn?: number; readonly record?: string };
}

/** The most arrivals that are named; further ones are counted. */
const MOST_NAMES = 2;

/** Says in a few words which of the pending stores an image holds. */
function useImageText(account: Account): (survive: Survive) => string {
  const w = useWitnessWords();
  const q = useQuestionWords();
  const { names } = usePendingText(account);
  return (survive) => {
    if (survive.survive === 'random') return w('survived.random');
    const pending = pendingFates(account.outlook.units, survive);
    const kept = pending.filter((each) => each.kept > 0);
    if (kept.length === 0) return w('images.none');
    if (pending.every((each) => each.kept === each.stores)) return w('images.all');
    const called = names(pending);
    const told = kept.slice(0, MOST_NAMES).map((each) => {
      const item = called.get(each) ?? '';
      const { kept: some, stores: all } = each;
      return some < all ? w('survived.part', { item, kept: some, all }) : item;
    });
    const more = kept.length - told.length;
    const rest = more > 0 ? [w('survived.more', { count: more })] : [];
    return w('images.some', { what: [...told, ...rest].join(q('comma')) });
  };
}

/** True if one image refutes the answer by itself; undefined where only all of them do. */
function refutes(
  { kind, guess }: Answer,
  { verdict }: ImageLine,
  { txn, record }: ImageLinesProps['subject'],
): boolean | undefined {
  if (kind === 'value-after-crash') {
    const found = verdict.records.find(({ name }) => name === record);
    return found && valueAnswer(found.value) !== guess;
  }
  const survived = verdict.transactions.find(({ id }) => id === txn)?.survived;
  if (survived === undefined || guess === 'sometimes') return undefined;
  return guess === 'always' || guess === 'lost' ? !survived : survived;
}

/** The images that a power cut may leave, one line each, and the ones that decide. */
export function ImageLines({ account, answer, subject }: ImageLinesProps) {
  const w = useWitnessWords();
  const text = useImageText(account);
  const outcome = useOutcome(account, subject);
  const { images, outlook } = account;
  const more = BigInt(outlook.images) - BigInt(images.length);
  const fate = outlook.transactions.find(({ id }) => id === subject.txn)?.fate;
  const tx = transactionName(account.run.info, subject.txn);
  const survive = images.filter(
    ({ verdict }) => verdict.transactions.find(({ id }) => id === subject.txn)?.survived,
  ).length;
  const sure = fate && answer.kind === 'fate' && fate !== 'sometimes';
  // A single image has been described completely already.
  if (outlook.images === '1' && !sure) return null;
  return (
    <section className="witness-images">
      {outlook.images !== '1' && <h3>{w('images.title')}</h3>}
      <ul hidden={outlook.images === '1'}>
        {images.map((image, index) => {
          const decides = refutes(answer, image, subject);
          return (
            <li key={JSON.stringify(image.survive)} className={decides ? 'decides' : undefined}>
              <ImageSign account={account} survive={image.survive} />
              <span>
                {text(image.survive)}
                <small>{outcome(image.verdict).join(' ')}</small>
              </span>
              <span className="image-tag">
                {[
                  decides !== undefined && w(decides ? 'images.decides' : 'images.agrees'),
                  index === 0 && w('images.shown'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          );
        })}
        {more > 0n && <li className="mute">{w('images.more', { count: more.toString() })}</li>}
      </ul>
      {fate && answer.kind === 'fate' && (
        <p className="images-conclusion">
          {fate === 'sometimes'
            ? w('images.bothWays', { survive, lose: images.length - survive, tx })
            : w(fate === 'always' ? 'images.allSurvive' : 'images.allLose', { tx })}
        </p>
      )}
    </section>
  );
}

/** The image in small: a box for each pending store, filled where it arrived. */
function ImageSign({ account, survive }: { account: Account; survive: Survive }) {
  const pending = pendingFates(account.outlook.units, survive).slice(0, 6);
  return (
    <svg className="image-sign" viewBox="0 0 60 28" aria-hidden="true" focusable="false">
      <line x2="60" y1="14" y2="14" className="boundary" />
      {pending.map(({ kept, stores, txn, tier, structure, key, address }, n) => (
        <rect
          key={`${tier}/${structure}/${key}/${address}`}
          className={
            `txn-${txn === 0 ? 0 : ((txn - 1) % 8) + 1} ` +
            `${kept === stores ? 'arrived' : kept > 0 ? 'part' : 'lost'}`
          }
          x={2 + n * 10}
          y={kept > 0 ? 17 : 3}
          width="8"
          height="8"
        />
      ))}
    </svg>
  );
}
