import type { FormProblems } from '../../lab/model/scorecard/form';
import { placeOf } from '../../model/scenario/json_place';
import { parsedJson } from '../../model/values/json_text';
import { Complaint } from '../complaint';

/**
 * The value in the text of a file that has no problem. Throws Complaint: `FILE:3:7:
 * claims.a-fig1.one.reason: missing`.
 */
export function keptIn(
  text: string,
  file: string,
  problemsOf: (value: unknown) => FormProblems,
): unknown {
  const value = parsed(text, file);
  const problems = problemsOf(value).map(({ path, reason }) => {
    const place = placeOf(text, path);
    const where = place ? `${file}:${place.line}:${place.column}` : file;
    return [where, path, reason].filter((part) => part !== '').join(': ');
  });
  if (problems.length > 0) throw new Complaint(problems.join('\n'));
  return value;
}

function parsed(text: string, file: string): unknown {
  try {
    return parsedJson(text);
  } catch (error) {
    throw new Complaint(`${file}: ${(error as Error).message}`);
  }
}

/** The text of a kept file: lists of plain values on one line. */
export function keptText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_, values: string) => `[${values.split(/,\s+/).join(', ')}]`,
  );
  return `${text}\n`;
}
