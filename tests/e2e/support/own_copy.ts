import { packEdit } from '../../../web/model/edit/edit_file';
import { applyEdit, type LectureEdit, markName } from '../../../web/model/edit/lecture_edit';
import { questionsDigest } from '../../../web/model/questions/questions_digest';
import { lectures } from './lecture';

const both = (words: string) => ({ en: words, zh: words });

/** A lecturer's changes to a lecture. */
export const OWN = {
  said: 'Look at the log buffer, all of you.',
  asked: 'Would T1 be there again tomorrow?',
};

/**
 * A lecture as a lecturer has changed it: another sentence at its first mark, and a question of
 * their own at the second. `link`: the fragment that opens it; `digest`: of its questions.
 */
export function ownCopy(id: string): { readonly link: string; readonly digest: string } {
  const shipped = lectures.find((each) => each.id === id);
  const [first, second] = (shipped?.marks ?? []).map(markName);
  if (!shipped || !first || !second) throw new Error(`no lecture ${id}`);
  const edit: LectureEdit = {
    marks: {
      [first]: { say: both(OWN.said) },
      [second]: {
        ask: { kind: 'fate', tx: 'T1', words: both(OWN.asked) },
      },
    },
  };
  return {
    link: `#v=1&s=${id}&edit=${encodeURIComponent(packEdit(edit))}&lang=en`,
    digest: questionsDigest(applyEdit(shipped, edit).scenario),
  };
}
