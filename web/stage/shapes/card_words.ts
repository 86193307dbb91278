import type { Field, Item } from '../../engine/protocol';
import { fit, monoWidth, sansWidth } from '../../ui/text_width';
import type { Box, ShapeContext } from './shape';

/** A field and its place in its item. */
export interface Numbered {
  readonly field: Field;
  readonly index: number;
}

export interface Parts {
  /** The kind, such as `CLR`; nothing where there is none. */
  readonly kind: string | undefined;
  /**
   * True for the kind that nearly all records have, a change of a value, which need not be named
   * where room is short.
   */
  readonly plain: boolean;
  /** The subject, such as `A`. */
  readonly subject: string | undefined;
  /** The change, such as `100 → 101`. */
  readonly images: readonly Numbered[];
  /** The record that it undoes, or that is to be undone next. */
  readonly undone: Field | undefined;
  /** The remaining fields. */
  readonly rest: readonly Numbered[];
}

/** The fields by which a compensation record refers to what it undoes. */
const UNDONE = /^(undoes|compensates|undo next LSN)$/;

/** The parts of a card's text. */
export function partsOf(item: Item, context: ShapeContext): Parts {
  const fields = item.fields.map((field, index) => ({ field, index }));
  const kind = fields.find(({ field }) => field.role === 'kind')?.field;
  const subject = fields.find(({ field }) => field.role === 'subject')?.field;
  const said = (field: Field | undefined) =>
    field && (field.text ? context.text(field.text) : field.value);
  return {
    kind: said(kind),
    plain: kind !== undefined && /^update$/i.test(kind.text?.en ?? kind.value),
    subject: said(subject),
    images: fields.filter(({ field }) => field.role === 'image'),
    undone: item.fields.find(({ name }) => UNDONE.test(name.en)),
    rest: fields.filter(
      ({ field, index }) =>
        field.bit !== true &&
        // An address means nothing to a student; it is shown when the item is selected.
        field.role !== 'address' &&
        // A pointer to another card is an arrow.
        !(field.role === 'pointer' && item.links.some(({ name }) => name.en === field.name.en)) &&
        field.role !== 'kind' &&
        field.role !== 'subject' &&
        field.role !== 'image' &&
        !(index === 0 && field.value === item.label),
    ),
  };
}

/** The kind and the subject: `update A`. */
export const whatOf = ({ kind, subject }: Parts): readonly string[] =>
  [kind, subject].filter((part) => part !== undefined);

/** The label with the name of the field that it repeats: `LSN 12`. */
export function headingOf(item: Item, context: ShapeContext): string {
  const first = item.fields[0];
  const name = first && first.value === item.label ? context.text(first.name) : '';
  return [name, item.label].filter((part) => part !== '').join(' ');
}

/** The subject and the change, the longest form first: `A 100→70`, `A 70`, `A`. */
function subjectForms({ subject = '', images }: Parts): readonly string[] {
  const values = images.map(({ field }) => field.value);
  const forms = [values.join('→'), values.at(-1) ?? '', ''];
  const whole = forms.map((form) => [subject, form].filter((part) => part !== '').join(' '));
  return [...new Set(whole)].filter((form) => form !== '');
}

/** The kind of a record that is no plain change, before its subject; the longest form first. */
function briefForms(parts: Parts): readonly string[] {
  const { kind = '', plain } = parts;
  const forms = subjectForms(parts);
  if (kind === '' || (plain && forms.length > 0)) return forms;
  return [...forms.map((form) => `${kind} ${form}`), kind];
}

/**
 * The forms where the kind stands in the heading, so that there is room for the record that it
 * undoes.
 */
function belowForms(parts: Parts, { text }: ShapeContext): readonly string[] {
  const forms = subjectForms(parts);
  const { undone } = parts;
  if (!undone) return forms;
  const what = `${text(undone.name)} ${undone.value}`;
  return [...forms.map((form) => `${form} · ${what}`), ...forms];
}

/** The words of a small card by their places. */
export interface CardWords {
  readonly label: string;
  /** The words beside the label. */
  readonly beside: string;
  /** The words in the line below, where the card has one. */
  readonly below: string;
  /** The transaction's name; its colour says the same. */
  readonly name: string;
}

/** Digits have one width on the stage, and are wider than a text's own 1. */
const briefWidth = (text: string): number => sansWidth(text.replaceAll(/\d/g, '0'));

