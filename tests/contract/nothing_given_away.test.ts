import { beforeAll, describe, expect, it } from 'vitest';
import type { PlayedLecture } from '../../web/model/authoring/lecture_rule';
import { SECRET_RULES } from '../../web/model/authoring/secret_rules';
import { playedWithSecrets } from './played';
import { lectureFiles } from './scenario_files';

describe.each(lectureFiles())('lecture $name', (file) => {
  let lecture: PlayedLecture;
  beforeAll(async () => {
    lecture = await playedWithSecrets(file);
  }, 60_000);

  it.each(SECRET_RULES)('$says', ({ check }) => {
    expect(check(lecture)).toEqual([]);
  });
});

it('every kind of question is asked in some lecture', () => {
  const kinds = lectureFiles().flatMap(({ scenario }) =>
    (scenario.marks ?? []).flatMap(({ ask }) => (ask ? [ask.kind] : [])),
  );
  expect([...new Set(kinds)].sort()).toEqual(
    ['cut', 'fate', 'faster', 'leave-out', 'order', 'undone-next', 'value-after-crash'].sort(),
  );
});
