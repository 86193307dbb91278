import type { LogNote, Machine } from './model/opening';

const WIDTH = 400;
const HEIGHT = 330;
/** The height of the boundary of persistence. */
const LINE = 130;
const TOP = 30;
const HOME = 178;
const LOG = 264;
const PAGE = { width: 126, height: 56 };
const COLUMNS = [112, 258] as const;
const NOTE = { width: 84, gap: 10 };

export type Side = 'left' | 'right';

interface PageProps {
  readonly x: number;
  readonly y: number;
  readonly account: string;
  readonly value: number;
  readonly look: 'volatile' | 'in-flight' | 'durable';
  /** True where it differs from its value before the transaction. */
  readonly changed: boolean;
}

function AccountBox({ x, y, account, value, look, changed }: PageProps) {
  const round = look === 'volatile' ? 9 : look === 'in-flight' ? 6 : 1.5;
  return (
    <g className={`money look-${look}${changed ? ' changed' : ''}`}>
      <rect x={x} y={y} width={PAGE.width} height={PAGE.height} rx={round} />
      {look === 'in-flight' && (
        <rect
          className="hatched"
          x={x + 4}
          y={y + 4}
          width={PAGE.width - 8}
          height={PAGE.height - 8}
          rx={4}
        />
      )}
      {look === 'durable' && (
        <rect className="foot" x={x - 0.7} y={y + 52} width={PAGE.width + 1.4} height={5} />
      )}
      <text className="money-name" x={x + 16} y={y + 37}>
        {account}
      </text>
      <text className="money-value" x={x + 110} y={y + 38}>
        {value}
      </text>
    </g>
  );
}

function Ghost({ x }: { x: number }) {
  return <rect className="ghost" x={x} y={TOP} width={PAGE.width} height={PAGE.height} rx={9} />;
}

interface NoteProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly note: LogNote;
  readonly text: string;
  readonly used?: boolean;
}

function NoteBox({ x, y, width, height, note, text, used = false }: NoteProps) {
  const { state } = note;
  const round = state === 'volatile' ? 6 : state === 'in-flight' ? 4 : 1.5;
  return (
    <g className={`note look-${state}${used ? ' used' : ''}`}>
      <rect x={x} y={y} width={width} height={height} rx={round} />
      {state === 'durable' && (
        <rect className="foot" x={x - 0.7} y={y + height - 4} width={width + 1.4} height={5} />
      )}
      <text x={x + width / 2} y={y + height / 2 + 4}>
        {text}
      </text>
    </g>
  );
}

/** The words of a pane. */
export interface PaneWords {
  readonly label: string;
  readonly below: string;
  readonly log: string;
  readonly survives: string;
  readonly nothing: string;
  readonly was: (record: string, value: number) => string;
  readonly commit: string;
}

interface MachinePaneProps {
  readonly side: Side;
  readonly machine: Machine;
  readonly accounts: readonly string[];
  /** The content of the accounts before anything happens. */
  readonly first: Machine;
  readonly words: PaneWords;
  /** True in the film, which has no names of tiers, and no words for a screen reader. */
  readonly small?: boolean;
}

function TierNames({ words }: { words: PaneWords }) {
  return (
    <>
      <text className="tier" x={16} y={TOP + 4}>
        DRAM
      </text>
      <text className="tier" x={16} y={HOME - 10}>
        {words.below}
      </text>
      <text className="what" x={16} y={LOG + 25}>
        {words.log}
      </text>
    </>
  );
}

function Survives({ words }: { words: PaneWords }) {
  return (
    <g className="survives">
      <rect x={12} y={LINE - 11} width={84} height={22} rx={11} />
      <text x={54} y={LINE + 4}>
        {words.survives}
      </text>
    </g>
  );
}

interface TravellingProps {
  readonly x: number;
  readonly account: string;
  readonly value: number;
  readonly changed: boolean;
}

/** A page on its way home. */
function Travelling({ x, ...page }: TravellingProps) {
  return (
    <g className="travels">
      <path className="way" d={`M${x + 63} ${TOP + 58}V${HOME - 4}`} />
      <path className="tip" d={`M${x + 58} ${HOME - 10}l5 8l5 -8`} />
      <g className="crossing">
        <AccountBox {...page} x={x} y={LINE - PAGE.height / 2} look="in-flight" />
      </g>
    </g>
  );
}