/** The gap between the label, the words beside it, and the name. */
export const WORD_GAP = 4;
const BIT = 10;
/** The width below which nothing is written: it would be cut to a letter. */
const LEAST = 24;

/** The room that a text takes with the gap before it. */
const after = (text: string): number => (text === '' ? 0 : briefWidth(text) + WORD_GAP);

/** The first text that fits, else the last one, which is cut. */
const firstFit = (forms: readonly string[], room: number): string =>
  forms.find((form) => briefWidth(form) <= room) ?? (room < LEAST ? '' : (forms.at(-1) ?? ''));

const bitsOf = ({ fields }: Item): number => fields.filter(({ bit }) => bit).length * BIT;

/**
 * The words of a card that is all heading: its number, its kind and subject, before its transaction
 * or the name of its number.
 */
function headingWords(item: Item, width: number, context: ShapeContext): CardWords {
  const room = width - bitsOf(item) - monoWidth(item.label);
  const beside = firstFit(briefForms(partsOf(item, context)), room - WORD_GAP);
  const name = context.txnName(item.txn);
  const left = room - after(beside);
  // A digit directly beside a value would be read as part of it.
  const apart = beside === '' ? 0 : WORD_GAP;
  const shown = after(name) + apart <= left ? name : '';
  const heading = headingOf(item, context);
  const whole = monoWidth(heading) - monoWidth(item.label) <= left - apart - after(shown);
  return { label: whole ? heading : item.label, beside, below: '', name: shown };
}

/** The words of a card with one line below its heading. */
function compactWords(item: Item, width: number, context: ShapeContext): CardWords {
  const parts = partsOf(item, context);
  const name = context.txnName(item.txn);
  const room = width - bitsOf(item) - after(name);
  const headings = [headingOf(item, context), item.label];
  const label = headings.find((each) => monoWidth(each) <= room) ?? item.label;
  const { kind = '', plain, subject, rest } = parts;
  const about = subjectForms(parts);
  if (kind !== '' && !plain && subject !== undefined) {
    const roomy = headings.find((each) => monoWidth(each) + after(kind) <= room);
    if (roomy !== undefined)
      return {
        label: roomy,
        beside: kind,
        below: firstFit(belowForms(parts, context), width),
        name,
      };
  }
  const first = rest[0]?.field;
  const other = first ? `${context.text(first.name)} ${first.value}` : '';
  const forms = about.length > 0 || kind !== '' ? briefForms(parts) : [other];
  return { label, beside: '', below: firstFit(forms, width), name };
}

/** A text of a card, cut to its room. */
export const cutBrief = (text: string, room: number): string => fit(text, room, briefWidth);

/** The gap between a card's edge and its words. */
export const padOf = ({ density }: Pick<ShapeContext, 'density'>): number =>
  density === 'heading' ? 4 : 8;

/** The room of its words. */
export const cardInside = ({ width }: Box, context: ShapeContext): number =>
  width - 2 * padOf(context);

/** The words of a card of this inner width that has no room for all. */
export const cardWords = (item: Item, width: number, context: ShapeContext): CardWords =>
  context.density === 'heading'
    ? headingWords(item, width, context)
    : compactWords(item, width, context);

/** A long word may be cut to the part that tells it from others, where there is hardly any room. */
const TERSE = 45;

/**
 * The width of a small card that shows its complete kind: 0 for a plain change, whose kind is not
 * shown.
 */
export function kindWidth(item: Item, context: ShapeContext): number {
  const { kind = '', plain } = partsOf(item, context);
  if (plain || kind === '') return 0;
  return monoWidth(item.label) + bitsOf(item) + after(kind) + 2 * padOf(context);
}

/** The room that a small card needs, between its edges. */
export function wishedWidth(item: Item, context: ShapeContext): number {
  const parts = partsOf(item, context);
  const [brief = ''] = briefForms(parts);
  const head = monoWidth(item.label) + bitsOf(item);
  const name = after(context.txnName(item.txn));
  if (context.terse) {
    const kind = parts.plain ? '' : (parts.kind ?? '');
    return head + Math.min(TERSE, Math.max(after(kind), name));
  }
  if (context.density === 'heading') return head + Math.max(after(brief), name);
  return Math.max(head + name, briefWidth(brief));
}
