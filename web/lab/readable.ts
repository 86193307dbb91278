import { withoutMark } from '../model/scenario/file_kind';

/** An experiment's text as a file that people read. */
export const readable = (text: string) =>
  `${JSON.stringify(JSON.parse(withoutMark(text)), null, 2)}\n`;
