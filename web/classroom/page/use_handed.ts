import { useCallback, useMemo, useState } from 'react';
import { parsePlan } from '../../course/model/plan';
import type { Scenario } from '../../engine/protocol';
import { Latest } from '../../engine/worker/latest';
import { fieldIn } from '../../model/scenario/file_kind';
import { scenarioShape } from '../../model/scenario/scenario_shape';
import { readAs } from '../../model/values/shape';
import type { LectureLibrary } from '../../store/page/link_opener';
import { type CodeReader, codeReader } from '../model/code';
import {
  type Collected,
  collect,
  type FolderProblem,
  type Handed,
  type Refused,
} from '../model/collect';
import { copiesIn, copiesInLink, unlike } from '../model/copies';
import { linesOf, pastedLine } from '../model/paste';
import { type KnownLecture, knownLecture } from '../model/questions';
import { readAnswerFile } from '../model/read_file';
import { LIMITS } from '../model/record';
import { knownCopies, rest, SLICE } from './use_known';

const PROGRAM_KINDS: readonly unknown[] = ['own-answer', 'own-assignment'];

/** True if a file says that it is about a student's own log: an answer, or an assignment. */
const isProgram = (content: string) => PROGRAM_KINDS.includes(fieldIn(content, 'kind'));

/** A dropped file with the folders that it was in, or the reason why it cannot be had. */
export type DroppedFile = { readonly name: string } & (
  | { readonly file: File }
  | { readonly failed: string }
  | { readonly refusal: FolderProblem }
);

/** The reason why a file was not even read. */
export interface Unreadable {
  readonly source: string;
  readonly message: string;
}

/** The number of files that are read at a time. */
const AT_ONCE = 16;

/** The lectures in a file that was dropped among answers: a changed one, or those of a plan. */
async function lecturesIn(
  content: string,
  load: LectureLibrary['load'],
): Promise<readonly KnownLecture[]> {
  try {
    const parsed = parsePlan(content);
    if ('plan' in parsed) return await knownCopies(copiesIn(parsed.plan), load);
    const scenario = readAs<Scenario>(content, scenarioShape);
    const asks = scenario.marks?.some(({ ask }) => ask);
    return asks ? [{ ...knownLecture(scenario), copy: { kind: 'changed' } }] : [];
  } catch {
    return [];
  }
}

export interface Progress {
  readonly done: number;
  readonly of: number;
}

/** A file about a student's own log, as it was handed in; another module reads it. */
export interface ProgramFile {
  readonly name: string;
  readonly content: string;
}

interface Batch {
  readonly handed: Handed[];
  readonly programs: ProgramFile[];
  readonly refused: Refused[];
  readonly lectures: KnownLecture[];
  readonly unreadable: Unreadable[];
}

