/** What the editor explains in English; zh_editor.ts must have the same keys. */
export const enEditor = {
  threadHelp:
    'One statement per line: begin T1, A := 50, A := A + 5, read A, scan A to C, insert C := 1, delete B, signal x, await x, commit, abort. Where several transactions are open: T2: A := 50.',
  recordsHelp: 'One record per line: A = 100',
  overridesHelp: 'Leave a field empty for the machine’s own price.',
  withoutCourse:
    'On another system the script runs without the lecture: its narration, questions and power cuts belong to the original system.',
  kept: 'What you typed is kept until you run it or undo it.',
  jsonHelp: 'The whole scenario, with marks, faults and facts.',
  notJson: 'The text is not JSON, so the form cannot show it.',
} as const;
