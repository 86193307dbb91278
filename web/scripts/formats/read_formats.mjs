// The tables of the engine that tell the formats of files (engine-wasm/run/file/format) and of
// replies (engine-wasm/run/reply/format), as its program prints them.

/**
 * A field of an object, or with no name an element of a list or a member of a map.
 * @typedef {{name?: string, form: string, required?: boolean, rule?: string, min?: number,
 *   max?: number, choices?: string, named?: string, besides?: string[], object?: string,
 *   type?: string, element?: Row, variants?: string[],
 *   label?: string, labelZh?: string, meaning?: string, meaningZh?: string, unit?: string,
 *   default?: string, called?: {en: string, zh: string}[]}} Row
 * @typedef {{name: string, meaning: string, before?: string, rows: Row[]}} Format
 * @typedef {{word: string, meaning?: string}} Word
 * @typedef {{name: string, meaning: string, before?: string, words: Word[]}} Names words of a type
 */

/** The formats by name, in the order in which they refer to each other. */
export class Formats {
  /**
   * `names` of words that several rows choose from; `passes` of a recovery, in their order.
   * @param {{formats: readonly Format[], names: Names[], passes: string[]}} told
   */
  constructor({ formats: list, names, passes }) {
    this.list = list;
    this.names = names;
    this.passes = passes;
    this.byName = new Map(list.map((format) => [format.name, format]));
  }

  /** @param {string} name @returns {Format} */
  of(name) {
    const format = this.byName.get(name);
    if (!format) throw new Error(`there is no format ${name}`);
    return format;
  }

  /** The words of a type. @param {string} name @returns {string[]} */
  wordsOf(name) {
    const names = this.names.find((each) => each.name === name);
    if (!names) throw new Error(`there are no words ${name}`);
    return names.words.map(({ word }) => word);
  }

  /**
   * All rows of a format, those of the formats before it first.
   * @param {string} name @returns {Row[]}
   */
  rows(name) {
    const { before, rows } = this.of(name);
    return before ? [...this.rows(before), ...rows] : rows;
  }
}

/** A scenario has one of these formats' rows, and none of the other's. */
export const EITHER = { script: 'Script', benchmark: 'Benchmark' };

/** Tells if a file may leave out the row of an object. @param {Formats} formats @param {Row} row */
export const optional = (formats, row) =>
  !row.required || Object.values(EITHER).some((name) => formats.of(name).rows.includes(row));

/** The words of a choice. @param {Row} row */
export const choices = (row) => (row.choices ?? '').split(' ');
