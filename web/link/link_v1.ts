import type { LinkField } from '../model/link/link_value';
import {
  decodePolicy,
  decodeValue,
  encodePolicy,
  encodeValue,
  readList,
  sorted,
  WHOLE,
  withEntry,
} from '../model/link/link_value';
import { packText, unpackText } from '../model/link/packed_text';
import { formatAnchor, parseAnchor } from '../model/trace/anchor';
import { STEP_SIZES, type StepSize } from '../model/trace/steps';
import type { DecodedLink, LinkCut, LinkProblem, LinkState, LinkUnit } from './link_state';
import { encodeViews, readView } from './view_links';

// Version 1 of a link's fields. Released: the decoder below must go on reading what it reads.
//
//   s  scenario id            own  packed text of an own scenario
//   edit  packed changes of the lecture s: texts, questions, the part of it
//   k  scheme   p.ID  parameter   x  mutations, comma between   m  machine   o.ID  override
//   seed   at  anchor   cut  ANCHOR;POLICY[:SEED][;UNIT...], one field a power cut
//   lang   layout   step   w  view   open  panels, comma between
//   left.k  right.k  scheme of a side of a comparison, with .p.ID and .x as above
//   t  TIME or PHASE~TIME on their clock   both  TIME;POLICY[:SEED], one field a power cut of both
//   e.card  scale of the scorecard
//   e.id  experiment, or ~ and an own one's hash   e.own  packed text of an own experiment
//   e.threads  e.transactions  e.warmup  e.seed  e.scale  e.s.NAME  changes; the last one a list
//   e.log  hash of the text that the workload runs
//   e.y  metric   e.claim  claim   e.at  point   e.ask  prediction
//   e. and r. of what cost and wear show: price.dram  price.flash  price.disk  price.ratio  where they are not the machine's
//     over  under  series that are held against each other   wear  all   cost.at  wear.at  place, in the order of the plan
//   b.id  scenario of the crash explorer   b.own  packed text of an own one   b.k  scheme   b.x  mutations   b.m  failure model
//   b.d  depth   b.n  images drawn   b.o  delays of a schedule   b.run  1 explored   b.at  crash point, events before it   b.tab   b.tour   b.step
//   r.k  scheme of a racer, one field each, r.p.N.ID its parameters, N from 0, r.y.N a program of the user's   r.w  workload   r.w.ID  its parameters
//   r.log  the hash of what the workload runs, which is in the browser's own list
//   r.m  machine   r.n  clients   r.t  virtual time   r.seed   r.run  1   r.at  playhead   r.cut  power cut   r.i  racer shown; times in ns
//   plan  a course plan, or @ and the name of one that ships   plan.at  the entry that is gone through, from 0
//   d.l  lectures of a drill, comma between   d.k  kinds   d.n  how many questions   d.s  seed   d.p  1 printed as an exam
//   c.path  path through the course   c.only  nvm or begun   c.find  words that are looked for in the library
//   y.id  assignment of the page of own logs   y.own  packed assignment   y.t  packed program
//   q.id  program of the litmus page   q.t  packed text   q.m  failure model
//   UNIT = n|d ! ANCHOR or '' ! bytes from it, hexadecimal ! one 0 or 1 a pending store

export function encodeV1(state: LinkState): LinkField[] {
  const fields: LinkField[] = [];
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) fields.push({ name, value: String(value) });
  };
  add('w', state.view);
  add('s', state.scenario);
  add('own', state.own === undefined ? undefined : packText(state.own));
  add('edit', state.edit);
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
  fields.push(...encodeViews(state));
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

/**
 * Returns the change that a field makes; an unknown name makes none, since other parts of the page
 * may own it.
 */
function readField({ name, value }: LinkField, state: LinkState): Change {
  if (name.startsWith('p.'))
    return { params: withEntry(state.params, name.slice(2), decodeValue(value)) };
  if (name.startsWith('o.')) return readOverride(name.slice(2), value, state);
  const view = readView({ name, value }, state);
  if (view) return view;
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
  edit: (edit) => ({ edit }),
  k: (scheme) => ({ scheme }),
  x: (value) => ({ mutations: readList(value) }),
  m: (machine) => ({ machine }),
  seed: (value) => (WHOLE.test(value) ? { seed: Number(value) } : 'unreadable'),
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

function encodeCut(cut: LinkCut): string {
  const policy = encodePolicy(cut.survive, cut.seed);
  return [formatAnchor(cut.at), policy, ...cut.units.map(encodeUnit)].join(';');
}

function encodeUnit(unit: LinkUnit): string {
  const anchor = unit.event ? formatAnchor(unit.event) : '';
  const stores = unit.stores.map((persists) => (persists ? '1' : '0')).join('');
  return [unit.tier === 'nvm' ? 'n' : 'd', anchor, unit.delta.toString(16), stores].join('!');
}

function decodeCut(text: string): LinkCut | undefined {
  const [anchorText = '', policyText = '', ...unitTexts] = text.split(';');
  const at = parseAnchor(anchorText);
  const policy = decodePolicy(policyText);
  const units = unitTexts.map(decodeUnit);
  if (!at || !policy || units.includes(undefined)) return undefined;
  return { at, ...policy, units: units as LinkUnit[] };
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