/** Reads one file into the results so far. */
async function readInto(
  dropped: DroppedFile,
  load: LectureLibrary['load'],
  found: Batch,
): Promise<void> {
  const { name } = dropped;
  const refuse = (refusal: Refused['refusal']) =>
    found.refused.push({ source: name, content: '', refusal });
  if ('refusal' in dropped) return void refuse(dropped.refusal);
  if ('failed' in dropped)
    return void found.unreadable.push({ source: name, message: dropped.failed });
  const { file } = dropped;
  if (file.size > LIMITS.bytes) {
    refuse({ kind: 'too-large', bytes: file.size });
    return;
  }
  try {
    const content = await file.text();
    const read = readAnswerFile(content);
    if (read.kind === 'read') found.handed.push({ kind: 'file', name, file: read.file });
    else if (isProgram(content)) found.programs.push({ name, content });
    else {
      const none = read.problem.kind === 'no-answers';
      const lectures = none ? await lecturesIn(content, load) : [];
      if (lectures.length > 0) found.lectures.push(...lectures);
      else refuse(read.problem);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    found.unreadable.push({ source: name, message });
  }
}

/**
 * Goes through items with pauses between them; `still` says whether the results are still wanted.
 */
interface Going {
  readonly still: () => boolean;
  readonly onProgress: (progress: Progress | undefined) => void;
}

/**
 * Reads all of `count` items, from one place to the one that `step` returns; false once the results
 * are no longer wanted.
 */
async function throughAll(
  count: number,
  step: (from: number) => Promise<number>,
  { still, onProgress }: Going,
): Promise<boolean> {
  let since = performance.now();
  for (let from = 0; from < count && still(); ) {
    from = await step(from);
    if (performance.now() - since < SLICE) continue;
    onProgress({ done: Math.min(from, count), of: count });
    await rest();
    since = performance.now();
  }
  if (!still()) return false;
  onProgress(undefined);
  return true;
}

const emptyBatch = (): Batch => ({
  handed: [],
  programs: [],
  refused: [],
  lectures: [],
  unreadable: [],
});

/** Reads files; undefined once they are no longer wanted. */
async function readFiles(
  files: readonly DroppedFile[],
  load: LectureLibrary['load'],
  going: Going,
): Promise<Batch | undefined> {
  const found = emptyBatch();
  const step = async (from: number) => {
    await Promise.all(files.slice(from, from + AT_ONCE).map((each) => readInto(each, load, found)));
    return from + AT_ONCE;
  };
  return (await throughAll(files.length, step, going)) ? found : undefined;
}

/** Reads a column of codes, and the links to plans and changed lectures among them. */
async function readColumn(
  text: string,
  readCode: CodeReader,
  load: LectureLibrary['load'],
  going: Going,
): Promise<Batch | undefined> {
  const lines = linesOf(text);
  const found = emptyBatch();
  const step = async (from: number) => {
    const { line, content } = lines[from] ?? { line: 0, content: '' };
    const copies = copiesInLink(content);
    if (copies.length > 0) found.lectures.push(...(await knownCopies(copies, load)));
    else found.handed.push({ kind: 'code', ...pastedLine(line, content, readCode) });
    return from + 1;
  };
  return (await throughAll(lines.length, step, going)) ? found : undefined;
}

/**
 * The answers that were handed in, as far as they have been read. `load` returns the text of a
 * shipped lecture.
 */
export function useHanded(shipped: readonly KnownLecture[], load: LectureLibrary['load']) {
  const [batch, setBatch] = useState<Batch>(emptyBatch);
  const [learned, setLearned] = useState<KnownLecture>();
  const [progress, setProgress] = useState<Progress>();
  const latest = useMemo(() => new Latest(), []);
  const known = useMemo(() => [...shipped, ...unlike(shipped, batch.lectures)], [batch, shipped]);
  const readCode = useMemo(() => codeReader(known), [known]);

  const take = useCallback(
    async (reading: (going: Going) => Promise<Batch | undefined>) => {
      const signal = latest.current;
      const still = () => !signal.aborted;
      const found = await reading({ still, onProgress: (now) => still() && setProgress(now) });
      if (!found) return;
      setBatch((before) => ({
        handed: [...before.handed, ...found.handed],
        programs: [...before.programs, ...found.programs],
        refused: [...before.refused, ...found.refused],
        unreadable: [...before.unreadable, ...found.unreadable],
        lectures: [...found.lectures, ...before.lectures],
      }));
      setLearned(found.lectures[0]);
    },
    [latest],
  );
  const read = useCallback(
    (files: readonly DroppedFile[]) => take((going) => readFiles(files, load, going)),
    [take, load],
  );
  const paste = useCallback(
    (text: string) => take((going) => readColumn(text, readCode, load, going)),
    [take, readCode, load],
  );
  const clear = useCallback(() => {
    latest.begin();
    setProgress(undefined);
    setLearned(undefined);
    setBatch(emptyBatch());
  }, [latest]);

  const { rows, refused }: Collected = useMemo(
    () => collect(batch.handed, known, readCode),
    [batch, known, readCode],
  );
  const all = useMemo(() => [...batch.refused, ...refused], [batch, refused]);
  const { programs, unreadable } = batch;
  return { known, rows, programs, refused: all, unreadable, progress, learned, read, paste, clear };
}
