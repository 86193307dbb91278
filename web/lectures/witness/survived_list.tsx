import { type Account, pendingFates } from '../../model/questions/account';
import { txnClass } from '../../stage/shapes/marks';
import { useText } from '../../ui/use_text';
import { useQuestionWords } from '../words/use_question_words';
import { useWitnessWords } from '../words/use_witness_words';
import { usePendingText } from './use_pending_text';

/** The most pending stores that are listed. */
const MOST = 8;

function Line({
  kept,
  words,
  detail,
  txn = 0,
}: {
  kept: boolean;
  words: string;
  detail: string;
  txn?: number;
}) {
  const w = useWitnessWords();
  return (
    <li className={txnClass(txn)}>
      <span className={kept ? 'kept' : 'gone'} aria-hidden="true">
        {kept ? '✓' : '✗'}
      </span>
      <span>
        <span className="visually-hidden">{w(kept ? 'survived.kept' : 'survived.lost')}: </span>
        {words}
        {detail && <small>{detail}</small>}
      </span>
    </li>
  );
}

/** The list of what a power cut left of the pending stores, and of the rest. */
export function SurvivedList({ account }: { account: Account }) {
  const w = useWitnessWords();
  const q = useQuestionWords();
  const text = useText();
  const { title, names, content } = usePendingText(account);
  const { outlook, survive, frame } = account;
  const drawn = survive.survive === 'random';
  const pending = drawn ? [] : pendingFates(outlook.units, survive);
  const called = names(pending);
  const titles = (tiers: readonly string[]) =>
    [
      ...new Set(
        frame.structures
          .filter(({ tier, items }) => tiers.includes(tier) && items.length > 0)
          .map(({ id }) => title(id)),
      ),
    ].join(q('comma'));
  return (
    <section className="witness-survived">
      <h3>{w('survived.title')}</h3>
      <ul className="survived">
        {pending.slice(0, MOST).map((each) => {
          const whole = each.kept === each.stores;
          const item = called.get(each) ?? '';
          const words = each.became
            ? w('survived.became', { item, what: text(each.became) })
            : whole
              ? w('survived.whole', { item })
              : each.kept > 0
                ? w('survived.part', { item, kept: each.kept, all: each.stores })
                : w('survived.gone', { item });
          const held = each.became ? content(each) : '';
          return (
            <Line
              key={`${each.tier}/${each.structure}/${each.key}/${each.address}`}
              kept={each.kept > 0}
              words={words}
              detail={held ? w('survived.holds', { what: held }) : ''}
              txn={each.txn}
            />
          );
        })}
        {pending.length > MOST && (
          <li className="mute">{w('survived.more', { count: pending.length - MOST })}</li>
        )}
        {pending.length === 0 && (
          <li className="mute">{w(drawn ? 'survived.random' : 'survived.nothing')}</li>
        )}
        <Line kept words={w('survived.durable')} detail={titles(['nvm', 'disk'])} />
        <Line kept={false} words={w('survived.volatile')} detail={titles(['dram'])} />
      </ul>
    </section>
  );
}
