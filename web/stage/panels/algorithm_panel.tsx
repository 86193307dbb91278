import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Listing, SchemeDescription } from '../../engine/protocol';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { txnClass } from '../shapes/marks';
import '../../ui/i18n/later_words';

interface AlgorithmPanelProps {
  readonly scheme: SchemeDescription;
  /** The listing line of the running event, 0 for none. */
  readonly label: number;
  readonly txn: number;
  /** True where a mutation changed the effect of this line. */
  readonly broken: boolean;
  /** Labels of the lines that mutations change. */
  readonly changed: ReadonlySet<number>;
  /** True for only a few lines around the running one, which can be scrolled. */
  readonly brief: boolean;
}

function listingOf(scheme: SchemeDescription, label: number): Listing | undefined {
  return scheme.listings.find((listing) => listing.lines.some((line) => line.label === label));
}

interface LineProps {
  readonly line: Listing['lines'][number];
  readonly number: number;
  readonly changed: boolean;
  /** The element of the running line. */
  readonly running: RefObject<HTMLLIElement | null> | undefined;
}

function Line({ line, number, changed, running }: LineProps) {
  const { t } = useTranslation();
  const text = useText();
  return (
    <li
      ref={running}
      className={`${running ? 'running' : ''}${changed ? ' changed' : ''}`}
      title={changed ? t('algorithm.broken') : undefined}
      aria-current={running ? 'step' : undefined}
    >
      <span className="line-number" aria-hidden="true">
        {number}
      </span>
      {changed && (
        <span role="img" aria-label={t('algorithm.broken')}>
          ✗
        </span>
      )}
      <code className={`indent-${Math.min(4, line.indent)}`}>{text(line.text)}</code>
    </li>
  );
}

interface WhyProps {
  readonly line: Listing['lines'][number] | undefined;
  readonly broken: boolean;
}

/** The rule that the running line obeys. */
function Why({ line, broken }: WhyProps) {
  const { t } = useTranslation();
  const text = useText();
  return (
    <section className="panel why" aria-labelledby="why-title">
      <h2 id="why-title" className="heading">
        {t('algorithm.why')}
      </h2>
      <p>{line ? text(line.why) : <span className="mute">{t('algorithm.none')}</span>}</p>
      {broken && <p className="warn">{t('algorithm.broken')}</p>}
    </section>
  );
}

/** The listing that runs, its running line, and the rule that this line obeys. */
export function AlgorithmPanel({
  scheme,
  label,
  txn,
  broken,
  changed,
  brief,
}: AlgorithmPanelProps) {
  const { t } = useTranslation();
  const text = useText();
  const running = listingOf(scheme, label);
  // The listing that ran last stays while no line runs, or the one that the reader chose.
  const [kept, setKept] = useState<string | undefined>(undefined);
  const [lastRunning, setLastRunning] = useState<string | undefined>(undefined);
  if (running && running.id !== lastRunning) {
    setLastRunning(running.id);
    setKept(running.id);
  }
  const shown = scheme.listings.find((each) => each.id === kept) ?? scheme.listings[0];
  const line = running?.lines.find((each) => each.label === label);
  const current = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line is another place.
  useEffect(() => {
    const line = current.current;
    const list = line?.parentElement;
    if (brief && list) list.scrollTop = line.offsetTop - list.offsetTop - line.offsetHeight;
    else line?.scrollIntoView({ block: 'nearest' });
  }, [label, shown?.id, brief]);
  if (!shown) return null;
  return (
    <>
      <section className="panel algorithm" aria-labelledby="algorithm-title">
        <div className="panel-head">
          <h2 id="algorithm-title" className="heading">
            {t('algorithm.title')}
          </h2>
          <select
            className="quiet-select"
            aria-label={t('algorithm.choose')}
            value={shown.id}
            onChange={(event) => setKept(event.target.value)}
          >
            {scheme.listings.map((listing) => (
              <option key={listing.id} value={listing.id}>
                {text(listing.title)}
              </option>
            ))}
          </select>
        </div>
        <ol
          className={`listing ${txnClass(txn)}`}
          // A part that scrolls must be reachable by keyboard.
          {...(brief && { tabIndex: 0, 'aria-labelledby': 'algorithm-title' })}
        >
          {shown.lines.map((each, index) => (
            <Line
              key={each.label}
              line={each}
              number={index + 1}
              changed={changed.has(each.label)}
              running={each.label === label ? current : undefined}
            />
          ))}
        </ol>
      </section>
      <Why line={line} broken={broken} />
    </>
  );
}
