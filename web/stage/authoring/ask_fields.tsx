import { useId } from 'react';
import type { Ask, Mark } from '../../engine/protocol';
import { withWords } from '../../model/scenario/one_language';
import { usePosition, useSession, useStageStore } from '../../store/stage/stage_context';
import { useTranslation } from '../../ui/i18n';
import { useSentence } from '../../ui/sentence/use_sentence';
import { useText } from '../../ui/use_text';
import { AUTHORED_KINDS, type AuthoredKind, askOf, markHere } from '../model/authoring';
import { OptionFields } from './option_fields';
import { useAuthoringWords } from './words/use_authoring_words';

const POLICIES = ['any', 'none', 'all', 'random'] as const;

export interface MarkFieldsProps {
  readonly mark: Mark;
  readonly onChange: (mark: Mark) => void;
}

interface ValueFieldsProps {
  readonly ask: Extract<Ask, { kind: 'value-after-crash' }>;
  readonly records: readonly string[];
  readonly onChange: (ask: Ask) => void;
}

/** The fields for the record whose value is asked for, and for what survives. */
function ValueFields({ ask, records, onChange }: ValueFieldsProps) {
  const w = useAuthoringWords();
  return (
    <>
      <Choose
        label={w('record')}
        value={ask.record}
        options={records.map((name) => [name, name])}
        onChange={(record) => onChange({ ...ask, record })}
      />
      <Choose
        label={w('survive')}
        value={ask.survive ?? 'any'}
        options={POLICIES.map((policy) => [policy, w(`policies.${policy}`)])}
        onChange={(policy) => {
          const { survive: _before, ...rest } = ask;
          onChange(policy === 'any' ? rest : { ...rest, survive: policy as 'none' });
        }}
      />
    </>
  );
}

/** The question in the author's own words; empty for the page's words. */
function WordsField({ ask, onChange }: { ask: Ask; onChange: (ask: Ask) => void }) {
  const w = useAuthoringWords();
  const { language } = useTranslation();
  return (
    <label className="text-field">
      <span>{w('words')}</span>
      <input
        className="boxed"
        value={ask.words?.[language] ?? ''}
        onChange={({ target }) => {
          const { words, ...rest } = ask;
          const next = withWords(words, language, target.value);
          const empty = Object.values(next).every((each) => each === '');
          onChange((empty ? rest : { ...rest, words: next }) as Ask);
        }}
      />
    </label>
  );
}

/** The question of a mark. A kind that cannot be edited here stays as the file has it. */
export function AskFields({ mark, onChange }: MarkFieldsProps) {
  const w = useAuthoringWords();
  const session = useSession();
  const { ask } = mark;
  const transactions = (session?.info.transactions ?? []).map(({ name }) => name);
  const records = (session?.info.records ?? []).map(({ name }) => name);
  const put = (next: Ask | undefined) => {
    const { ask: _before, ...rest } = mark;
    onChange(next ? { ...rest, ask: next } : rest);
  };
  const kinds = AUTHORED_KINDS.filter((kind) => askOf(kind, transactions, records));
  const known = !ask || kinds.some((kind) => kind === ask.kind);
  return (
    <div className="authoring-ask">
      <Choose
        label={w('kind')}
        value={ask?.kind ?? 'none'}
        options={[
          ['none', w('kinds.none')],
          ...kinds.map((kind) => [kind, w(`kinds.${kind}`)] as const),
          ...(known ? [] : [[ask.kind, w(`kinds.${ask.kind}`)] as const]),
        ]}
        onChange={(kind) =>
          put(kind === 'none' ? undefined : askOf(kind as AuthoredKind, transactions, records))
        }
      />
      {(ask?.kind === 'fate' || ask?.kind === 'cut') && (
        <Choose
          label={w('tx')}
          value={ask.tx}
          options={transactions.map((name) => [name, name])}
          onChange={(tx) => put({ ...ask, tx })}
        />
      )}
      {ask?.kind === 'value-after-crash' && (
        <ValueFields ask={ask} records={records} onChange={put} />
      )}
      {ask?.kind === 'order' && <Steps ask={ask} onChange={put} />}
      {ask && <WordsField ask={ask} onChange={put} />}
      {ask && <OptionFields ask={ask} onChange={put} />}
    </div>
  );
}

interface ChooseProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}

function Choose({ label, value, options, onChange }: ChooseProps) {
  const id = useId();
  return (
    <div className="text-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="boxed"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

type OrderAsk = Extract<Ask, { kind: 'order' }>;

/** The events of an order question; a new one is that at the playhead. */
function Steps({ ask, onChange }: { ask: OrderAsk; onChange: (ask: OrderAsk) => void }) {
  const w = useAuthoringWords();
  const text = useText();
  const { language } = useTranslation();
  const store = useStageStore();
  const sentence = useSentence();
  const at = usePosition();
  const add = () => {
    const { onStage } = store.getState();
    const here = onStage && markHere(onStage.session.trace, at);
    if (!here) return;
    const step = { when: here.when, text: withWords(undefined, language, sentence(at)) };
    onChange({ ...ask, steps: [...ask.steps, step] });
  };
  return (
    <fieldset>
      <legend>{w('steps')}</legend>
      <ol>
        {ask.steps.map((step, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place.
          <li key={n}>
            {text(step.text)}{' '}
            <button
              type="button"
              className="quiet"
              aria-label={w('removeStep', { number: n + 1 })}
              onClick={() =>
                onChange({ ...ask, steps: ask.steps.filter((_, place) => place !== n) })
              }
            >
              ✕
            </button>
          </li>
        ))}
      </ol>
      <button type="button" className="secondary" disabled={ask.steps.length >= 8} onClick={add}>
        + {w('addStep')}
      </button>
    </fieldset>
  );
}
