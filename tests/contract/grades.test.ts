import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { assignments } from '../../web/own/model/library';
import { idOf } from '../../web/own/model/own_assignment';
import { type LabRunner, labRunner } from '../web/support/lab_runner';

// `lab grade`: what a lecturer gets of the answers of a class.

let runner: LabRunner;
beforeAll(async () => {
  runner = await labRunner('grade');
  mkdirSync(join(runner.folder, 'answers'));
});

const [first] = assignments;
const solution = first?.solution ?? '';
const answer = (name: string, program: string, more: object = {}) => ({
  format: 1,
  kind: 'own-answer',
  assignment: first?.id,
  name,
  program,
  attempts: 3,
  hints: 1,
  engine: '0.1.0',
  ...more,
});

it('grades each answer again, names twins, and tells what is no answer', async () => {
  const { file, lab } = runner;
  file(
    'answers/1-ada.json',
    answer('Ada', solution, { grade: { standing: 'kept', kept: 3, of: 3 } }),
  );
  file('answers/2-bob.json', answer('=Bob', first?.text ?? ''));
  file(
    'answers/3-cyd.json',
    answer('Cyd', solution.replace('# The client', '#  My client'), { solution: true }),
  );
  file('answers/4-dan.json', answer('Dan', 'on commit\n  x = y\nend\n'));
  file(
    'answers/5-eve.json',
    answer('Eve', 'on commit\n  x = 1 / 0\nend\n', {
      grade: { standing: 'kept', kept: 3, of: 3 },
    }),
  );
  file('answers/6-other.json', { kind: 'scenario' });
  file('answers/7-odd.json', answer('Odd', solution, { assignment: 'no-such' }));
  const table = await lab('grade', 'answers');
  expect(table.code).toBe(1);
  expect(table.stderr).toContain('6-other.json: format: not as in an answer');
  expect(table.stderr).toContain('7-odd.json: there is no assignment no-such');
  expect(table.stdout.trim().split('\n')).toEqual([
    [
      'file,name,assignment,standing,kept,of,story,verdict,line,fences,writeBacks',
      'attempts,hints,solution,claims,sameAs,assignmentFrom',
    ].join(),
    '1-ada.json,Ada,one-word,passed,3,3,,,,2,2,3,1,,,,',
    "2-bob.json,'=Bob,one-word,unchanged,0,3,one,lost,,,,3,1,,,,",
    '3-cyd.json,Cyd,one-word,passed,3,3,,,,2,2,3,1,shown,,1-ada.json,',
    '4-dan.json,Dan,one-word,refused,0,3,,,2,,,3,1,,,,',
    '5-eve.json,Eve,one-word,broken,0,3,one,visible,2,,,3,1,,passed,,',
  ]);
  const json = await lab('grade', 'answers', '--json');
  expect(JSON.parse(json.stdout)).toHaveLength(5);
});

it('grades answers to an assignment that somebody has made, by its file or by the answer', async () => {
  const { file, lab, folder } = runner;
  mkdirSync(join(folder, 'own'));
  const assignment = {
    format: 1,
    kind: 'own-assignment',
    title: 'Mine',
    about: 'Do it.',
    hints: [],
    text: 'on commit\nend\n',
    stories: 'A = 1\nbegin T1; A := 2; commit',
    fences: 0,
  };
  file('mine.json', assignment);
  const id = idOf(JSON.stringify(assignment));
  file('own/1.json', answer('Ada', solution, { assignment: id }));
  expect((await lab('grade', 'own')).stderr).toContain(`there is no assignment ${id}`);
  const graded = await lab('grade', 'own', '--assignment', 'mine.json');
  expect(graded.code).toBe(0);
  expect(graded.stdout).toContain(`1.json,Ada,${id},passed,1,1,,,,1,1,3,1,,,,\n`);
  // An assignment that comes with an answer is reported as such; under another's name it is
  // refused.
  const own = JSON.stringify(assignment);
  mkdirSync(join(folder, 'brought'));
  file('brought/1.json', answer('Ada', solution, { assignment: id, own }));
  file('brought/2.json', answer('Bob', solution, { assignment: 'own-1', own }));
  const brought = await lab('grade', 'brought');
  expect(brought.stdout).toContain(`1.json,Ada,${id},passed,1,1,,,,1,1,3,1,,,,answer\n`);
  expect(brought.stderr).toContain('2.json: there is no assignment own-1 here');
  file('bad.json', { ...assignment, stories: 'A' });
  const bad = await lab('grade', 'own', '--assignment', 'bad.json');
  expect(bad.stderr).toContain('bad.json: stories:');
});

it('says what it cannot read', async () => {
  const { lab } = runner;
  expect((await lab('grade', 'nowhere')).stderr).toContain('nowhere: no such folder');
  expect((await lab('grade')).stderr).toContain('lab grade takes one folder');
});
