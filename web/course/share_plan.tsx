import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../ui/i18n/lazy_part';
import { saveFile } from '../ui/save_file';
import { useText } from '../ui/use_text';
import { tidyDraft } from './draft';
import { planHref } from './entry_link';
import { type CoursePlan, planText } from './model/plan';
import { planToLink } from './model/plan_link';
import { usePlanWords } from './words/use_plan_words';

const QrCode = lazyPart(() => import('../ui/picture/qr_code'));

/**
 * The most bytes that a camera still reads from a projector; see web/ui/picture/qr.ts, which comes
 * with the code.
 */
const LONGEST_QR = 1200;

/** A file's name made from the plan's title. */
const fileName = (title: string) =>
  title
    .trim()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'plan';

type Copying = 'idle' | 'copied' | 'manual';

/** Copies a text; in the state `manual` that is not allowed, so the lecturer copies it by hand. */
function useCopying(text: string) {
  const [state, setState] = useState<Copying>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      setTimeout(() => setState('idle'), 2500);
    } catch {
      // The clipboard is barred, or the page is insecure.
      setState('manual');
    }
  };
  return { state, copy };
}

function ByHand({ href }: { href: string }) {
  const w = usePlanWords();
  return (
    <label className="plan-field">
      <span>{w('byHand')}</span>
      <input className="boxed" readOnly value={href} onFocus={({ target }) => target.select()} />
    </label>
  );
}

function LinkAsCode({ href }: { href: string }) {
  const w = usePlanWords();
  if (href.length > LONGEST_QR) return <p>{w('tooLong')}</p>;
  return (
    <Suspense fallback={null}>
      <div className="plan-qr">
        <QrCode text={href} label={w('qrLabel')} />
      </div>
    </Suspense>
  );
}

function SaveButton({ plan }: { plan: CoursePlan }) {
  const w = usePlanWords();
  const text = useText();
  const save = () =>
    saveFile([planText(plan), 'application/json', `${fileName(text(plan.title))}.json`]);
  return (
    <button type="button" className="secondary" title={w('saveNote')} onClick={save}>
      {w('save')}
    </button>
  );
}

interface SharePlanProps {
  readonly plan: CoursePlan;
  /** Another way to give the plan to a class. */
  readonly more: (plan: CoursePlan) => ReactNode;
}

/** The plan as a link, as its QR code, and as a file. */
export function SharePlan({ plan, more }: SharePlanProps) {
  const w = usePlanWords();
  const [shown, setShown] = useState(false);
  const tidy = tidyDraft(plan);
  const href = planHref(planToLink(tidy));
  const { state, copy } = useCopying(href);
  const empty = plan.entries.length === 0;
  return (
    <>
      <p className="plan-tools">
        <button type="button" className="primary" disabled={empty} onClick={() => void copy()}>
          {w(state === 'copied' ? 'copied' : 'copy')}
        </button>
        <button
          type="button"
          className="secondary"
          aria-expanded={shown}
          disabled={empty}
          onClick={() => setShown(!shown)}
        >
          {w(shown ? 'qrHide' : 'qr')}
        </button>
        <SaveButton plan={tidy} />
        {!empty && more(tidy)}
        <span className="visually-hidden" role="status">
          {state === 'copied' ? w('copied') : ''}
        </span>
      </p>
      {!empty && <p className="mute">{w('linkLength', { count: href.length })}</p>}
      {window.location.protocol === 'file:' && <p className="warn">{w('onlyHere')}</p>}
      {state === 'manual' && <ByHand href={href} />}
      {shown && !empty && <LinkAsCode href={href} />}
    </>
  );
}
