import { Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { isServed, openRoom, post, serverInfo } from '../../live/class_server';
import { joinAddress, type ServerInfo } from '../../live/model/messages';
import { useLiveWords } from '../../live/words/use_live_words';
import { Dialog } from '../../ui/dialog';
import { useTranslation } from '../../ui/i18n';
import { lazyPart } from '../../ui/i18n/lazy_part';
import { type LiveRoom, live, setRoom, showCode } from './live_store';
import { NeedsServer } from './needs_server';
import './live.css';

const QrCode = lazyPart(() => import('../../ui/picture/qr_code'));

/** Opens a room for the phones of a class, and shows how to join it. */
export default function LiveDialog() {
  const w = useLiveWords();
  const room = useStore(live, (state) => state.room);
  return (
    <Dialog title={w('title')} onClose={() => showCode(false)} wide>
      <div className="live-dialog">
        {!isServed() ? <NeedsServer /> : room ? <OpenRoom room={room} /> : <NewRoom />}
      </div>
    </Dialog>
  );
}

function NewRoom() {
  const w = useLiveWords();
  const [info, setInfo] = useState<ServerInfo>();
  const [address, setAddress] = useState<string>();
  const [key, setKey] = useState('');
  const [state, setState] = useState<'idle' | 'busy' | { readonly message: string }>('idle');
  const failed = (error: unknown) =>
    setState({ message: error instanceof Error ? error.message : String(error) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once.
  useEffect(() => void serverInfo().then(setInfo, failed), []);
  const here = window.location.origin;
  const addresses = info?.addresses.length ? info.addresses : [here];
  const chosen = address ?? addresses[0] ?? here;
  const start = async () => {
    setState('busy');
    try {
      const opened = await openRoom(key === '' ? undefined : key.trim());
      setRoom({ ...opened, address: chosen });
    } catch (error) {
      failed(error);
    }
  };
  return (
    <>
      <p>{w('about')}</p>
      {addresses.length > 1 && (
        <label>
          <span>{w('address')}</span>
          <select value={chosen} onChange={(event) => setAddress(event.target.value)}>
            {addresses.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      )}
      {info && !info.open && (
        <label>
          <span>{w('serverKey')}</span>
          <input value={key} autoComplete="off" onChange={(event) => setKey(event.target.value)} />
        </label>
      )}
      <button
        type="button"
        className="primary"
        disabled={state === 'busy'}
        onClick={() => void start()}
      >
        {w(state === 'busy' ? 'starting' : 'start')}
      </button>
      {typeof state === 'object' && (
        <p className="warn" role="alert">
          {w('failed', state)}
        </p>
      )}
    </>
  );
}

function OpenRoom({ room }: { readonly room: LiveRoom }) {
  const w = useLiveWords();
  const { language } = useTranslation();
  const { hall, there } = useStore(live);
  const address = joinAddress(room.address, room.code);
  const time = new Date(room.ends).toLocaleTimeString(language, {
    hour: '2-digit',
    minute: '2-digit',
  });
  const end = () => {
    void post(`/${room.code}/end`, {}, room.key).catch(() => undefined);
    setRoom(undefined);
  };
  return (
    <div className="live-room">
      <Suspense fallback={null}>
        <QrCode text={address} label={w('scan', { address })} />
      </Suspense>
      <div className="live-way">
        <p className="live-address">{address.replace(/^https?:\/\//, '').replace(/#.*/, '')}</p>
        <p className="live-code">
          <span className="visually-hidden">{w('room')} </span>
          {room.code}
        </p>
        <p role="status" className={there ? undefined : 'warn'}>
          {there ? w('here', { count: hall?.clients ?? 0 }) : w('lost')}
        </p>
        <p className="mute">{w('ends', { time })}</p>
        <button type="button" className="secondary" onClick={end}>
          {w('end')}
        </button>
      </div>
    </div>
  );
}
