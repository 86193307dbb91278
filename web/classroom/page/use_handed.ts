import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Text } from '../../engine/protocol';
import { readScenario } from '../../model/scenario/scenario_text';
import type { LectureLibrary } from '../../store/page/link_opener';
import { codeReader } from '../model/code';
import { type Collected, collect, type Handed, type Refused } from '../model/collect';
import { linesOf, pastedLine } from '../model/paste';
import { type KnownLecture, knownLecture } from '../model/questions';
import { readAnswerFile } from '../model/read_file';
import { LIMITS } from '../model/record';

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

/** So long one may work before the page draws and listens again, in milliseconds. */
const SLICE = 24;
/** Files that are read at a time. */
const AT_ONCE = 16;

const rest = () => new Promise((next) => setTimeout(next));

/** The lectures that ship, as far as answers need them. */
export function useKnown(library: LectureLibrary): readonly KnownLecture[] | undefined {
  const [known, setKnown] = useState<readonly KnownLecture[]>();
  useEffect(() => {
    let gone = false;
    const load = async () => {
      const found: KnownLecture[] = [];
      const texts = await Promise.all(
        library.ids.map((id) => library.load(id).catch(() => undefined)),
      );
      let since = performance.now();
      for (const text of texts) {
        if (text !== undefined) found.push(knownLecture(readScenario(text)));
        if (performance.now() - since < SLICE) continue;
        await rest();
        since = performance.now();
      }
      if (!gone) setKnown(found);
    };
    void load();
    return () => {
      gone = true;
    };
  }, [library]);
  return known;
}

/** A scenario that was dropped among answers: a lecture that was changed. */
function lectureIn(content: string): KnownLecture | undefined {
  try {
    const scenario = readScenario(content);
    return scenario.kind === 'scenario' && scenario.marks?.some(({ ask }) => ask)
      ? knownLecture(scenario)
      : undefined;
  } catch {
    return undefined;
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
async function readInto({ name, file }: DroppedFile, found: Batch): Promise<void> {
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
      const lecture = read.problem.kind === 'no-answers' ? lectureIn(content) : undefined;
      if (lecture) found.lectures.push(lecture);
      else refuse(read.problem);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    found.unreadable.push({ source: name, message });
  }
}

/** What was handed in, as far as it has been read. */
export function useHanded(shipped: readonly KnownLecture[]) {
  const [handed, setHanded] = useState<readonly Handed[]>([]);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [unreadable, setUnreadable] = useState<readonly Unreadable[]>([]);
  const [own, setOwn] = useState<readonly KnownLecture[]>([]);
  const [learned, setLearned] = useState<Text>();
  const [progress, setProgress] = useState<Progress>();
  const turn = useRef(0);
  // What is handed in again of a changed lecture's own file goes by that.
  const known = useMemo(() => [...own, ...shipped], [own, shipped]);

  const readCode = useMemo(() => codeReader(known), [known]);

  const read = useCallback(async (files: readonly DroppedFile[]) => {
    const mine = turn.current;
    const found: Batch = { handed: [], refused: [], lectures: [], unreadable: [] };
    let since = performance.now();
    for (let from = 0; from < files.length && mine === turn.current; from += AT_ONCE) {
      await Promise.all(files.slice(from, from + AT_ONCE).map((each) => readInto(each, found)));
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
    setOwn((before) => [...found.lectures, ...before]);
    setLearned(found.lectures[0]?.title);
  }, []);

  const paste = useCallback(
    async (text: string) => {
      const mine = turn.current;
      const lines = linesOf(text);
      const found: Handed[] = [];
      let since = performance.now();
      for (const { line, content } of lines) {
        found.push({ kind: 'code', ...pastedLine(line, content, readCode) });
        if (performance.now() - since < SLICE) continue;
        setProgress({ done: found.length, of: lines.length });
        await rest();
        since = performance.now();
        if (mine !== turn.current) return;
      }
      setProgress(undefined);
      setHanded((before) => [...before, ...found]);
    },
    [readCode],
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
