import { useCallback, useMemo, useRef, useState } from 'react';
import { parsePlan } from '../../course/model/plan';
import { planFromLink } from '../../course/model/plan_link';
import { readScenario } from '../../model/scenario/scenario_text';
import type { LectureLibrary } from '../../store/page/link_opener';
import { codeReader } from '../model/code';
import { type Collected, collect, type Handed, type Refused } from '../model/collect';
import { copiesIn, unlike } from '../model/copies';
import { linesOf, pastedLine } from '../model/paste';
import { type KnownLecture, knownLecture } from '../model/questions';
import { readAnswerFile } from '../model/read_file';
import { LIMITS } from '../model/record';
import { knownCopies, rest, SLICE } from './use_known';

/** A file that was dropped, with the folders that it was in. */
export interface DroppedFile {
  readonly name: string;
  readonly file: File;
}

/** Why a file was not even read. */
export interface Unreadable {
  readonly source: string;
  readonly message: string;
}

/** Files that are read at a time. */
const AT_ONCE = 16;

/** Lectures in a file that was dropped among answers: a changed one, or those of a plan. */
async function lecturesIn(
  content: string,
  load: LectureLibrary['load'],
): Promise<readonly KnownLecture[]> {
  try {
    const parsed = parsePlan(content);
    if ('plan' in parsed) return await knownCopies(copiesIn(parsed.plan), load);
    const scenario = readScenario(content);
    const asks = scenario.kind === 'scenario' && scenario.marks?.some(({ ask }) => ask);
    return asks ? [{ ...knownLecture(scenario), copy: { kind: 'changed' } }] : [];
  } catch {
    return [];
  }
}

export interface Progress {
  readonly done: number;
  readonly of: number;
}

interface Batch {
  readonly handed: Handed[];
  readonly refused: Refused[];
  readonly lectures: KnownLecture[];
  readonly unreadable: Unreadable[];
}

/** Reads one file into what was found so far. */
async function readInto(
  { name, file }: DroppedFile,
  load: LectureLibrary['load'],
  found: Batch,
): Promise<void> {
  const refuse = (refusal: Refused['refusal']) =>
    found.refused.push({ source: name, content: '', refusal });
  if (file.size > LIMITS.bytes) {
    refuse({ kind: 'too-large', bytes: file.size });
    return;
  }
  try {
    const content = await file.text();
    const read = readAnswerFile(content);
    if (read.kind === 'read') found.handed.push({ kind: 'file', name, file: read.file });
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

/** The plan whose link a line holds; undefined where it holds none. */
function planIn(line: string) {
  const link = /[#&]plan=([^&\s]+)/.exec(line)?.[1];
  try {
    return link === undefined ? undefined : planFromLink(decodeURIComponent(link));
  } catch {
    return undefined;
  }
}

/** What was handed in, as far as it has been read. `load`: the text of a lecture that ships. */
export function useHanded(shipped: readonly KnownLecture[], load: LectureLibrary['load']) {
  const [handed, setHanded] = useState<readonly Handed[]>([]);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [unreadable, setUnreadable] = useState<readonly Unreadable[]>([]);
  const [own, setOwn] = useState<readonly KnownLecture[]>([]);
  const [learned, setLearned] = useState<KnownLecture>();
  const [progress, setProgress] = useState<Progress>();
  const turn = useRef(0);
  const known = useMemo(() => [...shipped, ...unlike(shipped, own)], [own, shipped]);

  const readCode = useMemo(() => codeReader(known), [known]);

  const learn = useCallback((lectures: readonly KnownLecture[]) => {
    setOwn((before) => [...lectures, ...before]);
    setLearned(lectures[0]);
  }, []);

  const read = useCallback(
    async (files: readonly DroppedFile[]) => {
      const mine = turn.current;
      const found: Batch = { handed: [], refused: [], lectures: [], unreadable: [] };
      let since = performance.now();
      for (let from = 0; from < files.length && mine === turn.current; from += AT_ONCE) {
        await Promise.all(
          files.slice(from, from + AT_ONCE).map((each) => readInto(each, load, found)),
        );
        if (performance.now() - since < SLICE) continue;
        setProgress({ done: Math.min(from + AT_ONCE, files.length), of: files.length });
        await rest();
        since = performance.now();
      }
      if (mine !== turn.current) return;
      setProgress(undefined);
      setHanded((before) => [...before, ...found.handed]);
      setRefused((before) => [...before, ...found.refused]);
      setUnreadable((before) => [...before, ...found.unreadable]);
      learn(found.lectures);
    },
    [load, learn],
  );

  const paste = useCallback(
    async (text: string) => {
      const mine = turn.current;
      const lines = linesOf(text);
      const found: Handed[] = [];
      let since = performance.now();
      for (const { line, content } of lines) {
        const plan = planIn(content);
        if (plan) learn(await knownCopies(copiesIn(plan), load));
        else found.push({ kind: 'code', ...pastedLine(line, content, readCode) });
        if (performance.now() - since < SLICE) continue;
        setProgress({ done: found.length, of: lines.length });
        await rest();
        since = performance.now();
        if (mine !== turn.current) return;
      }
      setProgress(undefined);
      setHanded((before) => [...before, ...found]);
    },
    [readCode, load, learn],
  );

  const clear = useCallback(() => {
    turn.current++;
    setProgress(undefined);
    setLearned(undefined);
    for (const empty of [setHanded, setRefused, setUnreadable, setOwn]) empty([]);
  }, []);

  const collected: Collected = useMemo(
    () => collect(handed, known, readCode),
    [handed, known, readCode],
  );
  const all = useMemo(() => [...refused, ...collected.refused], [refused, collected]);
  const { rows } = collected;
  return { known, rows, refused: all, unreadable, progress, learned, read, paste, clear };
}
