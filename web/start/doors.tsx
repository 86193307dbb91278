import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { course } from '../lectures/course';
import { entries } from '../lectures/library_index';
import { EMPTY_LINK, encodeLink } from '../link/link';
import type { LinkState } from '../link/link_state';
import type { Services } from '../store/page/services';
import { fetchSample, HAS_SAMPLE } from './sample_log';
import { useStartWords } from './words/use_start_words';

const fragment = (link: Partial<LinkState>) => `#${encodeLink({ ...EMPTY_LINK, ...link })}`;

function CourseSign() {
  const words = useStartWords();
  return (
    <svg className="door-sign" viewBox="0 0 340 112" aria-hidden="true">
      {(['always', 'sometimes', 'never'] as const).map((word, n) => (
        <g key={word} className={`choice ${word}`} transform={`translate(0 ${6 + n * 34})`}>
          <rect x="1" width="206" height="27" rx="5" />
          <rect className="look" x="12" y="7" width="13" height="13" />
          <text x="36" y="18.5">
            {words(word)}
          </text>
        </g>
      ))}
      <path
        className="door-bolt"
        transform="translate(258 18) scale(1.2)"
        d="M12 0L0 34h8l-6 28l20 -38h-10l8 -24z"
      />
    </svg>
  );
}

function RaceSign() {
  return (
    <svg className="door-sign" viewBox="0 0 340 112" aria-hidden="true">
      <path className="axis" d="M2 6V104H206M232 104H340" />
      {[0.9, 0.66, 0.42, 0.22].map((share, n) => (
        <g key={share} className={`txn-${n + 1}`}>
          <path
            className="racer"
            d={`M2 104C60 ${104 - 10 * share} 110 ${104 - 88 * share} 206 ${104 - 98 * share}`}
          />
          <circle cx="206" cy={104 - 98 * share} r="4.5" />
        </g>
      ))}
      {[0.6, 0.82, 0.46].map((share, n) => (
        <g key={share} transform={`translate(${250 + n * 34} 0)`}>
          <rect className="range" x="-13" y={104 - 98 * (share + 0.1)} width="26" height="24" />
          <path className="bar" d={`M0 104V${104 - 98 * share}`} />
        </g>
      ))}
    </svg>
  );
}

/** The beginnings of pg_waldump's lines. */
const RECORDS = [
  { y: 18, rmgr: 'Heap       ', desc: 'HOT_UPDATE' },
  { y: 43, rmgr: 'Heap       ', desc: 'INSERT' },
  { y: 68, rmgr: 'Transaction', desc: 'COMMIT' },
  { y: 93, rmgr: 'Heap       ', desc: 'HOT_UPDATE' },
] as const;

function LogSign() {
  return (
    <svg className="door-sign log" viewBox="0 0 340 112" aria-hidden="true">
      {RECORDS.map(({ y, rmgr, desc }) => (
        <text key={y} x="0" y={y} className={desc === 'COMMIT' ? 'commit' : undefined}>
          {`rmgr: ${rmgr} desc: ${desc}`}
        </text>
      ))}
    </svg>
  );
}

/** A program's lines, from the old value's record to the change. */
const PROGRAM = ['log[i].old = old', 'write_back log[i]', 'fence', '[at] = new'] as const;

function WriteDoor() {
  const words = useStartWords();
  return (
    <div className="door">
      <svg className="door-sign log" viewBox="0 0 340 112" aria-hidden="true">
        {PROGRAM.map((line, n) => (
          <text
            key={line}
            x="0"
            y={18 + n * 25}
            className={line === 'fence' ? 'commit' : undefined}
          >
            {line}
          </text>
        ))}
      </svg>
      <h2>{words('writeTitle')}</h2>
      <p>{words('writeText')}</p>
      <div className="door-ways">
        <a className="secondary" href={fragment({ view: 'write', write: { id: 'one-word' } })}>
          {words('writeStart')}
        </a>
        <a href={fragment({ view: 'litmus' })}>{words('puzzles')}</a>
      </div>
    </div>
  );
}

function CourseDoor({ services }: { services: Services }) {
  const words = useStartWords();
  const progress = useStore(services.progress, (state) => state.lectures);
  const begun = entries.some(({ id }) => progress[id]);
  const staged = entries.filter(({ experiment }) => experiment === undefined);
  const next = staged.find(({ id }) => !progress[id]?.ended) ?? staged[0];
  const [path] = course.paths;
  return (
    <div className="door">
      <CourseSign />
      <h2>{words('courseTitle')}</h2>
      <p>{words('courseText', { count: entries.length })}</p>
      <div className="door-ways">
        {next && (
          <button
            type="button"
            className="primary"
            onClick={() => void services.openLecture(next.id)}
          >
            {begun ? words('courseGoOn', { number: next.number }) : words('courseStart')}
          </button>
        )}
        {path && (
          <a href={fragment({ view: 'lectures', library: { path: path.id } })}>
            {words('coursePath')}
          </a>
        )}
        <a href={fragment({ view: 'plan' })}>{words('coursePlan')}</a>
      </div>
    </div>
  );
}

/** A button that leads from a real log to its first picture. */
function SampleButton({ services }: { services: Services }) {
  const words = useStartWords();
  const [state, setState] = useState<'idle' | 'fetching' | 'failed'>('idle');
  const open = async () => {
    setState('fetching');
    const file = await fetchSample();
    setState(file ? 'idle' : 'failed');
    if (file) services.runLog(file);
  };
  return (
    <>
      <button
        type="button"
        className="link-button"
        aria-disabled={state === 'fetching'}
        onClick={() => state !== 'fetching' && void open()}
      >
        {words(state === 'fetching' ? 'sampleComes' : 'sample')}
      </button>
      <span role="status" className={state === 'failed' ? 'warn' : 'visually-hidden'}>
        {state !== 'idle' && words(state === 'failed' ? 'sampleMissing' : 'sampleComes')}
      </span>
    </>
  );
}

function LogDoor({ services }: { services: Services }) {
  const words = useStartWords();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="door">
      <LogSign />
      <h2>{words('logTitle')}</h2>
      <p>{words('logText')}</p>
      {!HAS_SAMPLE && <p className="mute">{words('sampleElsewhere')}</p>}
      <div className="door-ways">
        <button type="button" className="secondary" onClick={() => input.current?.click()}>
          {words('logChoose')}
        </button>
        <input
          ref={input}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={words('logChoose')}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) services.runLog(file);
          }}
        />
        {HAS_SAMPLE && <SampleButton services={services} />}
      </div>
    </div>
  );
}

/**
 * The ways on from the opening: the course, the race and the laboratory, the reader's own program,
 * and the log of their database.
 */
export function Doors({ services }: { services: Services }) {
  const words = useStartWords();
  return (
    <div className="doors">
      <CourseDoor services={services} />
      <div className="door">
        <RaceSign />
        <h2>{words('raceTitle')}</h2>
        <p>{words('raceText')}</p>
        <div className="door-ways">
          <a className="secondary" href={fragment({ view: 'race' })}>
            {words('raceStart')}
          </a>
          <a href={fragment({ view: 'lab' })}>{words('figures')}</a>
        </div>
      </div>
      <WriteDoor />
      <LogDoor services={services} />
    </div>
  );
}
