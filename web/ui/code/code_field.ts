// The code editor's field: CodeMirror in a shadow root. It is fetched when an editor is first
// shown, and nothing but code_editor.tsx imports it. In a shadow root its styles are adopted
// sheets: elements with styles, as in the page itself, would violate the policy of the built site.
import {
  autocompletion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { nextDiagnostic, previousDiagnostic, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { type CodeLanguage, type Complaint, type Complete, spanOf } from './code_language';
import { codeColours, codeLook } from './code_look';
import { lineMarks, showLines } from './code_marks';
import { languageOf } from './code_tokens';

/** The options of a new field; functions are called anew each time. */
export interface FieldOptions {
  readonly text: string;
  readonly language: 'json' | CodeLanguage;
  /** The longest text that can be typed. */
  readonly longest: number;
  /**
   * Returns false for texts that cannot be typed; such a text that is already there can be changed.
   */
  readonly mayBe: (text: string) => boolean;
  /** Called when a text was too long to be taken. */
  readonly onTooLong: () => void;
  readonly onChange: (text: string) => void;
  readonly complete: Complete;
}

/** The properties that may change while a field is shown. */
export interface FieldState {
  readonly label: string;
  readonly complaints: readonly Complaint[];
  /** The lines that an execution has reached. */
  readonly lit: ReadonlySet<number>;
  /** The lines that cannot be changed; if there are any, they look different from all others. */
  readonly fixed: ReadonlySet<number>;
  /** Elements of the page that describe the field, by their ids. */
  readonly describedBy: readonly string[];
  /** The library's phrases in the reader's language, by their English. */
  readonly phrases: Readonly<Record<string, string>>;
}

/** A field that is shown. */
export interface CodeField {
  /** Shows another text; what was typed can be restored by undo. */
  write: (text: string) => void;
  show: (state: FieldState) => void;
  /** Goes to a place of the text, and selects up to another. */
  select: (from: number, to: number) => void;
  close: () => void;
}

/** The text came from outside, so it is not reported. */
const given = Annotation.define<boolean>();

const completing = (complete: Complete) =>
  autocompletion({
    icons: false,
    override: [
      ({ state, pos, explicit }: CompletionContext) => {
        const offer = complete(state.doc.toString(), pos, explicit);
        if (!offer) return null;
        const { from, options, stays } = offer;
        return { from, options: [...options], ...(stays ? { validFor: stays } : {}) };
      },
    ],
  });

const languagePart = (language: FieldOptions['language']): Extension =>
  language === 'json'
    ? [json(), foldGutter(), bracketMatching(), closeBrackets(), keymap.of(foldKeymap)]
    : languageOf(language);

/** The Tab key leaves the field, as it leaves any other. */
const keys = keymap.of([
  ...closeBracketsKeymap,
  ...completionKeymap,
  { key: 'F8', run: nextDiagnostic },
  { key: 'Shift-F8', run: previousDiagnostic },
  ...historyKeymap,
  ...defaultKeymap,
]);

/**
 * Types over a selection. A browser left to itself may keep the old text's colours as styles of
 * elements, which the policy of the built site forbids.
 */
const typingOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main;
    const { data, inputType, isComposing } = event;
    if (empty || isComposing || inputType !== 'insertText' || data === null) return false;
    const plain = () =>
      view.state.update(view.state.replaceSelection(data), {
        userEvent: 'input.type',
        scrollIntoView: true,
      });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, plain))) view.dispatch(plain());
    return true;
  },
});

const shorter = ({ longest, onTooLong }: Pick<FieldOptions, 'longest' | 'onTooLong'>) =>
  EditorState.changeFilter.of(({ docChanged, newDoc, startState }) => {
    if (!docChanged || newDoc.length <= longest) return true;
    if (newDoc.length < startState.doc.length) return true;
    onTooLong();
    return false;
  });

const allowed = (mayBe: FieldOptions['mayBe']) =>
  EditorState.changeFilter.of((change) => {
    if (!change.docChanged || change.annotation(given)) return true;
    return mayBe(change.newDoc.toString()) || !mayBe(change.startState.doc.toString());
  });

/** The part in which two texts differ, as a change of the first. */
function difference(before: string, after: string) {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

const attributes = ({ label, complaints, phrases }: FieldState): Extension => [
  EditorView.contentAttributes.of({
    // An editable element gets the focus in any case, but some checking tools do not know that.
    tabindex: '0',
    'aria-label': label,
    'aria-invalid': `${complaints.length > 0}`,
  }),
  EditorState.phrases.of(phrases),
];

/** An id does not work across a shadow root, but elements do. */
function describe(content: HTMLElement, ids: readonly string[]): void {
  const found = ids.flatMap((id) => content.ownerDocument.getElementById(id) ?? []);
  Object.assign(content, { ariaDescribedByElements: found.length > 0 ? found : null });
}

function diagnosticsOf(text: string, complaints: readonly Complaint[]) {
  return complaints.map((complaint) => {
    const { message } = complaint;
    return { ...spanOf(text, complaint), severity: 'error' as const, message };
  });
}

/** All settings except those that `show` changes. */
const fixed = (options: FieldOptions): Extension => [
  lineMarks,
  lineNumbers(),
  history(),
  indentOnInput(),
  syntaxHighlighting(codeColours),
  languagePart(options.language),
  completing(options.complete),
  keys,
  typingOver,
  shorter(options),
  allowed(options.mayBe),
  codeLook,
  EditorView.updateListener.of(({ docChanged, transactions, state }) => {
    const told = transactions.every((each) => each.annotation(given));
    if (docChanged && !told) options.onChange(state.doc.toString());
  }),
];

/** Shows a field in an element, which has, or is given, a shadow root for it. */
export function openField(host: HTMLElement, options: FieldOptions): CodeField {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  const told = new Compartment();
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [told.of([]), fixed(options)],
    }),
  });
  const textNow = () => view.state.doc.toString();
  return {
    write(text) {
      const now = textNow();
      if (text === now) return;
      view.dispatch({ changes: difference(now, text), annotations: given.of(true) });
    },
    show(state) {
      describe(view.contentDOM, state.describedBy);
      view.dispatch({
        effects: [
          told.reconfigure(attributes(state)),
          showLines(state.lit, state.complaints, state.fixed),
        ],
      });
      view.dispatch(setDiagnostics(view.state, diagnosticsOf(textNow(), state.complaints)));
    },
    select(from, to) {
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    close: () => view.destroy(),
  };
}
