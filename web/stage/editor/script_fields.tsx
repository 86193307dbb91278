import type { ScenarioProblem } from '../../engine/protocol';
import { inEither, withWords } from '../../model/scenario/one_language';
import { largestOf } from '../../model/values/largest';
import { useTranslation } from '../../ui/i18n';
import { type FormState, problemsAt } from './form_state';
import { ProblemList } from './problem_list';
import { TextField } from './text_field';
import { useEditorWords } from './words/use_editor_words';

interface ScriptFieldsProps {
  readonly form: FormState;
  readonly problems: readonly ScenarioProblem[];
  readonly onChange: (form: FormState) => void;
}

/** Threads and initial records, as text. */
export function ScriptFields({ form, problems, onChange }: ScriptFieldsProps) {
  const { t, language } = useTranslation();
  const w = useEditorWords();
  const setThread = (index: number, text: string) =>
    onChange({
      ...form,
      threads: form.threads.map((each, place) => (place === index ? text : each)),
    });
  const rows = largestOf(
    form.threads.map((text) => text.split('\n').length + 1),
    6,
  );
  return (
    <>
      <TextField
        label={t('editor.name')}
        value={form.title[language] ?? ''}
        placeholder={inEither(form.title, language)}
        problems={problemsAt(problems, 'title')}
        onChange={(title) => onChange({ ...form, title: withWords(form.title, language, title) })}
      />
      <fieldset>
        <legend className="heading">{w('threads')}</legend>
        <p className="field-help mute">{w('threadHelp')}</p>
        <div className="thread-fields">
          {form.threads.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
            <div key={index} className="thread-field">
              <TextField
                label={w('thread', { number: index + 1 })}
                value={text}
                rows={rows}
                problems={problemsAt(problems, `threads[${index}]`)}
                onChange={(value) => setThread(index, value)}
              />
              <button
                type="button"
                className="link-button"
                aria-label={w('removeThread', { number: index + 1 })}
                onClick={() =>
                  onChange({ ...form, threads: form.threads.filter((_, place) => place !== index) })
                }
              >
                {w('remove')}
              </button>
            </div>
          ))}
        </div>
        <button
          type="button"
          className="link-button"
          onClick={() => onChange({ ...form, threads: [...form.threads, ''] })}
        >
          {w('addThread')}
        </button>
        <ProblemList problems={problems.filter(({ path }) => path === 'threads')} />
      </fieldset>
      <TextField
        label={`${w('records')} · ${w('recordsHelp')}`}
        value={form.records}
        rows={Math.max(4, form.records.split('\n').length + 1)}
        problems={problemsAt(problems, 'records')}
        onChange={(records) => onChange({ ...form, records })}
      />
    </>
  );
}
