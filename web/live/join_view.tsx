import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { AnswerForm } from './answer_form';
import { tidyCode } from './model/messages';
import { createPhone, type Phone } from './phone';
import { useLiveWords } from './words/use_live_words';
import './join.css';

/** The page of a phone: a field for the code to join with, then one question after the other. */
export function JoinView({ served }: { readonly served: boolean }) {
  const w = useLiveWords();
  const [code, setCode] = useState(tidyCode(window.location.hash));
  // The code of the next lecture's room may open in the same page, where a phone still has it open.
  useEffect(() => {
    const follow = () => setCode(tidyCode(window.location.hash));
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return (
    <main id="main" className="join" tabIndex={-1}>
      <h1>Afterimage{code !== '' && <span className="join-code">{code}</span>}</h1>
      {!served && <p className="warn">{w('noServer')}</p>}
      {served && code === '' && <CodeForm onCode={setCode} />}
      {served && code !== '' && <JoinedRoom key={code} code={code} />}
      {served && <p className="mute join-foot">{w('privacy', { host: window.location.host })}</p>}
    </main>
  );
}

function CodeForm({ onCode }: { readonly onCode: (code: string) => void }) {
  const w = useLiveWords();
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = tidyCode(typed);
    if (code === '') return;
    window.history.replaceState(null, '', `#${code}`);
    onCode(code);
  };
  return (
    <form className="join-form" onSubmit={submit}>
      <label>
        <span>{w('code')}</span>
        <input
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <button type="submit" className="primary">
        {w('join')}
      </button>
    </form>
  );
}

function JoinedRoom({ code }: { readonly code: string }) {
  const w = useLiveWords();
  const phone = useMemo(() => createPhone(code), [code]);
  useEffect(() => phone.leave, [phone]);
  const state = useStore(phone.store);
  const { room, refused } = state;
  if (refused) return <p className="warn">{w(refused, { code })}</p>;
  if (room?.over) return <p role="status">{w('over')}</p>;
  const question = room?.question;
  return (
    <>
      <p role="status" className={state.there ? 'mute' : 'warn'}>
        <Standing state={state} />
      </p>
      {room && question && (
        <AnswerForm
          key={question.id}
          question={question}
          room={room}
          sending={state.sending}
          onAnswer={phone.answer}
        />
      )}
    </>
  );
}

function Standing({ state: { room, there, sending } }: { readonly state: Phone }) {
  const w = useLiveWords();
  if (sending.kind === 'sending') return w('sending');
  if (sending.kind === 'waiting') return w('unsent');
  if (sending.kind === 'late' || sending.kind === 'taken') return w(sending.kind);
  if (!room) return w('connecting');
  if (!there) return w('away');
  if (!room.question) return w('waiting');
  return room.given !== undefined && !room.right ? w('given') : null;
}
