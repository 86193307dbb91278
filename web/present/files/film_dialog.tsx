import { useEffect, useRef, useState } from 'react';
import { Latest } from '../../engine/worker/latest';
import { STEP_SIZES, type StepSize } from '../../model/trace/steps';
import type { Services } from '../../store/page/services';
import { usePosition, useSession } from '../../store/stage/stage_context';
import type { Session } from '../../store/stage/stage_state';
import { Dialog } from '../../ui/dialog';
import { useTranslation } from '../../ui/i18n';
import { saveFile } from '../../ui/save_file';
import { useSentence } from '../../ui/sentence/use_sentence';
import { useText } from '../../ui/use_text';
import { webmType } from '../media/webm';
import { mapOf } from '../screen/screen_state';
import { type PresentWords, usePresentWords } from '../words/use_present_words';
import { filmLength, filmPositions, LAST_STAY, MOST_PICTURES, STAY } from './film_places';
import { type FilmPlace, makeFilm } from './stage_file';
import { openStudio } from './studio';
import './film.css';
import '../../ui/i18n/later_words';

interface FilmDialogProps {
  readonly services: Services;
  readonly onClose: () => void;
}

interface Ends {
  readonly from: number;
  readonly to: number;
}

interface Place {
  readonly at: number;
  readonly label: string;
}

/** The places at which a film may begin or end. */
function usePlaces(session: Session, here: number, t: PresentWords): Place[] {
  const text = useText();
  const marks = mapOf(session).map(({ name }, n) => ({
    at: session.marks[n]?.position ?? 0,
    label: t('markNamed', { number: n + 1, name: text(name) }),
  }));
  const known = [
    { at: 0, label: t('start') },
    ...marks,
    { at: session.trace.length, label: t('runEnd') },
  ];
  const all = known.some(({ at }) => at === here)
    ? known
    : [...known, { at: here, label: t('here') }];
  return all.sort((a, b) => a.at - b.at).filter(({ at }, n, list) => list[n - 1]?.at !== at);
}

