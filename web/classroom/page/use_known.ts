import { useEffect, useState } from 'react';
import type { CoursePlan } from '../../course/model/plan';
import { askOnce } from '../../engine/worker/latest';
import { unpackEdit } from '../../model/edit/edit_file';
import { readScenario } from '../../model/scenario/scenario_text';
import { listEdits } from '../../store/browser/own_edits';
import type { LectureLibrary } from '../../store/page/link_opener';
import { type Copy, copiesIn, knownCopy, unlike } from '../model/copies';
import { type KnownLecture, knownLecture } from '../model/questions';

/** The milliseconds of work after which the page may draw and listen again. */
export const SLICE = 24;

/** Lets the page draw and listen. */
export const rest = () => new Promise((next) => setTimeout(next));

/** Loads one after the other, with pauses between them; what does not exist is left out. */
async function inSlices<T>(
  all: readonly T[],
  make: (each: T) => Promise<KnownLecture | undefined>,
): Promise<readonly KnownLecture[]> {
  const found: KnownLecture[] = [];
  let since = performance.now();
  for (const each of all) {
    const known = await make(each).catch(() => undefined);
    if (known) found.push(known);
    if (performance.now() - since < SLICE) continue;
    await rest();
    since = performance.now();
  }
  return found;
}

/** The parts of copies that their answers need. */
export const knownCopies = (
  copies: readonly Copy[],
  load: LectureLibrary['load'],
): Promise<readonly KnownLecture[]> =>
  inSlices(copies, async ({ lecture, edit }) => {
    const text = await load(lecture);
    return text === undefined ? undefined : knownCopy(text, edit);
  });

/** The lectures that were changed in this browser. */
async function ownCopies(): Promise<readonly Copy[]> {
  const all = await listEdits().catch(() => []);
  return all.flatMap(({ lecture, edit }) => {
    const read = unpackEdit(edit);
    return read ? [{ lecture, edit: read }] : [];
  });
}

/** The lectures that ship, and the copies of them that plans and this browser hold. */
export function useKnown(
  library: LectureLibrary,
  plans: () => Promise<readonly CoursePlan[]>,
): readonly KnownLecture[] | undefined {
  const [known, setKnown] = useState<readonly KnownLecture[]>();
  useEffect(() => {
    const load = async () => {
      const texts = library.ids.map((id) => library.load(id));
      const shipped = await inSlices(texts, async (text) => {
        const found = await text;
        return found === undefined ? undefined : knownLecture(readScenario(found));
      });
      const planned = (await plans().catch(() => [])).flatMap(copiesIn);
      const copies = await knownCopies([...planned, ...(await ownCopies())], library.load);
      return [...shipped, ...unlike(shipped, copies)];
    };
    return askOnce(load, setKnown);
  }, [library, plans]);
  return known;
}
