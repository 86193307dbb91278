import { useEffect, useState } from 'react';
import type { Launch } from './model/launch';
import { usePackageWords } from './words/use_package_words';
import './package_note.css';

interface GateProps {
  readonly launch: Launch;
  /** Begins the visit. Throws where the course system refuses. */
  readonly onBegin: () => Promise<void>;
  readonly onAlone: () => void;
}

/** The milliseconds after which the reader is told that there is no answer. */
const LONG_MS = 3000;

/** Says where the answers go before anything is sent, and asks for permission. */
export function Gate({ launch, onBegin, onAlone }: GateProps) {
  const w = usePackageWords();
  const [state, setState] = useState<'asking' | 'beginning' | { readonly refused: string }>(
    'asking',
  );
  const [long, setLong] = useState(false);
  const { endpoint, fetch, name } = launch;
  useEffect(() => {
    setLong(false);
    if (state !== 'beginning') return undefined;
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const begin = () => {
    setState('beginning');
    onBegin().catch((error: Error) => setState({ refused: error.message }));
  };
  const hosts = [...new Set([endpoint.host, fetch.host])];
  return (
    <main className="package-gate">
      <h1>{w('gateTitle')}</h1>
      <p>{w('gateSent', { name })}</p>
      <p className="mono">{hosts.join(' · ')}</p>
      <p>{w('gateWhat')}</p>
      {typeof state === 'object' && (
        <p className="warn" role="alert">
          {w('gateRefused', { message: state.refused })}
        </p>
      )}
      {long && <p role="status">{w('gateWaits', { hosts: hosts.join(' · ') })}</p>}
      <p className="package-gate-ways">
        <button type="button" className="primary" disabled={state !== 'asking'} onClick={begin}>
          {w('gateBegin')}
        </button>
        <button
          type="button"
          className="secondary"
          disabled={state === 'beginning' && !long}
          onClick={onAlone}
        >
          {w('gateAlone')}
        </button>
      </p>
    </main>
  );
}
