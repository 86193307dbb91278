/**
 * @file The opening of the first page: two machines with two accounts, as the engine leaves them at
 * each step.
 */
import type { EventPattern, Field, Frame, Item, Structure, Text } from '../../engine/protocol';

/**
 * The story of the opening (scenarios/opening/opening.json): the beginnings of its beats, and its
 * words.
 */
export interface OpeningStory {
  readonly left: string;
  readonly right: string;
  /** The right machine with the line left out. */
  readonly without: string;
  /** The last event that is shown, in the right one. */
  readonly until: EventPattern;
  readonly beats: readonly {
    readonly seconds: number;
    readonly title: Text;
    /** The words under its picture in the film. */
    readonly short: Text;
    /**
     * The words, which may have `{{moved}}`, `{{whole}}`, `{{left}}`, `{{right}}`, `{{missing}}`
     * for the engine's numbers.
     */
    readonly say: Text;
    /** Its first event, in the right one. */
    readonly from: EventPattern;
    /** The event whose line of the algorithm is shown. */
    readonly line?: EventPattern;
  }[];
}

/** A page with one account. */
export interface AccountPage {
  readonly value: number;
  /** The value on its way to the page. */
  readonly incoming?: number;
}

/** A note about a change, or about the end of the transaction (no record). */
export interface LogNote {
  readonly record?: string;
  readonly before?: number;
  readonly after?: number;
  readonly state: 'volatile' | 'in-flight' | 'durable';
}

/** One machine at one moment; accounts in the order of the scenario. */
export interface Machine {
  /** The copies in DRAM; null where there is none. */
  readonly memory: readonly (number | null)[];
  readonly home: readonly AccountPage[];
  /** The notes at places that survive, or on their way there. */
  readonly log: readonly LogNote[];
  /** The notes that are in DRAM only. */
  readonly buffer: readonly LogNote[];
  /** The account that recovery has put back, at this moment. */
  readonly putBack?: string;
}

export interface OpeningFrame {
  readonly left: Machine;
  readonly right: Machine;
}

export interface OpeningBeat {
  readonly seconds: number;
  readonly title: Text;
  readonly short: Text;
  readonly say: Text;
  readonly line?: { readonly text: Text; readonly why: Text };
  readonly frames: readonly OpeningFrame[];
}

/** The data of the first page, which `npm run pictures` makes. */
export interface Opening {
  readonly accounts: readonly string[];
  readonly systems: { readonly left: Text; readonly right: Text };
  readonly beats: readonly OpeningBeat[];
  /** The run without the line, and the result of its recovery. */
  readonly without: { readonly scenario: string; readonly values: readonly number[] };
}

/** The sum that clients would find in the home pages. */
export const homeSum = ({ home }: Machine): number =>
  home.reduce((sum, { value }) => sum + value, 0);

/**
 * The opening's picture of a frame. `logUnderWay`: the log's buffer is being written; `putBack`:
 * the page into which recovery has put a before image.
 */
export function machineOf(
  frame: Frame,
  accounts: readonly string[],
  logUnderWay: boolean,
  putBack?: number,
): Machine {
  const inDram = ({ tier }: Structure) => tier === 'dram';
  const pages = frame.structures.filter(({ shape }) => shape === 'pages');
  const notes = frame.structures.filter(({ shape }) => shape === 'list');
  const memory = pages.filter(inDram);
  const home = pages.filter((each) => !inDram(each));
  const buffered = notes.filter(inDram).flatMap(({ items }) => items);
  const kept = notes.filter((each) => !inDram(each)).flatMap(({ items }) => items);
  const known = new Set(kept.map(({ key }) => key));
  const leaving = logUnderWay ? buffered.filter(({ key }) => !known.has(key)) : [];
  return {
    memory: accounts.map((account) => {
      const field = valueField(memory, account);
      return field ? Number(field.value) : null;
    }),
    home: accounts.map((account) => pageOf(valueField(home, account))),
    log: [
      ...kept.map((item) => noteOf(item, lookOf(item))),
      ...leaving.map((item) => noteOf(item, 'in-flight')),
    ],
    buffer: buffered.map((item) => noteOf(item, 'volatile')),
    ...(putBack !== undefined && putBackOf(home, putBack)),
  };
}

function putBackOf(home: readonly Structure[], page: number): { putBack?: string } {
  const [record] = home.flatMap(({ items }) => items).find(({ key }) => key === page)?.items ?? [];
  const name = record && named(record, 'record')?.value;
  return name === undefined ? {} : { putBack: name };
}

const named = (item: Item, name: string): Field | undefined =>
  item.fields.find((field) => field.name.en === name);

function valueField(pages: readonly Structure[], account: string): Field | undefined {
  const records = pages.flatMap(({ items }) => items).flatMap(({ items }) => items ?? []);
  const record = records.find((item) => named(item, 'record')?.value === account);
  return record && named(record, 'value');
}

function pageOf(field: Field | undefined): AccountPage {
  if (!field) throw new Error('an account has no page');
  const { value, durableValue = value, durability } = field;
  const moving = durability === 'in-flight' && durableValue !== value;
  return { value: Number(durableValue), ...(moving && { incoming: Number(value) }) };
}

function lookOf({ state }: Item): LogNote['state'] {
  return state === 'durable' || state === 'in-flight' ? state : 'volatile';
}

function noteOf(item: Item, state: LogNote['state']): LogNote {
  const record = named(item, 'record')?.value;
  const number = (name: string) => {
    const field = named(item, name);
    return field && { [name]: Number(field.value) };
  };
  return {
    ...(record !== undefined && { record }),
    ...number('before'),
    ...number('after'),
    state,
  };
}
