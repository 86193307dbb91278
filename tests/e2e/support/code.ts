// The code editor's field, web/ui/code: no text area, and of a long text only a part is drawn.
import { expect, type Locator } from '@playwright/test';

/** The state that CodeMirror keeps at its content, as far as it is used here. */
interface Content extends HTMLElement {
  readonly cmTile?: {
    readonly view: {
      readonly state: {
        readonly doc: { toString: () => string };
        readonly selection: { readonly main: { readonly from: number; readonly to: number } };
      };
    };
  };
}

const stateOf = (field: Locator) =>
  field.evaluate((content: Content) => {
    const state = content.cmTile?.view.state;
    if (!state) throw new Error('it is no field of the code editor');
    const { from, to } = state.selection.main;
    const text = state.doc.toString();
    return { text, selected: text.slice(from, to), after: text.slice(from) };
  });

/** The complete text of a field. */
export const written = async (field: Locator): Promise<string> => (await stateOf(field)).text;

/** The selected text in it. */
export const selectedIn = async (field: Locator): Promise<string> =>
  (await stateOf(field)).selected;

/** The text behind the cursor. */
export const afterCursor = async (field: Locator): Promise<string> => (await stateOf(field)).after;

/** Puts another text in the place of all that is there, as one pastes it. */
export async function write(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a');
  await field.page().keyboard.insertText(text);
  await expect.poll(() => written(field)).toBe(text);
}
