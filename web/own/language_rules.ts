// The language of own logs as the editor needs it; docs/own-systems.md has the rules.
import type { CodeLanguage, Complete, Completion } from '../ui/code/code_language';
import { INSIDE, OUTSIDE, RESERVED } from './model/reserved_words';
import type { OwnWords } from './words/use_own_words';

/** The ways in which the stage draws an array, behind `as`. */
const SHAPES = [
  'list(next)',
  'ring(head, tail)',
  'chains(next) from heads',
  'tree(left, right)',
  'table',
  'bitmap',
] as const;
const HANDLERS = [
  'update(at, old, new)',
  'log(at, old, new)',
  'commit',
  'abort',
  'recover',
  'begin',
  'reserve(updates)',
  'checkpoint',
  'format',
  'open',
] as const;
const offered = (words: readonly string[]): readonly Completion[] =>
  words.map((apply) => ({ label: apply.trim(), apply }));

const bare = (line: string): string => line.replace(/#.*/, '').trim();
/** A line without the words that are keywords only at certain places: handlers and shapes. */
const withoutForms = (line: string): string =>
  bare(line)
    .replace(/^on\s+\w+/, '')
    .replace(/\bas\s+\w*/, '')
    .replace(/\)\s*from\b/, ' ');

/** The names in the text, in their order, including fields. */
function namesIn(text: string): readonly string[] {
  const names = new Set<string>();
  for (const line of text.split('\n'))
    for (const [name] of withoutForms(line).matchAll(/\b[A-Za-z_]\w*/g))
      if (!RESERVED.has(name)) names.add(name);
  return [...names];
}

/** Heaps that the text declares, in their order. */
const heapsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^\s*heap\s+([A-Za-z_]\w*)/gm)].flatMap(([, name]) => name ?? []);

/** Fields that the text declares, each once. */
const fieldsIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(/^\s*(?:nvm|dram|heap)\b[^#\n{]*\{([^}#\n]*)/gm)].flatMap(([, fields = '']) =>
      fields.split(',').flatMap((field) => /[A-Za-z_]\w*/.exec(field)?.[0] ?? []),
    ),
  ),
];

/** The forms that take the name of a heap. */
const TAKES_HEAP = /(?:->|\balloc|\broom\s*\()$/;

const opens = (line: string): boolean => /^(?:on|proc|if|while)\b/.test(line);

/** The number of open blocks behind these lines. */
const depthOf = (lines: readonly string[]): number =>
  lines.reduce((depth, line) => {
    const code = bare(line);
    return Math.max(0, depth + (opens(code) ? 1 : 0) - (code === 'end' ? 1 : 0));
  }, 0);

const isDeclaration = (before: string): boolean => /^(?:nvm|heap)\b/.test(before);

/** The words that may follow an array in a declaration of NVM: how it is drawn, and from where. */
function drawn(before: string, names: readonly Completion[]): readonly Completion[] {
  if (/\bas$/.test(before)) return offered(SHAPES);
  if (/\bas\s+(?:list|chains|tree)\b[^()]*\([^()]*\)$/.test(before)) return offered(['from ']);
  if (/[\]}]$/.test(before)) return offered(['as ']);
  return names;
}

/** The completions at a place of a program. */
export const ownCompletions =
  (w: OwnWords): Complete =>
  (text, at, asked) => {
    const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
    if (line.includes('#')) return undefined;
    const statement = line.slice(line.lastIndexOf(';') + 1).trimStart();
    const typed = /(?:[A-Za-z_]\w*)?$/.exec(statement)?.[0] ?? '';
    if (typed === '' && !asked) return undefined;
    const before = statement.slice(0, statement.length - typed.length).trimEnd();
    const rest = `${text.slice(0, at - typed.length)} ${text.slice(at)}`;
    const names = namesIn(rest).map((label) => ({ label, detail: w('offerName') }));
    const inside = depthOf(text.slice(0, at).split('\n').slice(0, -1)) > 0;
    const begun = inside ? [...offered(INSIDE), ...names] : offered(OUTSIDE);
    const named = isDeclaration(before) ? drawn(before, names) : names;
    const behind = before.endsWith('.')
      ? offered(fieldsIn(rest))
      : TAKES_HEAP.test(before)
        ? offered(heapsIn(rest))
        : named;
    const options = before === '' ? begun : before === 'on' ? offered(HANDLERS) : behind;
    if (!asked && options.some(({ label }) => label === typed)) return undefined;
    return { from: at - typed.length, options };
  };

/** Colours and indentation of programs. */
export const ownLanguage: CodeLanguage = {
  comment: '#',
  tokens: [
    [/#.*/y, 'comment'],
    [/\b(?:on|proc)\b/y, 'ask'],
    [
      /\b(?:nvm|dram|const|latch|if|else|while|end|return|nt|defer|assert|acquire|release)\b/y,
      'word',
    ],
    [/\b(?:write_back|clwb|s?fence|heap|alloc|free)\b/y, 'word'],
    [/\b(?:as|from)(?=\s+[A-Za-z_])/y, 'word'],
    [/\b(?:txn|thread|hash|room)\b/y, 'name'],
    [/0x[0-9a-fA-F]+|\d+/y, 'number'],
    [/[A-Za-z_]\w*/y, 'place'],
    [/->|==|!=|<=|>=|&&|\|\||<<|>>|[=;!,+*/%&|^<>-]/y, 'sign'],
  ],
  indent: (before, line) => {
    const depth = depthOf(before) - (/^(?:end|else)\b/.test(line) ? 1 : 0);
    return 2 * Math.max(depth, 0);
  },
  indentAgain: /^\s*(?:end|else|on|proc|nvm|dram|heap)$/,
};
