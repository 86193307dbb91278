// The look of code: the page's own colours, which cross into the editor's shadow root as
// properties.
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The classes of tokens, of JSON and of the page's own languages. */
export const codeColours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], color: 'var(--t1)', fontWeight: '600' },
  { tag: tags.controlKeyword, color: 'var(--t4)', fontWeight: '600' },
  { tag: [tags.number, tags.literal], color: 'var(--t2)' },
  { tag: tags.string, color: 'var(--t3)' },
  { tag: [tags.propertyName, tags.variableName], color: 'var(--ink)' },
  { tag: tags.labelName, color: 'var(--t6)', fontWeight: '600' },
  { tag: tags.operator, color: 'var(--mute)' },
  { tag: tags.comment, color: 'var(--mute)', fontStyle: 'italic' },
]);

const text = { '&': { color: 'var(--ink)', backgroundColor: 'transparent' } };

const gutter = {
  '.cm-gutters': {
    // It stays where it is while the lines are scrolled sideways below it.
    backgroundColor: 'var(--code-paper)',
    borderRight: '1px solid var(--line)',
    color: 'var(--mute)',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2.25rem', padding: '0 0.5rem' },
  '.cm-foldGutter .cm-gutterElement': { cursor: 'pointer' },
  // A sign accompanies the colour, since some readers do not see red.
  '.cm-gutterElement.code-bad': { backgroundColor: 'var(--warn)', color: 'var(--paper)' },
  '.cm-lineNumbers .cm-gutterElement.code-bad::before': { content: '"▸"' },
  '.cm-gutterElement.code-lit': {
    backgroundColor: 'var(--wash)',
    color: 'var(--ink)',
    boxShadow: 'inset 2px 0 var(--accent)',
  },
};

const complaints = {
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn) 1.5px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-active': { backgroundColor: 'var(--warn-wash)' },
  '.cm-lintPoint-error::after': { borderBottomColor: 'var(--warn)' },
  '.cm-diagnostic': { padding: '0.25rem 0.5rem', fontFamily: 'var(--sans)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--warn)' },
};

const popups = {
  '.cm-tooltip': {
    maxWidth: 'min(30rem, 90vw)',
    border: '1px solid var(--edge)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--panel)',
    color: 'var(--ink)',
    fontSize: 'var(--text-l)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '14rem', fontFamily: 'var(--mono)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    minHeight: '1.5rem',
    padding: '0.125rem 0.5rem',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--paper)',
  },
  '.cm-completionMatchedText': { fontWeight: '700' },
  '.cm-completionDetail': {
    color: 'var(--mute)',
    fontFamily: 'var(--sans)',
    fontStyle: 'normal',
  },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
};

/** The look of the field itself; its host gives it the size of its text. */
export const codeLook = EditorView.theme({
  ...text,
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-1px' },
  '&.cm-editor': { height: '100%' },
  '.cm-scroller': { overflow: 'auto', fontFamily: 'var(--mono)', lineHeight: 'inherit' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 0.75rem' },
  // The bar is an edge, which is visible in forced colours, too.
  '.cm-line.code-free': {
    borderLeft: '3px solid var(--accent)',
    paddingLeft: 'calc(0.75rem - 3px)',
  },
  '.cm-line.code-fixed': { backgroundColor: 'var(--sunken)' },
  '.cm-line.code-lit': { backgroundColor: 'var(--wash)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--edge)',
  },
  '.cm-foldPlaceholder': {
    border: '1px solid var(--edge)',
    backgroundColor: 'var(--sunken)',
    color: 'var(--mute)',
  },
  ...gutter,
  ...complaints,
  ...popups,
});
