// Marks in the gutter and in the text, for lines that an execution has reached, and for lines with
// a complaint.
import { RangeSetBuilder, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view';
import type { Complaint } from './code_language';

interface Lines {
  readonly lit: ReadonlySet<number>;
  readonly bad: ReadonlySet<number>;
  readonly fixed: ReadonlySet<number>;
}

const change = StateEffect.define<Lines>();

/** Sets the lines that are marked from now on; where some are fixed, all others are free. */
export const showLines = (
  lit: ReadonlySet<number>,
  complaints: readonly Complaint[],
  fixed: ReadonlySet<number>,
) => change.of({ lit, bad: new Set(complaints.map(({ line }) => line)), fixed });

class LineMark extends GutterMarker {
  constructor(override readonly elementClass: string) {
    super();
  }
  override eq(other: GutterMarker): boolean {
    return other.elementClass === this.elementClass;
  }
}

const badMark = new LineMark('code-bad');
const litMark = new LineMark('code-lit');
const litLine = Decoration.line({ class: 'code-lit' });
const fixedLine = Decoration.line({ class: 'code-fixed' });
const freeLine = Decoration.line({ class: 'code-free' });

const field = StateField.define<Lines>({
  create: () => ({ lit: new Set(), bad: new Set(), fixed: new Set() }),
  update: (lines, { effects }) =>
    effects.reduce((now, effect) => (effect.is(change) ? effect.value : now), lines),
});

/** The beginnings of lines that the text has, in its order. */
const startsOf = (doc: Text, lines: ReadonlySet<number>) =>
  [...lines]
    .filter((line) => line >= 1 && line <= doc.lines)
    .sort((a, b) => a - b)
    .map((line) => ({ line, from: doc.line(line).from }));

const inGutter = gutterLineClass.compute([field, 'doc'], (state) => {
  const { lit, bad } = state.field(field);
  const marks = new RangeSetBuilder<GutterMarker>();
  for (const { line, from } of startsOf(state.doc, new Set([...lit, ...bad])))
    marks.add(from, from, bad.has(line) ? badMark : litMark);
  return marks.finish();
});

const inText = EditorView.decorations.compute([field, 'doc'], (state) =>
  Decoration.set(
    startsOf(state.doc, state.field(field).lit).map(({ from }) => litLine.range(from)),
  ),
);

/** The lines that may be changed, where not all of them may. */
const mayChange = EditorView.decorations.compute([field, 'doc'], (state) => {
  const { fixed } = state.field(field);
  if (fixed.size === 0) return Decoration.none;
  const { doc } = state;
  return Decoration.set(
    Array.from({ length: doc.lines }, (_, index) =>
      (fixed.has(index + 1) ? fixedLine : freeLine).range(doc.line(index + 1).from),
    ),
  );
});

/** The marks, and where they are drawn. */
export const lineMarks = [field, inGutter, inText, mayChange];
