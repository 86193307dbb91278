import { parsedJson } from '../../model/values/json_text';

/** An experiment's text as a file that people read. */
export const readable = (text: string) => `${JSON.stringify(parsedJson(text), null, 2)}\n`;