function PlaceField(props: {
  label: string;
  value: number;
  places: readonly Place[];
  onChange: (at: number) => void;
}) {
  return (
    <label>
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => props.onChange(Number(event.target.value))}>
        {props.places.map(({ at, label }) => (
          <option key={at} value={at}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

type Work =
  | { readonly kind: 'idle' }
  | { readonly kind: 'making'; readonly done: number }
  | { readonly kind: 'failed'; readonly message: string };

/** A form that chooses a part of the run and makes a film of it. */
export default function FilmDialog({ services, onClose }: FilmDialogProps) {
  const session = useSession();
  return session ? <FilmForm session={session} services={services} onClose={onClose} /> : null;
}

/** The options of a film. */
interface Wish {
  readonly ends: Ends;
  readonly size: StepSize;
  readonly kind: 'gif' | 'webm';
}

/** Makes a film and saves it; only one at a time, until the form closes. */
function useMaking(services: Services, session: Session) {
  const text = useText();
  const sentence = useSentence();
  const [work, setWork] = useState<Work>({ kind: 'idle' });
  const making = useRef<Latest>(undefined);
  making.current ??= new Latest();
  useEffect(() => () => making.current?.stop(), []);
  const film = async ({ ends, kind }: Wish, positions: readonly number[], signal: AbortSignal) => {
    const title = text(session.scenario.title);
    const places: FilmPlace[] = positions.map((at, n) => ({
      at,
      caption: { title, sentence: sentence(at), link: services.link(at) },
      stay: n === positions.length - 1 ? LAST_STAY : STAY,
    }));
    const link = services.link(ends.from);
    const name = `${session.scenario.id}-${ends.from}-${ends.to}`;
    const studio = await openStudio(services.stage, services.spawn);
    try {
      const onProgress = (done: number) => {
        if (!signal.aborted) setWork({ kind: 'making', done });
      };
      return await makeFilm({ studio, places, kind, name, link, signal, onProgress });
    } finally {
      studio.close();
    }
  };
  return {
    work,
    make: (wish: Wish, positions: readonly number[]) => {
      setWork({ kind: 'making', done: 0 });
      void making.current?.ask(
        (signal) => film(wish, positions, signal),
        (file) => {
          saveFile(file);
          setWork({ kind: 'idle' });
        },
        (error) => setWork({ kind: 'failed', message: String(error) }),
      );
    },
    stop: () => {
      making.current?.stop();
      setWork({ kind: 'idle' });
    },
  };
}

interface WishFieldsProps {
  readonly wish: Wish;
  readonly places: readonly Place[];
  readonly disabled: boolean;
  readonly onChange: (wish: Wish) => void;
}

/** The fields for the part of the run, the size of the steps, and the format. */
function WishFields({ wish, places, disabled, onChange }: WishFieldsProps) {
  const t = usePresentWords();
  const { t: words } = useTranslation();
  const { ends, size, kind } = wish;
  const setEnds = (next: Ends) => onChange({ ...wish, ends: next });
  return (
    <fieldset disabled={disabled}>
      <PlaceField
        label={t('from')}
        value={ends.from}
        places={places}
        onChange={(from) => setEnds({ from, to: Math.max(from, ends.to) })}
      />
      <PlaceField
        label={t('to')}
        value={ends.to}
        places={places}
        onChange={(to) => setEnds({ from: Math.min(ends.from, to), to })}
      />
      <label>
        <span>{t('everyStep')}</span>
        <select
          value={size}
          onChange={({ target }) => onChange({ ...wish, size: target.value as StepSize })}
        >
          {STEP_SIZES.map((each) => (
            <option key={each} value={each}>
              {words(`transport.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{t('format')}</span>
        <select
          value={kind}
          onChange={({ target }) => onChange({ ...wish, kind: target.value as Wish['kind'] })}
        >
          <option value="gif">{t('gif')}</option>
          <option value="webm" disabled={webmType() === undefined}>
            {t('webm')}
          </option>
        </select>
      </label>
    </fieldset>
  );
}

function FilmForm({ session, services, onClose }: FilmDialogProps & { session: Session }) {
  const t = usePresentWords();
  const here = usePosition();
  const places = usePlaces(session, here, t);
  const [wish, setWish] = useState<Wish>(() => {
    const after = places.find(({ at }) => at > here)?.at ?? here;
    const ends = after > here ? { from: here, to: after } : { from: 0, to: here };
    return { ends, size: 'log-record', kind: 'gif' };
  });
  const { work, make, stop } = useMaking(services, session);
  const positions = filmPositions(session, wish.ends.from, wish.ends.to, wish.size);
  const many = positions.length > MOST_PICTURES;
  const count = positions.length;
  const seconds = (filmLength(count) / 1000).toFixed(1);
  const making = work.kind === 'making';
  return (
    <Dialog title={t('filmTitle')} onClose={onClose}>
      <div className="film-form">
        <WishFields wish={wish} places={places} disabled={making} onChange={setWish} />
        <p className={many ? 'warn' : 'mute'} role={many ? 'alert' : undefined}>
          {many ? t('tooMany', { count, most: MOST_PICTURES }) : t('pictures', { count, seconds })}
        </p>
        {webmType() === undefined && <p className="mute">{t('noWebm')}</p>}
        {wish.kind === 'webm' && <p className="mute">{t('realTime')}</p>}
        {work.kind === 'failed' && (
          <p className="warn" role="alert">
            {t('failed', { message: work.message })}
          </p>
        )}
        {making ? (
          <p className="film-work">
            <progress value={work.done} max={1} aria-label={t('filmTitle')} />
            <span role="status">{t('making', { percent: Math.round(work.done * 100) })}</span>
            <button type="button" className="secondary" onClick={stop}>
              {t('cancel')}
            </button>
          </p>
        ) : (
          <button
            type="button"
            className="primary"
            disabled={many}
            onClick={() => make(wish, positions)}
          >
            {t('make')}
          </button>
        )}
      </div>
    </Dialog>
  );
}
