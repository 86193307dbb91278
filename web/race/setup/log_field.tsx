import { useRef } from 'react';
import { formatNumber } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { useRace, useRaceStore } from '../race_context';
import type { RaceLogState } from '../store/race_state';
import { useRaceLogWords } from '../words/use_race_log_words';

/** Returns a description of the log. */
function useSaid(): (log: RaceLogState) => string {
  const { language } = useTranslation();
  const text = useText();
  const w = useRaceLogWords();
  return (log) => {
    if (log.is === 'reading') {
      const { name, bytes } = log;
      return w(bytes > 0 ? 'readSoFar' : 'reading', { name, size: Math.round(bytes / 1e6) });
    }
    if (log.is === 'here') {
      const { name, summary } = log.log;
      return w('here', { name, count: formatNumber(summary.commits, language) });
    }
    if (log.is !== 'refused') return w(log.is);
    if ('file' in log.why) return w(`file.${log.why.file.kind}`, { name: log.name });
    const { problem } = log.why;
    const reason = problem ? text(problem.reason) : w('unread');
    return w('refused', { name: log.name, line: problem?.line ?? 1, reason });
  };
}

/** The log that is raced on, and a button that takes another file. */
export function LogField() {
  const w = useRaceLogWords();
  const store = useRaceStore();
  const log = useRace((state) => state.log);
  const said = useSaid();
  const input = useRef<HTMLInputElement>(null);
  const isBad = log.is === 'refused' || log.is === 'elsewhere';
  return (
    <div className="race-log" data-log="">
      <p role="status" className={isBad ? 'warn' : 'mute'}>
        {said(log)}
      </p>
      <button type="button" className="secondary" onClick={() => input.current?.click()}>
        {w(log.is === 'here' ? 'other' : 'choose')}
      </button>
      <input
        ref={input}
        type="file"
        accept=".txt,.log,.wal,.jsonl,.gz,text/plain,application/gzip"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The value is cleared so that the same file can be chosen again.
          target.value = '';
          if (file) void store.getState().takeLog(file);
        }}
      />
      <p className="mute">{w('private')}</p>
    </div>
  );
}
