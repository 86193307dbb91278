import { type FormEvent, useState } from 'react';
import { chapters } from '../lectures/library_index';
import { useText } from '../ui/use_text';
import {
  DRILL_KINDS,
  type DrillKind,
  LARGEST_SEED,
  MOST_QUESTIONS,
  USUAL_COUNT,
  USUAL_KINDS,
} from './model/drill_case';
import type { DrillLink } from './model/link';
import { useDrillWords } from './words/use_drill_words';

/** Measured lectures have no system on the stage. */
const onStage = chapters
  .map(({ lectures, ...chapter }) => ({
    ...chapter,
    lectures: lectures.filter(({ experiment }) => experiment === undefined),
  }))
  .filter(({ lectures }) => lectures.length > 0);
const allIds = onStage.flatMap(({ lectures }) => lectures.map(({ id }) => id));

const toggled = <T,>(list: readonly T[], each: T): readonly T[] =>
  list.includes(each) ? list.filter((other) => other !== each) : [...list, each];

interface LecturesProps {
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
}

function Lectures({ chosen, onChoose }: LecturesProps) {
  const w = useDrillWords();
  const text = useText();
  return (
    <fieldset className="drill-lectures">
      <legend>{w('lectures')}</legend>
      <p className="drill-next">
        <button type="button" className="secondary" onClick={() => onChoose(allIds)}>
          {w('all')}
        </button>
        <button type="button" className="secondary" onClick={() => onChoose([])}>
          {w('none')}
        </button>
      </p>
      {onStage.map(({ id, title, lectures }) => (
        <div key={id}>
          {title && <p className="heading">{text(title)}</p>}
          {lectures.map((lecture) => (
            <label key={lecture.id}>
              <input
                type="checkbox"
                checked={chosen.includes(lecture.id)}
                onChange={() => onChoose(toggled(chosen, lecture.id))}
              />
              {lecture.number}. {text(lecture.title)}
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: string;
  readonly most: number;
  readonly onChange: (value: string) => void;
}

function NumberField({ label, value, most, onChange }: NumberProps) {
  return (
    <label className="drill-number">
      {label}
      <input
        type="number"
        className="boxed"
        required
        min={most === LARGEST_SEED ? 0 : 1}
        max={most}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

interface SetupProps {
  readonly link: DrillLink;
  readonly onBegin: (link: DrillLink) => void;
}

/** The form for the kinds of questions, the lectures, the number of questions and the seed. */
export function Setup({ link, onBegin }: SetupProps) {
  const w = useDrillWords();
  const [lectures, setLectures] = useState<readonly string[]>(link.lectures ?? []);
  const [kinds, setKinds] = useState<readonly DrillKind[]>(link.kinds ?? USUAL_KINDS);
  const [count, setCount] = useState(String(link.count ?? USUAL_COUNT));
  const [seed, setSeed] = useState(String(link.seed ?? 1));
  const ready = lectures.length > 0 && kinds.length > 0;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const paper = submitter?.getAttribute('value') === 'paper';
    onBegin({
      lectures: allIds.filter((id) => lectures.includes(id)),
      kinds: DRILL_KINDS.filter((kind) => kinds.includes(kind)),
      count: Number(count),
      seed: Number(seed),
      ...(paper && { paper }),
    });
  };
  return (
    <form className="drill-setup" onSubmit={submit}>
      <Lectures chosen={lectures} onChoose={setLectures} />
      <div className="drill-choices">
        <fieldset>
          <legend>{w('kinds')}</legend>
          {DRILL_KINDS.map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={kinds.includes(kind)}
                onChange={() => setKinds(toggled(kinds, kind))}
              />
              {w(kind)}
            </label>
          ))}
        </fieldset>
        <p className="drill-next">
          <NumberField label={w('count')} value={count} most={MOST_QUESTIONS} onChange={setCount} />
          <NumberField label={w('seed')} value={seed} most={LARGEST_SEED} onChange={setSeed} />
        </p>
        <p className="drill-next">
          <button type="submit" className="primary" disabled={!ready}>
            {w('begin')}
          </button>
          <button type="submit" className="secondary" value="paper" disabled={!ready}>
            {w('print')}
          </button>
        </p>
      </div>
    </form>
  );
}
