import { type FormEvent, useState } from 'react';
import { ABSENT } from '../../model/questions/answer';
import { useTranslation } from '../../ui/i18n';
import '../../ui/i18n/later_words';

interface ValueFormProps {
  readonly record: string;
  readonly labelledBy: string;
  readonly disabled: boolean;
  /** True if the choices above include that the record is gone. */
  readonly absentOffered: boolean;
  readonly onGive: (answer: string) => void;
}

/** A field for a number, or a button for "the record is gone". */
export function ValueForm(props: ValueFormProps) {
  const { record, labelledBy, disabled, absentOffered, onGive } = props;
  const { t } = useTranslation();
  const [value, setValue] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A number is written as the engine does: without leading zeros, and without a minus before
    // zero.
    const whole = /^-?\d{1,18}$/.test(value.trim()) && String(BigInt(value.trim()));
    if (whole) onGive(whole);
  };
  return (
    <form className="choices" aria-labelledby={labelledBy} onSubmit={submit}>
      <input
        inputMode="numeric"
        aria-label={t('lectures.value', { record })}
        // The button is short enough to be read in a hall.
        placeholder={`${record} = ?`}
        pattern="-?\d+"
        required
        value={value}
        disabled={disabled}
        onChange={(event) => setValue(event.target.value)}
      />
      <button type="submit" className="secondary" disabled={disabled}>
        {t('lectures.answer')}
      </button>
      {!absentOffered && (
        <button
          type="button"
          className="secondary"
          disabled={disabled}
          onClick={() => onGive(ABSENT)}
        >
          {t('lectures.absentChoice')}
        </button>
      )}
    </form>
  );
}
