import { useId } from 'react';
import type { Text } from '../../engine/protocol';
import { inEither, withWords } from '../../model/scenario/one_language';
import type { Trace } from '../../model/trace/trace';
import { useTranslation } from '../../ui/i18n';
import type { LectureDraft } from '../model/change_lecture';
import { useEditWords } from '../words/use_edit_words';
import { AddMark } from './add_mark';
import type { ChangeLecture } from './use_lecture_draft';

interface EditStartProps {
  readonly draft: LectureDraft;
  readonly at: number;
  readonly trace: Trace | undefined;
  readonly change: ChangeLecture;
}

interface FieldProps {
  readonly label: string;
  readonly of: Text | undefined;
  readonly onChange: (text: Text) => void;
}

function Field({ label, of, onChange }: FieldProps) {
  const { language } = useTranslation();
  const id = useId();
  return (
    <div className="text-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="boxed"
        rows={3}
        value={of?.[language] ?? ''}
        placeholder={inEither(of, language)}
        onChange={({ target }) => onChange(withWords(of, language, target.value))}
      />
    </div>
  );
}

/** The texts about the whole lecture, before its first mark. */
export function EditStart({ draft, at, trace, change }: EditStartProps) {
  const w = useEditWords();
  return (
    <div className="authoring-fields">
      <Field
        label={w('name')}
        of={draft.title}
        onChange={(title) => change((now) => ({ ...now, title }), 'title')}
      />
      <Field
        label={w('keep')}
        of={draft.keep}
        onChange={(keep) => change((now) => ({ ...now, keep }), 'keep')}
      />
      <AddMark at={at} trace={trace} change={change} place={0} />
    </div>
  );
}
