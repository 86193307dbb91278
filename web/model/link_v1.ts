import type { SurvivePolicy } from '../engine/protocol';
import { formatAnchor, parseAnchor } from './anchor';
import type {
  DecodedLink,
  LinkCut,
  LinkField,
  LinkProblem,
  LinkState,
  LinkUnit,
  ParamValue,
} from './link_state';
import { packText, unpackText } from './packed_text';
import { STEP_SIZES, type StepSize } from './steps';

// Version 1 of a link's fields. Released: the decoder below must go on reading what it reads.
//
//   s  scenario id            own  packed text of an own scenario
//   k  scheme   p.ID  parameter   x  mutations, comma between   m  machine   o.ID  override
//   seed   at  anchor   cut  ANCHOR;POLICY[:SEED][;UNIT...], one field a power cut
//   lang   layout   step   w  view   open  panels, comma between
//   UNIT = n|d ! ANCHOR or '' ! bytes from it, hexadecimal ! one 0 or 1 a pending store

/** Up to 2^53. */
const SEED = /^\d{1,16}$/;
const POLICIES: readonly SurvivePolicy[] = ['none', 'all', 'random'];

export function encodeV1(state: LinkState): LinkField[] {
  const fields: LinkField[] = [];
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) fields.push({ name, value: String(value) });
  };
  add('w', state.view);
  add('s', state.scenario);
  add('own', state.own === undefined ? undefined : packText(state.own));
  add('k', state.scheme);
  for (const [id, value] of sorted(state.params)) add(`p.${id}`, encodeValue(value));
  add('x', state.mutations?.join(','));
  add('m', state.machine);
  for (const [id, value] of sorted(state.overrides)) add(`o.${id}`, value);
  add('seed', state.seed);
  for (const cut of state.cuts) add('cut', encodeCut(cut));
  add('at', state.at && formatAnchor(state.at));
  add('step', state.step);
  add('lang', state.lang);
  add('layout', state.layout);
  add('open', state.panels?.join(','));
  return fields;
}

export function decodeV1(fields: readonly LinkField[]): DecodedLink {
  const problems: LinkProblem[] = [];
  let state: LinkState = { params: {}, overrides: {}, cuts: [] };
  for (const field of fields) {
    const change = readField(field, state);
    if (change === 'too-large' || change === 'unreadable') {
      problems.push({ field: field.name, kind: change, text: field.value });
    } else {
      state = { ...state, ...change };
    }
  }
  return { state, problems };
}

type Change = Partial<LinkState> | 'unreadable' | 'too-large';

/** What a field changes; an unknown name changes nothing: other parts of the page may own it. */
function readField({ name, value }: LinkField, state: LinkState): Change {
  if (name.startsWith('p.'))
    return { params: withEntry(state.params, name.slice(2), decodeValue(value)) };
  if (name.startsWith('o.')) return readOverride(name.slice(2), value, state);
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  return read ? read(value, state) : {};
}

const READERS: Readonly<Record<string, (value: string, state: LinkState) => Change>> = {
  w: (view) => ({ view }),
  s: (scenario) => ({ scenario }),
  own: (value) => {
    const own = unpackText(value);
    return typeof own === 'string' ? { own } : own.problem;
  },
  k: (scheme) => ({ scheme }),
  x: (value) => ({ mutations: readList(value) }),
  m: (machine) => ({ machine }),
  seed: (value) => (SEED.test(value) ? { seed: Number(value) } : 'unreadable'),
  at: (value) => {
    const at = parseAnchor(value);
    return at ? { at } : 'unreadable';
  },
  cut: (value, state) => {
    const cut = decodeCut(value);
    return cut ? { cuts: [...state.cuts, cut] } : 'unreadable';
  },
  step: (value) => {
    const step = STEP_SIZES.find((size) => size === value);
    return step ? { step: step satisfies StepSize } : 'unreadable';
  },
  lang: (value) => (value === 'en' || value === 'zh' ? { lang: value } : 'unreadable'),
  layout: (value) =>
    value === 'desk' || value === 'projection' ? { layout: value } : 'unreadable',
  open: (value) => ({ panels: readList(value) }),
};

function readOverride(id: string, value: string, state: LinkState): Change {
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return 'unreadable';
  return { overrides: withEntry(state.overrides, id, number) };
}

function readList(value: string): string[] {
  return value === '' ? [] : value.split(',');
}

/** Also for names like `__proto__`. */
function withEntry<T>(record: Readonly<Record<string, T>>, name: string, value: T) {
  return Object.fromEntries([...Object.entries(record), [name, value]]) as Record<string, T>;
}

function sorted<T>(record: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** A text that would read as something else gets a quote before it. */
function encodeValue(value: ParamValue): string {
  if (typeof value !== 'string') return String(value);
  return typeof decodeValue(value) === 'string' && !value.startsWith("'") ? value : `'${value}`;
}

function decodeValue(text: string): ParamValue {
  if (text.startsWith("'")) return text.slice(1);
  if (text === 'true' || text === 'false') return text === 'true';
  return NUMBER.test(text) ? Number(text) : text;
}

function encodeCut(cut: LinkCut): string {
  const seed = cut.seed === undefined ? '' : `:${cut.seed}`;
  return [formatAnchor(cut.at), `${cut.survive}${seed}`, ...cut.units.map(encodeUnit)].join(';');
}

function encodeUnit(unit: LinkUnit): string {
  const anchor = unit.event ? formatAnchor(unit.event) : '';
  const stores = unit.stores.map((persists) => (persists ? '1' : '0')).join('');
  return [unit.tier === 'nvm' ? 'n' : 'd', anchor, unit.delta.toString(16), stores].join('!');
}

function decodeCut(text: string): LinkCut | undefined {
  const [anchorText = '', policyText = '', ...unitTexts] = text.split(';');
  const at = parseAnchor(anchorText);
  const [policyName, seed] = policyText.split(':');
  const survive = POLICIES.find((policy) => policy === policyName);
  const units = unitTexts.map(decodeUnit);
  if (!at || !survive || units.includes(undefined)) return undefined;
  if (seed !== undefined && !SEED.test(seed)) return undefined;
  return {
    at,
    survive,
    ...(seed !== undefined && { seed: Number(seed) }),
    units: units as LinkUnit[],
  };
}

function decodeUnit(text: string): LinkUnit | undefined {
  const match = /^([nd])!([^!]*)!(-?[0-9a-f]{1,8})!([01]*)$/.exec(text);
  if (!match) return undefined;
  const [, tier, anchorText = '', delta = '', stores = ''] = match;
  const event = anchorText === '' ? undefined : parseAnchor(anchorText);
  if (anchorText !== '' && !event) return undefined;
  return {
    tier: tier === 'n' ? 'nvm' : 'disk',
    ...(event && { event }),
    delta: Number.parseInt(delta, 16),
    stores: [...stores].map((bit) => bit === '1'),
  };
}
