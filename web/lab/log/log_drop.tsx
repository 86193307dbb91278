import { useId, useRef, useState } from 'react';
import { MOST_LOG_BYTES } from '../../engine/measure/log_pieces';
import { useLab, useLabStore } from '../lab_context';
import { useLogWords } from '../words/use_log_words';
import './log.css';

export const LIMIT_MB = MOST_LOG_BYTES / 1e6;

/** A button that takes a file as the log of a workload. */
export function LogButton({ label }: { label: string }) {
  const store = useLabStore();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="secondary" onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept=".txt,.log,.wal,.gz,text/plain,application/gzip"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The value is cleared so that the same file can be chosen again.
          target.value = '';
          if (file) void store.getState().takeLog(file);
        }}
      />
    </>
  );
}

/**
 * The place to drop a log, or to choose one by the keyboard. The page's own listener takes dropped
 * files.
 */
export function LogDrop() {
  const w = useLogWords();
  const id = useId();
  const reading = useLab((state) => state.reading);
  const [over, setOver] = useState(false);
  const read = ({ name, bytes }: { name: string; bytes: number }) => ({
    name,
    size: Math.round(bytes / 1e6),
  });
  return (
    <section
      className={`log-drop${over ? ' over' : ''}`}
      aria-labelledby={id}
      data-log=""
      onDragEnter={() => setOver(true)}
      onDragOver={() => setOver(true)}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        setOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onDrop={() => setOver(false)}
    >
      <svg className="log-sign" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M5 3.5h9l5 5v12H5zM14 3.5v5h5M8 12h8M8 15h8M8 18h5" />
      </svg>
      <div>
        <p id={id} className="log-zone">
          {w('zone')}
        </p>
        <p className="mute">{w('zoneHelp', { limit: LIMIT_MB })}</p>
        <p className="log-private">
          <span aria-hidden="true">⌂ </span>
          {w('private')}
        </p>
        <p className="log-tools">
          <LogButton label={w('choose')} />
        </p>
        <details>
          <summary>{w('how')}</summary>
          <pre className="mono">{w('command')}</pre>
          <p className="mute">{w('limits', { limit: LIMIT_MB })}</p>
        </details>
        <p role="status" className="log-reading">
          {reading && w(reading.bytes > 0 ? 'readSoFar' : 'reading', read(reading))}
        </p>
      </div>
    </section>
  );
}
