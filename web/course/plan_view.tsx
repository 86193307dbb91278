import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import { go } from '../store/page/address';
import type { Services } from '../store/page/services';
import { useText } from '../ui/use_text';
import { DraftView } from './draft_view';
import type { CoursePlan } from './model/plan';
import { PlanPage } from './plan_page';
import { useOutlines, usePlan } from './use_plan';
import { usePlanWords } from './words/use_plan_words';
import './plan.css';

interface PlanViewProps {
  readonly services: Services;
  /** Another way to give a plan to a class than its link and its file. */
  readonly more: (plan: CoursePlan) => ReactNode;
}

/** A plan that the reader was given, or the lecturer's own plan while it is being edited. */
export default function PlanView({ services, more }: PlanViewProps) {
  const w = usePlanWords();
  const text = useText();
  const link = useStore(services.address, (state) => state.plan?.plan);
  const plan = usePlan(link);
  const outlines = useOutlines();
  const title = plan && plan !== 'unreadable' ? text(plan.title) : w('title');
  useEffect(() => {
    document.title = `${title} · Afterimage`;
  }, [title]);
  if (!outlines || !plan) return <div className="plan" aria-busy="true" />;
  if (link === undefined) return <DraftView services={services} outlines={outlines} more={more} />;
  if (plan === 'unreadable')
    return (
      <div className="plan">
        <h1>{w('title')}</h1>
        <p role="alert">{w('unknown')}</p>
        <p>
          <button
            type="button"
            className="secondary"
            onClick={() => go(services.address, { plan: {} })}
          >
            {w('shipped')}
          </button>
        </p>
      </div>
    );
  return <PlanPage services={services} outlines={outlines} plan={plan} link={link} />;
}
