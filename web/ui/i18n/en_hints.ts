/** What was most likely meant where a text is refused, in English. */
export const enHints = {
  nearest: 'Did you mean “{{name}}”?',
  known: 'There are: {{names}}.',
  assign: 'A record takes a value by :=, as in A := A + 1.',
  text: 'Write it with its language: {"en": "…"}, {"zh": "…"}, or both.',
  digits: 'Leave the quotes off: a number has none.',
  comma: 'The comma before this bracket is one too many.',
  quotes: 'Names and texts are in straight double quotes: "…".',
} as const;
