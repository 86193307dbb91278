import { useEffect } from 'react';
import { useStore } from 'zustand';
import { entries } from '../lectures/library_index';
import { go } from '../store/page/address';
import type { Services } from '../store/page/services';
import { useText } from '../ui/use_text';
import { Exam } from './exam';
import { type DrillPlan, LARGEST_SEED, USUAL_COUNT, USUAL_KINDS } from './model/drill_case';
import type { DrillLink } from './model/link';
import { Practice } from './practice';
import { Setup } from './setup';
import { useDrill } from './use_drill';
import { useDrillWords } from './words/use_drill_words';
import '../lectures/question/question.css';
import './drill.css';

const drawnSeed = () => Math.floor(Math.random() * (LARGEST_SEED + 1));

/** The plan that a link names, once it has a seed. */
function planOf({
  lectures,
  kinds = USUAL_KINDS,
  count = USUAL_COUNT,
  seed,
}: DrillLink): DrillPlan | undefined {
  if (!lectures || lectures.length === 0 || seed === undefined) return undefined;
  return { lectures, kinds, count, seed };
}

interface RunningProps {
  readonly services: Services;
  readonly plan: DrillPlan;
  readonly paper: boolean;
  readonly onLink: (link: DrillLink) => void;
}

function Running({ services, plan, paper, onLink }: RunningProps) {
  const w = useDrillWords();
  const drill = useDrill(services, plan);
  const { cases, done, unknown, failed } = drill;
  const nothing = done && cases.length === 0 && unknown === undefined && failed === undefined;
  return (
    <>
      {unknown !== undefined && (
        <p className="warn" role="alert">
          {w('unknown', { id: unknown })}
        </p>
      )}
      {failed !== undefined && (
        <p className="warn" role="alert">
          {w('failed', { message: failed })}
        </p>
      )}
      {nothing && <p role="status">{w('noCases')}</p>}
      {nothing ? null : paper ? (
        <Exam drill={drill} plan={plan} />
      ) : (
        <Practice
          services={services}
          drill={drill}
          count={plan.count}
          onAgain={() => onLink({ ...plan, seed: drawnSeed() })}
        />
      )}
      <p className="exam-tools">
        <button type="button" className="link-button" onClick={() => onLink({})}>
          {w('choose')}
        </button>
      </p>
    </>
  );
}

function useTitle(link: DrillLink): string {
  const w = useDrillWords();
  const text = useText();
  const [only, ...others] = link.lectures ?? [];
  if (link.paper) return w('exam');
  if (only === undefined) return w('title');
  const entry = others.length === 0 && entries.find(({ id }) => id === only);
  return entry ? w('drillOf', { title: text(entry.title) }) : w('drill');
}

/**
 * New questions about lectures' systems: chosen, practised one after the other, or printed as an
 * exam.
 */
export default function DrillView({ services }: { services: Services }) {
  const w = useDrillWords();
  const link = useStore(services.address, (state) => state.drill) ?? {};
  const title = useTitle(link);
  const onLink = (drill: DrillLink) => go(services.address, { drill });
  const { address } = services;
  // A link without a seed gets one, and keeps it from then on.
  const seedless = link.lectures !== undefined && link.seed === undefined;
  useEffect(() => {
    const { drill } = address.getState();
    if (seedless && drill) go(address, { drill: { ...drill, seed: drawnSeed() } });
  }, [address, seedless]);
  useEffect(() => {
    document.title = `${title} · Afterimage`;
  }, [title]);
  const plan = planOf(link);
  return (
    <div className="drill">
      <h1>{title}</h1>
      {!link.lectures && <p className="mute">{w('lead')}</p>}
      {!link.lectures && <Setup link={link} onBegin={onLink} />}
      {plan && (
        <Running
          key={JSON.stringify(plan)}
          services={services}
          plan={plan}
          paper={link.paper ?? false}
          onLink={onLink}
        />
      )}
    </div>
  );
}
