import type { VerifyFailure } from '../engine/protocol/exploration';
import type { Services } from '../store/page/services';
import { useText } from '../ui/use_text';
import { useBreak, useSubject } from './breakit_context';
import { FailureActions } from './failure_actions';
import { brokenRule } from './model/broken_rule';
import { pointOf } from './model/verify_map';
import { ShrinkLine } from './shrink_line';
import { failureKey, outcomeIn } from './store/breakit_state';
import { useBreakWords } from './words/use_breakit_words';
import '../ui/i18n/later_words';

function FailureCard({ services, failure }: { services: Services; failure: VerifyFailure }) {
  const t = useBreakWords();
  const text = useText();
  const { scheme, sites } = useSubject();
  const mutations = useBreak((state) => state.mutations);
  const smallest = useBreak((state) => state.shrinks[failureKey(failure)]?.smallest);
  const points = useBreak((state) => outcomeIn(state)?.points);
  const shown = smallest?.failure ?? failure;
  const point = smallest?.point ?? pointOf(shown, points);
  const delays = smallest?.scenario.delays ?? failure.delays ?? [];
  const broken = brokenRule(scheme, mutations, sites, point, shown);
  const finding = broken.finding ? text(broken.finding) : t(`verdict.${failure.verdict}`);
  return (
    <div className="failure-card">
      <p className="failure-sentence">
        <span className={`swatch v-${failure.verdict}`} aria-hidden="true" />
        <span>
          <strong>{t(`verdict.${failure.verdict}`)}</strong>{' '}
          <span className="mute">({t('cutsOf', { count: shown.cuts.length })})</span>
          <br />
          {finding}
        </span>
      </p>
      {broken.rule && <p>{t('rule', { rule: text(broken.rule) })}</p>}
      {broken.changed && <p className="mute">{t('changed', { changed: text(broken.changed) })}</p>}
      {delays.map((delay) => (
        <p key={`${delay.thread}/${delay.operation}`} className="mute">
          {t('delayed', { next: 1, ...delay })}
        </p>
      ))}
      {broken.line && <p className="mute">{t('at', { line: text(broken.line) })}</p>}
      <p className="mute">{shown.replayed ? `✓ ${t('replayed')}` : `⚠ ${t('notReplayed')}`}</p>
      <ShrinkLine failure={failure} />
      <FailureActions services={services} failure={failure} />
    </div>
  );
}

/** The simplest failure, and the simplest of each other kind. */
export function FailureCards({ services }: { services: Services }) {
  const t = useBreakWords();
  const failures = useBreak((state) => outcomeIn(state)?.failures);
  const [first, ...others] = failures ?? [];
  if (!first) return null;
  return (
    <section className="break-failures" aria-labelledby="break-failure">
      <h3 id="break-failure">{t('failure')}</h3>
      <FailureCard services={services} failure={first} />
      {others.length > 0 && (
        <details>
          <summary>{t('others')}</summary>
          {others.map((failure) => (
            <FailureCard key={failureKey(failure)} services={services} failure={failure} />
          ))}
        </details>
      )}
    </section>
  );
}
