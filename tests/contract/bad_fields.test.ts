import { describe, expect, it } from 'vitest';
import { badFields } from './bad_fields';
import { expectRefused } from './bad_rows';
import { goodExperiment, goodScenario, judges, rareExperiment, rareScenario } from './good_files';
import { experimentFiles, lectureFiles } from './scenario_files';
import { formats } from './told_fields';

const lectures = lectureFiles().map(({ scenario }) => scenario);
const experiments = experimentFiles().map(({ text }) => JSON.parse(text));
const kinds = [
  { format: 'Scenario', files: [rareScenario, ...lectures], judge: judges.scenario },
  {
    format: 'ExperimentFile',
    files: [goodExperiment, rareExperiment, ...experiments],
    judge: judges.experiment,
  },
];

describe.each(kinds)('a file of the format $format', ({ format, files, judge }) => {
  it.each(badFields(formats, format, files))('$what is refused at $path', (bad) => {
    expectRefused(bad, judge);
  });
});

it('a field that no good file has is not passed over', () => {
  expect(() => badFields(formats, 'Scenario', [goodScenario])).toThrow(/no file has .*Mark.pause/);
});