/** One machine of the opening: DRAM above the line, the tiers that survive below it. */
export function MachinePane(props: MachinePaneProps) {
  const { side, machine, accounts, first, words, small = false } = props;
  const xOf = (n: number) => COLUMNS[n] ?? COLUMNS[0];
  const before = (n: number) => first.home[n]?.value;
  const gone = machine.memory.every((value) => value === null);
  return (
    <svg
      className={`machine-pane ${side}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={words.label}
      aria-hidden={small || undefined}
    >
      <rect className="above" width={WIDTH} height={LINE} />
      <rect className="below" y={LINE} width={WIDTH} height={HEIGHT - LINE} />
      {!small && <TierNames words={words} />}
      {accounts.map((account, n) => {
        const value = machine.memory[n];
        const at = { x: xOf(n), account };
        if (value === null || value === undefined) return <Ghost key={account} x={at.x} />;
        return (
          <AccountBox
            key={`${account}${value}`}
            {...at}
            y={TOP}
            value={value}
            look="volatile"
            changed={value !== before(n)}
          />
        );
      })}
      <Buffer machine={machine} words={words} />
      <path className="boundary" d={`M0 ${LINE}H${WIDTH}`} />
      {!small && <Survives words={words} />}
      {machine.home.map(({ value }, n) => (
        <AccountBox
          key={`${accounts[n]}${value}`}
          x={xOf(n)}
          y={HOME}
          account={accounts[n] ?? ''}
          value={value}
          look="durable"
          changed={value !== before(n)}
        />
      ))}
      <Log {...props} />
      {machine.home.map(
        ({ incoming }, n) =>
          incoming !== undefined && (
            <Travelling
              key={accounts[n]}
              x={xOf(n)}
              account={accounts[n] ?? ''}
              value={incoming}
              changed={incoming !== before(n)}
            />
          ),
      )}
      {gone && machine.putBack === undefined && (
        <path
          className="bolt"
          transform={`translate(${small ? 30 : 40} 44) scale(${small ? 1.4 : 1})`}
          d="M12 0L0 34h8l-6 28l20 -38h-10l8 -24z"
        />
      )}
    </svg>
  );
}

const noteText = (note: LogNote, words: PaneWords): string => {
  const { record, before, after } = note;
  if (record === undefined) return words.commit;
  if (after === undefined) return words.was(record, before ?? 0);
  return `${record} ${before}→${after}`;
};

/** The notes that wait in DRAM. */
function Buffer({ machine, words }: { machine: Machine; words: PaneWords }) {
  return machine.buffer.map((note, n) => (
    <NoteBox
      key={note.record ?? ''}
      x={COLUMNS[0] + n * (NOTE.width + NOTE.gap)}
      y={94}
      width={NOTE.width}
      height={22}
      note={note}
      text={noteText(note, words)}
    />
  ));
}

/** The notes below the line; those about an account's old value are under it. */
function Log({ machine, accounts, words, small = false }: MachinePaneProps) {
  const wide = machine.log.every(
    ({ after, record }) => after === undefined && record !== undefined,
  );
  const place = (note: LogNote, n: number) =>
    wide
      ? { x: COLUMNS[accounts.indexOf(note.record ?? '')] ?? COLUMNS[0], width: PAGE.width }
      : { x: COLUMNS[0] + n * (NOTE.width + NOTE.gap), width: NOTE.width };
  const back = accounts.indexOf(machine.putBack ?? '');
  if (machine.log.length === 0)
    return (
      <g className="note-none">
        <rect x={COLUMNS[0]} y={LOG} width={272} height={40} />
        {!small && (
          <text x={COLUMNS[0] + 12} y={LOG + 25}>
            {words.nothing}
          </text>
        )}
      </g>
    );
  return (
    <>
      {machine.log.map((note, n) => (
        <NoteBox
          key={note.record ?? ''}
          {...place(note, n)}
          y={LOG}
          height={40}
          note={note}
          text={noteText(note, words)}
          used={note.record !== undefined && note.record === machine.putBack}
        />
      ))}
      {back >= 0 && (
        <path
          className="put-back"
          d={`M${(COLUMNS[back] ?? 0) + 63} ${LOG - 2}v-22m-6 8l6 -8l6 8`}
        />
      )}
    </>
  );
}
