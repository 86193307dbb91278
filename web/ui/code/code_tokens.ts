// The conversion of a language of the page to one of the editor's library.
import { indentService, StreamLanguage } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import type { CodeLanguage, TokenKind } from './code_language';

/** The library's names of the tokens that code_look.ts colours. */
const NAMES: Readonly<Record<TokenKind, string>> = {
  word: 'keyword',
  ask: 'controlKeyword',
  place: 'variableName',
  name: 'labelName',
  number: 'number',
  sign: 'operator',
  text: 'string',
  comment: 'comment',
};

const stream = ({ tokens, comment }: CodeLanguage) =>
  StreamLanguage.define<null>({
    startState: () => null,
    copyState: () => null,
    token(line) {
      for (const [pattern, kind] of tokens) {
        pattern.lastIndex = line.pos;
        const length = pattern.exec(line.string)?.[0].length ?? 0;
        if (length > 0) {
          line.pos += length;
          return NAMES[kind];
        }
      }
      line.next();
      return null;
    },
    languageData: { commentTokens: { line: comment } },
  });

const indenting = (indent: NonNullable<CodeLanguage['indent']>) =>
  indentService.of((context, at) => {
    // The line is about to be broken at `from`, and the text before that is a line.
    const { from, text } = context.lineAt(at);
    const before = context.state.doc.sliceString(0, from).replace(/\n$/, '');
    return indent(before.split('\n'), text.trim());
  });

/** Colours, comments and indentation of a language. */
export function languageOf(language: CodeLanguage): Extension {
  const { indent, indentAgain } = language;
  return [
    stream(language),
    indent ? indenting(indent) : [],
    indentAgain ? EditorState.languageData.of(() => [{ indentOnInput: indentAgain }]) : [],
  ];
}
