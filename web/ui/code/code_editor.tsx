import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { count } from '../format/count';
import type { CodeEditorProps } from './code_props';
import { useField } from './use_field';
import { useCodeWords } from './words/use_code_words';
import './code_editor.css';

/**
 * A text in a language, with line numbers, colours, completions, and complaints underlined at their
 * places. The editor's library is fetched when the first one is shown; without it, a plain field
 * does its work. `language`, `complaints`, `lit`, `fixed` and `describedBy` must be the same
 * objects as long as nothing changes.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { text, rows, grows = false, handle } = props;
  const w = useCodeWords();
  const host = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  // The text at the moment when a longer one was refused: the message goes with the next change.
  const [refusedAt, setRefusedAt] = useState<string>();
  const field = useField(host, props, () => setRefusedAt(text));
  useImperativeHandle(handle, () => ({
    select: (from, to = from) => {
      if (typeof field === 'object') field.select(from, to);
      plain.current?.focus();
      plain.current?.setSelectionRange(from, to);
    },
  }));
  const high = Math.max(rows, grows ? text.split('\n').length : 0);
  if (field === 'failed') return <PlainField props={props} rows={high} area={plain} />;
  return (
    <>
      {/* Keys that are typed here belong to the text: useKeys. */}
      <div
        ref={host}
        className="code-editor"
        data-typing=""
        data-grows={grows}
        style={{ '--rows': high } as React.CSSProperties}
      >
        {field === undefined && <pre aria-busy="true">{text}</pre>}
      </div>
      <p className="code-refused" role="status">
        {refusedAt === text && w('tooLong', { longest: count(props.longest ?? 0) })}
      </p>
    </>
  );
}

interface PlainProps {
  readonly props: CodeEditorProps;
  readonly rows: number;
  readonly area: Ref<HTMLTextAreaElement>;
}

/** The text without the library. */
function PlainField({ props, rows, area }: PlainProps) {
  const w = useCodeWords();
  const { label, text, longest, complaints = [], describedBy = [], onChange } = props;
  return (
    <div className="code-plain">
      <p className="mute">{w('plain')}</p>
      <textarea
        ref={area}
        className="mono"
        aria-label={label}
        aria-invalid={complaints.length > 0}
        aria-describedby={describedBy.join(' ')}
        rows={rows}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        maxLength={longest}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
