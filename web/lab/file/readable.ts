import { parsedJson } from '../../model/values/json_text';

/** An experiment's text in a form for human readers. */
export const readable = (text: string) => `${JSON.stringify(parsedJson(text), null, 2)}\n`;
