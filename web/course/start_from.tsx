import { useEffect, useState } from 'react';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { changeDraft, EMPTY_PLAN, UNTITLED } from './draft';
import { planHref } from './entry_link';
import { type Outlines, planMinutes } from './model/minutes';
import type { CoursePlan } from './model/plan';
import { loadPlans } from './shipped_plans';
import { usePlanWords } from './words/use_plan_words';

interface StartFromProps {
  readonly outlines: Outlines;
  readonly say: (sentence: string) => void;
}

/** The shipped plans, to be looked at or used as a start. */
export function StartFrom({ outlines, say }: StartFromProps) {
  const w = usePlanWords();
  const text = useText();
  const { language } = useTranslation();
  const [plans, setPlans] = useState<Awaited<ReturnType<typeof loadPlans>>>([]);
  useEffect(() => void loadPlans().then(setPlans), []);
  const use = (plan: CoursePlan) => {
    changeDraft(() => plan);
    say(w('replaced', { title: text(plan.title) || text(UNTITLED) }));
  };
  return (
    <section aria-labelledby="plan-shipped">
      <h2 id="plan-shipped">{w('shipped')}</h2>
      <ul className="plan-shipped">
        {plans.map(({ name, plan }) => (
          <li key={name}>
            <span>
              {text(plan.title)}{' '}
              <small className="mute">
                {w('min', { count: planMinutes(plan, outlines, language) })} ·{' '}
                {w('shippedEntries', { count: plan.entries.length })}
              </small>
            </span>
            <span className="plan-ways">
              <button
                type="button"
                className="secondary"
                aria-label={w('useOne', { title: text(plan.title) })}
                onClick={() => use(plan)}
              >
                {w('use')}
              </button>
              <a className="link-button" href={planHref(`@${name}`)}>
                {w('look')}
              </a>
            </span>
          </li>
        ))}
      </ul>
      <p>
        <button type="button" className="link-button" onClick={() => use(EMPTY_PLAN)}>
          {w('clear')}
        </button>
      </p>
    </section>
  );
}
