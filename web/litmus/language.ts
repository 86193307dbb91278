// The litmus language as the editor needs it; engine-wasm/run/litmus/litmus_program.h has the
// rules.
import type { CodeLanguage, Complete, Completion } from '../ui/code/code_language';
import type { LitmusWords } from './words/use_litmus_words';

/** A statement's first word, and whether an operand follows it. */
const STATEMENTS = [
  ['fence', ''],
  ['clwb', ' '],
  ['clflush', ' '],
  ['nt', ' '],
  ['ack', ' '],
  ['if', ' '],
  ['end', ''],
  ['thread', ''],
  ['line', ' '],
  ['exists', ' '],
  ['never', ' '],
  ['forall', ' '],
] as const;

const RESERVED = new Set<string>([
  ...STATEMENTS.map(([word]) => word),
  'clflushopt',
  'sfence',
  'mfence',
  'no',
  'and',
  'or',
]);
const REGISTERS = ['r1', 'r2', 'r3', 'r4'];

/** The statement at the cursor, as far as it is written; undefined in a comment. */
function statementBefore(text: string, at: number): string | undefined {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return line.includes('#') ? undefined : line.slice(line.lastIndexOf(';') + 1).trimStart();
}

/** Names of words of memory, and of acknowledgements, in their order. */
function namesIn(text: string) {
  const [places, told] = [new Set<string>(), new Set<string>()];
  for (const line of text.split('\n')) {
    const code = line.replace(/#.*/, '').replace(/^\s*thread\b.*/, '');
    for (const [, ack, name = ''] of code.matchAll(/\b(ack\s+)?([A-Za-z_]\w*)/g))
      if (!RESERVED.has(name) && !REGISTERS.includes(name)) (ack ? told : places).add(name);
  }
  return { places: [...places], told: [...told] };
}

/** The words that may follow those of a statement before the word that is being typed. */
function optionsAfter(before: string, text: string, w: LitmusWords): readonly Completion[] {
  const { places, told } = namesIn(text);
  const words = places.map((label) => ({ label, detail: w('offer.word') }));
  const registers = REGISTERS.map((label) => ({ label, detail: w('offer.register') }));
  const acks = told.map((label) => ({ label, detail: w('offer.told') }));
  if (before === '')
    return [
      ...STATEMENTS.map(([label, then]) => ({
        label,
        apply: label + then,
        detail: w(`offer.${label}`),
      })),
      ...words,
      ...registers,
    ];
  if (/\back$/.test(before)) return acks;
  if (/^(?:exists|never|forall)(?:.*(?:&&|\|\|))?$/.test(before))
    return [...words, { label: 'ack', apply: 'ack ', detail: w('offer.told') }];
  if (/^if$/.test(before)) return [...words, ...registers];
  if (/^(?:clwb|clflush|clflushopt|nt|line.*)$/.test(before)) return words;
  if (/^r[1-4]\s*=$/.test(before)) return words;
  return /=$/.test(before) && !/^(?:if|exists|never|forall)\b/.test(before) ? registers : [];
}

/** The completions at a place of a program. */
export const litmusCompletions =
  (w: LitmusWords): Complete =>
  (text, at, asked) => {
    const statement = statementBefore(text, at);
    const typed = /(?:[A-Za-z_]\w*)?$/.exec(statement ?? '')?.[0] ?? '';
    if (statement === undefined || (typed === '' && !asked)) return undefined;
    const before = statement.slice(0, statement.length - typed.length).trimEnd();
    // The names of the rest of the text: the word that is being typed is not one yet.
    const rest = `${text.slice(0, at - typed.length)} ${text.slice(at)}`;
    const options = optionsAfter(before, rest, w);
    // A complete word has no completions, so that Enter begins the next line.
    if (!asked && options.some(({ label }) => label === typed)) return undefined;
    return { from: at - typed.length, options };
  };

const OUTSIDE = /^(?:thread|line|exists|never|forall)\b/;

/** Statements of a thread are indented, and those of an `if` once more. */
function indent(before: readonly string[], line: string): number {
  if (OUTSIDE.test(line)) return 0;
  const said = before.map((each) => each.replace(/#.*/, '').trim());
  const begun = said.findLastIndex((each) => OUTSIDE.test(each));
  if (!said[begun]?.startsWith('thread')) return 0;
  const statements = said.slice(begun + 1).flatMap((each) => each.split(';'));
  const count = (word: RegExp) => statements.filter((each) => word.test(each.trim())).length;
  const deep = count(/^if\b/) - count(/^end\b/) - (/^end\b/.test(line) ? 1 : 0);
  return 2 * (1 + Math.max(deep, 0));
}

/** Colours and indentation of programs. */
export const litmusLanguage: CodeLanguage = {
  comment: '#',
  tokens: [
    [/#.*/y, 'comment'],
    [/\b(?:exists|never|forall)\b/y, 'ask'],
    [/\b(?:line|thread|nt|clwb|clflushopt|clflush|[sm]?fence|ack|if|end)\b/y, 'word'],
    [/\br[1-4]\b/y, 'name'],
    [/\d+/y, 'number'],
    [/[A-Za-z_]\w*/y, 'place'],
    [/==|!=|\+=|&&|\|\||[=;!,]/y, 'sign'],
  ],
  indent,
  indentAgain: /^\s*(?:thread|line|exists|never|forall|end)$/,
};
