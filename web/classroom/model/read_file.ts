// Reads a file that was handed in. It may come from anybody: every part is checked, and a refusal
// says where.
import { jsonOf } from '../../model/values/json_text';
import { boolean, type Check, list, number, object, oneOf, string } from '../../model/values/shape';
import { type AnswerFile, LIMITS } from './record';

/** The reason why a file holds no answers. */
export type FileProblem =
  | { readonly kind: 'too-large'; readonly bytes: number }
  | { readonly kind: 'no-json' }
  | { readonly kind: 'no-answers' }
  | { readonly kind: 'newer'; readonly version: number }
  /** `path` is the place where another form was expected, such as `lectures[2].questions`. */
  | { readonly kind: 'misshapen'; readonly path: string };

export type ReadFile =
  | { readonly kind: 'read'; readonly file: AnswerFile }
  | { readonly kind: 'refused'; readonly problem: FileProblem };

const both =
  (...checks: readonly Check[]): Check =>
  (value, path) => {
    for (const check of checks) {
      const found = check(value, path);
      if (found) return found;
    }
    return undefined;
  };
const holds =
  <T>(condition: (value: T) => boolean): Check =>
  (value, path) =>
    condition(value as T) ? undefined : { path };

const short = (most: number) =>
  both(
    string,
    holds<string>((text) => text.length <= most),
  );
const whole = (most: number) =>
  both(
    number,
    holds<number>((value) => Number.isInteger(value) && value >= 0 && value <= most),
  );
const date = both(
  short(40),
  holds<string>((text) => !Number.isNaN(Date.parse(text))),
);
const text = both(
  object({}, { en: short(LIMITS.text), zh: short(LIMITS.text) }),
  holds<Record<string, unknown>>((value) => 'en' in value || 'zh' in value),
);
const digest = both(
  string,
  holds<string>((value) => /^[0-9a-f]{10}$/.test(value)),
);
const kinds = ['fate', 'value-after-crash', 'undone-next', 'leave-out', 'order', 'faster', 'cut'];

const answer = object(
  { guess: short(LIMITS.text), truth: short(LIMITS.text), right: boolean },
  {
    at: date,
    took: both(
      number,
      holds<number>((seconds) => seconds >= 0),
    ),
  },
);
const question = object({
  mark: whole(10_000),
  kind: oneOf(kinds),
  tries: both(
    list(answer, LIMITS.tries),
    holds<readonly unknown[]>((tries) => tries.length > 0),
  ),
});
const lecture = object(
  {
    lecture: short(LIMITS.text),
    title: text,
    digest,
    ended: boolean,
    asks: whole(LIMITS.questions),
    questions: both(
      list(question, LIMITS.questions),
      holds<readonly { mark: number }[]>(
        (all) => new Set(all.map(({ mark }) => mark)).size === all.length,
      ),
    ),
  },
  { began: date },
);
const file = object(
  { made: date, lectures: list(lecture, LIMITS.lectures) },
  { name: short(LIMITS.name), plan: object({ title: text }, { digest: short(LIMITS.text) }) },
);

/** Reads the text of a file. */
export function readAnswerFile(content: string): ReadFile {
  const refused = (problem: FileProblem): ReadFile => ({ kind: 'refused', problem });
  if (content.length > LIMITS.bytes) return refused({ kind: 'too-large', bytes: content.length });
  const value = jsonOf(content);
  if (value === undefined) return refused({ kind: 'no-json' });
  if (typeof value !== 'object' || value === null) return refused({ kind: 'no-answers' });
  const { afterimage, version } = value as Record<string, unknown>;
  if (afterimage !== 'answers' || typeof version !== 'number')
    return refused({ kind: 'no-answers' });
  if (version !== 1) return refused({ kind: 'newer', version });
  const found = file(value, '');
  if (found) return refused({ kind: 'misshapen', path: found.path.replace(/^\./, '') });
  return { kind: 'read', file: value as AnswerFile };
}
