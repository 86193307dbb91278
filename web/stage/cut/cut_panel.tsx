import { useEffect, useId, useRef, useState } from 'react';
import type { CutRefusal, Outlook, Survive } from '../../engine/protocol';
import { useOnStage, usePosition, useStage, useStageStore } from '../../store/stage/stage_context';
import { closeCut } from '../../store/stage/stage_controls';
import { useTranslation } from '../../ui/i18n';
import { useSentence } from '../../ui/sentence/use_sentence';
import { useText } from '../../ui/use_text';
import {
  type Choice,
  choiceOf,
  groupByObject,
  surviveOf,
  uniform,
  withStores,
  worstImage,
} from './choice';
import { ObjectChoices } from './object_choices';
import './cut.css';
import '../../ui/i18n/later_words';

/** Takes the focus when it appears, so that keyboard and screen reader are at the choice. */
function useFocusOnOpen() {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}

interface PresetsProps {
  readonly outlook: Outlook;
  readonly seed: number;
  readonly onChoose: (choice: Choice) => void;
  readonly onRandom: () => void;
  readonly random: boolean;
}

function Presets({ outlook, seed, random, onChoose, onRandom }: PresetsProps) {
  const { t } = useTranslation();
  const { units } = outlook;
  const worst = worstImage(outlook);
  const worstChoice = worst && choiceOf(units, worst);
  return (
    <fieldset className="presets" aria-label={t('cut.preset')}>
      <button type="button" className="secondary" onClick={() => onChoose(uniform(units, false))}>
        {t('cut.none')}
      </button>
      <button type="button" className="secondary" onClick={() => onChoose(uniform(units, true))}>
        {t('cut.all')}
      </button>
      <button type="button" className="secondary" aria-pressed={random} onClick={onRandom}>
        {t('cut.random')}
        {random && ` · ${t('cut.seed', { seed })}`}
      </button>
      <button
        type="button"
        className="secondary"
        disabled={!worstChoice}
        title={worstChoice ? undefined : t('cut.worstNone')}
        onClick={() => worstChoice && onChoose(worstChoice)}
      >
        {t('cut.worst')}
      </button>
    </fieldset>
  );
}

function CutButtons({ onCut }: { onCut: () => void }) {
  const { t } = useTranslation();
  const store = useStageStore();
  const busy = useStage((state) => state.busy !== undefined);
  return (
    <>
      <button type="button" className="cut-button" disabled={busy} onClick={onCut}>
        {t('cut.confirm')}
      </button>{' '}
      <button type="button" className="secondary" onClick={() => closeCut(store)}>
        {t('app.cancel')}
      </button>
      <p className="mute">{t('cut.later')}</p>
    </>
  );
}

interface ObjectsProps {
  readonly units: Outlook['units'];
  readonly choice: Choice;
  readonly refusal: CutRefusal | undefined;
  readonly onChoose: (choice: Choice) => void;
}

/** The pending stores, object by object. */
function Objects({ units, choice, refusal, onChoose }: ObjectsProps) {
  return (
    <div className="object-list">
      {groupByObject(units).map((group) => (
        <ObjectChoices
          key={`${group.structure}/${group.key}`}
          group={group}
          units={units}
          choice={choice}
          refusal={refusal}
          onSet={(places, survives) => onChoose(withStores(choice, places, survives))}
        />
      ))}
    </div>
  );
}

function Chooser({ outlook, proposed }: { outlook: Outlook; proposed: Survive | undefined }) {
  const { t } = useTranslation();
  const text = useText();
  const store = useStageStore();
  const { units } = outlook;
  const [choice, setChoice] = useState<Choice>(
    () => (proposed && choiceOf(units, proposed)) ?? uniform(units, false),
  );
  const [seed, setSeed] = useState<number | undefined>(
    proposed?.survive === 'random' ? (proposed.seed ?? 1) : undefined,
  );
  const [refusal, setRefusal] = useState<CutRefusal>();
  const change = (next: Choice) => {
    setChoice(next);
    setSeed(undefined);
    setRefusal(undefined);
  };
  const cut = async () => {
    const survive: Survive =
      seed === undefined ? surviveOf(units, choice) : { survive: 'random', seed };
    const named = survive.units?.map((unit) =>
      units.findIndex((each) => each.tier === unit.tier && each.address === unit.address),
    );
    const refused = await store.getState().cut(survive);
    // The engine counts the units of the request; the page shows all that are pending.
    if (refused) setRefusal({ ...refused, unit: named?.[refused.unit] ?? refused.unit });
  };
  const chosen = choice.flat().filter(Boolean).length;
  return (
    <>
      {units.length === 0 ? (
        <p className="mute">{t('cut.nothing')}</p>
      ) : (
        <>
          <p className="mute">{t('cut.intro')}</p>
          <Presets
            outlook={outlook}
            seed={seed ?? 1}
            random={seed !== undefined}
            onChoose={change}
            onRandom={() => {
              setRefusal(undefined);
              setSeed((old) => (old ?? 0) + 1);
            }}
          />
          {seed === undefined && (
            <Objects units={units} choice={choice} refusal={refusal} onChoose={change} />
          )}
        </>
      )}
      <div className="cut-actions">
        {refusal && (
          <p className="warn" role="alert">
            {t('cut.refused', { rule: text(refusal.rule) })}
          </p>
        )}
        {units.length > 0 && seed === undefined && (
          <p className="mute">{t('cut.chosen', { chosen, total: choice.flat().length })}</p>
        )}
        <CutButtons onCut={() => void cut()} />
      </div>
    </>
  );
}

/**
 * The panel that chooses which unpersisted bytes survive, and then cuts the power at the playhead.
 */
export default function CutPanel() {
  const { t } = useTranslation();
  const id = useId();
  const heading = useFocusOnOpen();
  const at = usePosition();
  const outlook = useOnStage(({ outlook }) => outlook);
  const proposed = useOnStage(({ cutting }) => cutting?.proposed);
  const sentence = useSentence();
  return (
    <section className="panel cut-panel" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className="heading">
        {t('cut.title')}
      </h2>
      <p className="cut-where">{sentence(at)}</p>
      {outlook && outlook.at === at ? (
        <Chooser key={`${at}/${JSON.stringify(proposed)}`} outlook={outlook} proposed={proposed} />
      ) : (
        <p className="mute">{t('outlook.computing')}</p>
      )}
    </section>
  );
}
