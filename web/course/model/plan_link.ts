/**
 * @file A plan as one short text for a link, without its notes:
 *
 *   1~45~10.12kfg2h1.0c~VGl0bGU~PACKED
 *   |  |  |              |        what has no short form, deflated: [place, entry] of changed
 * lectures and tasks
 *   |  |  |              the title, its UTF-8 in the URL's base64; two of them where it is in two
 * languages
 *   |  |  entries: a lecture's code, then three letters for the mark that it begins with, and three
 * for its last one
 *   |  minutes
 *   version
 */
import type { Text } from '../../engine/protocol';
import { Complaints, parseJson } from '../../model/edit/complaints';
import { MARK_DIGITS, shortName } from '../../model/edit/mark_names';
import { packText, unpackText } from '../../model/link/packed_text';
import { nestsTooDeeply } from '../../model/scenario/scenario_text';
import { CODE_DIGITS, CODE_LENGTH, codes } from './codes';
import {
  type CoursePlan,
  isLectureEntry,
  isTaskEntry,
  LONGEST_PLAN_MINUTES,
  MOST_ENTRIES,
  type PlanEntry,
  readEntry,
} from './plan';

/** The sign of an entry that stands in the packed part, behind the others. */
const PACKED = '_';
/** The language of a title that exists in one language alone. */
const ONLY = { e: 'en', z: 'zh' } as const;

/** A text in base64 as URLs have it. */
function toBase64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64(text: string): string | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (each) => each.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function titleToLink({ en, zh }: Partial<Text>): string {
  if (en === zh && en) return toBase64(en);
  if (en && zh) return `${toBase64(en)}*${toBase64(zh)}`;
  return en ? `e*${toBase64(en)}` : `z*${toBase64(zh ?? '')}`;
}

function titleFromLink(text: string): Text | undefined {
  const [first = '', second] = text.split('*');
  if (second === undefined) {
    const both = fromBase64(first);
    return both ? { en: both, zh: both } : undefined;
  }
  const words = fromBase64(second);
  if (!words) return undefined;
  if (first === 'e' || first === 'z') return { [ONLY[first]]: words } as unknown as Text;
  const en = fromBase64(first);
  return en ? { en, zh: words } : undefined;
}

/** An entry by its code alone; undefined where the code does not describe it completely. */
function shortEntry(entry: PlanEntry): string | undefined {
  if (isTaskEntry(entry)) return undefined;
  if (!isLectureEntry(entry)) return codes.codeOf(entry.measured);
  const { lecture, from, to, edit } = entry;
  // The lecturer's own marks have no event that could name them.
  if (edit || from?.startsWith('+') || to?.startsWith('+')) return undefined;
  const code = codes.codeOf(lecture);
  if (code === undefined || (from === undefined && to === undefined)) return code;
  const first = from === undefined ? '-'.repeat(MARK_DIGITS) : shortName(from);
  return `${code}${first}${to === undefined ? '' : shortName(to)}`;
}

/** The plan for a link, without what lecturers alone see (notes, about). */
export function planToLink(plan: CoursePlan): string {
  const packed: (readonly [number, PlanEntry])[] = [];
  const entries = plan.entries.map((entry, place) => {
    const short = shortEntry(entry);
    if (short !== undefined) return short;
    const { notes: _notes, ...rest } = entry;
    packed.push([place, rest as PlanEntry]);
    return PACKED;
  });
  const parts = ['1', String(plan.minutes), entries.join('.'), titleToLink(plan.title)];
  if (packed.length > 0) parts.push(packText(JSON.stringify(packed)));
  return parts.join('~');
}

const MARK = `[${CODE_DIGITS}]{${MARK_DIGITS}}`;
const ENTRY = new RegExp(
  `^([${CODE_DIGITS}]{${CODE_LENGTH}})(${MARK}|-{${MARK_DIGITS}})?(${MARK})?$`,
);

function entryFromLink(text: string): PlanEntry | undefined {
  const match = ENTRY.exec(text);
  const name = codes.lectureOf(match?.[1] ?? '');
  if (!match || name === undefined) return undefined;
  const [, , from, to] = match;
  if (codes.isMeasured(name)) return from === undefined ? { measured: name } : undefined;
  return {
    lecture: name,
    ...(from !== undefined && !from.startsWith('-') && { from: `#${from}` }),
    ...(to !== undefined && { to: `#${to}` }),
  };
}

/** The entries of the packed part by their place. */
function unpackEntries(text: string | undefined): ReadonlyMap<number, PlanEntry> | undefined {
  if (text === undefined) return new Map();
  const plain = unpackText(text);
  if (typeof plain !== 'string' || nestsTooDeeply(plain)) return undefined;
  const json = parseJson(plain);
  if ('problem' in json || !Array.isArray(json.value)) return undefined;
  const found = new Complaints();
  const entries = (json.value as readonly unknown[]).map((each) => {
    const [place, entry] = Array.isArray(each) ? (each as readonly unknown[]) : [];
    const read = readEntry(entry, '', found);
    return read && typeof place === 'number' ? ([place, read] as const) : undefined;
  });
  if (found.problems.length > 0 || entries.includes(undefined)) return undefined;
  return new Map(entries as readonly (readonly [number, PlanEntry])[]);
}

/** Reads what `planToLink` writes; undefined where it cannot be read. It never throws. */
export function planFromLink(link: string): CoursePlan | undefined {
  const [version, minutesText = '', entryText = '', titleText = '', packedText] = link.split('~');
  const minutes = /^\d{1,5}$/.test(minutesText) ? Number(minutesText) : 0;
  if (version !== '1' || minutes < 1 || minutes > LONGEST_PLAN_MINUTES) return undefined;
  const title = titleFromLink(titleText);
  const packed = unpackEntries(packedText);
  if (!title || !packed) return undefined;
  const texts = entryText === '' ? [] : entryText.split('.');
  if (texts.length > MOST_ENTRIES) return undefined;
  const entries = texts.map((text, place) =>
    text === PACKED ? packed.get(place) : entryFromLink(text),
  );
  if (entries.includes(undefined)) return undefined;
  return { format: 1, kind: 'plan', title, minutes, entries: entries as PlanEntry[] };
}
