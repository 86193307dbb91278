import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { askOnce } from '../../engine/worker/latest';
import type { CodeField } from './code_field';
import type { Complaint } from './code_language';
import type { CodeEditorProps } from './code_props';
import { Echoes } from './echoes';
import { useCodeWords } from './words/use_code_words';

const NO_COMPLAINTS: readonly Complaint[] = [];
const NO_LINES: ReadonlySet<number> = new Set();
const NOBODY: readonly string[] = [];

/** Returns the library's own phrases in the reader's language. */
function usePhrases(): Readonly<Record<string, string>> {
  const w = useCodeWords();
  return useMemo(
    () => ({
      Completions: w('completions'),
      'Fold line': w('fold'),
      'Unfold line': w('unfold'),
      'folded code': w('folded'),
      unfold: w('unfold'),
    }),
    [w],
  );
}

/** Opens a field in `host` when the library has come; 'failed' where it does not come. */
function useOpened(
  host: RefObject<HTMLElement | null>,
  { text, language, longest, mayBe, completions, onChange }: CodeEditorProps,
  echoes: Echoes,
  onTooLong: () => void,
) {
  const [field, setField] = useState<CodeField | 'failed'>();
  const tooLong = useEffectEvent(onTooLong);
  const change = useEffectEvent((now: string) => {
    echoes.tell(now);
    onChange(now);
  });
  const complete = useEffectEvent((now: string, at: number, asked: boolean) =>
    completions?.(now, at, asked),
  );
  const may = useEffectEvent((now: string) => mayBe?.(now) ?? true);
  const begin = useEffectEvent(() => ({ text, longest: longest ?? Number.POSITIVE_INFINITY }));
  useEffect(() => {
    let open: CodeField | undefined;
    const end = askOnce(
      () => import('./code_field'),
      ({ openField }) => {
        if (!host.current) return;
        const told = { language, mayBe: may, onTooLong: tooLong, onChange: change, complete };
        open = openField(host.current, { ...begin(), ...told });
        setField(open);
      },
      () => setField('failed'),
    );
    return () => {
      end();
      open?.close();
    };
  }, [host, language]);
  return field;
}

/**
 * Returns the editor's field, which follows the editor's properties, and reports texts that it
 * refuses.
 */
export function useField(
  host: RefObject<HTMLElement | null>,
  props: CodeEditorProps,
  onTooLong: () => void,
) {
  const { text, label, complaints = NO_COMPLAINTS, lit = NO_LINES } = props;
  const { fixed = NO_LINES, describedBy = NOBODY } = props;
  const phrases = usePhrases();
  const echoes = useRef<Echoes>(null);
  echoes.current ??= new Echoes();
  const field = useOpened(host, props, echoes.current, onTooLong);
  useEffect(() => {
    if (typeof field === 'object' && !echoes.current?.comesBack(text)) field.write(text);
  }, [field, text]);
  useEffect(() => {
    if (typeof field !== 'object') return;
    field.show({ label, complaints, lit, fixed, describedBy, phrases });
  }, [field, label, complaints, lit, fixed, describedBy, phrases]);
  return field;
}
