import { expect, it } from 'vitest';
import { fieldName } from '../../../../web/stage/model/field_name';
import { enFields } from '../../../../web/stage/words/en_fields';
import { badExperiments } from '../../../contract/bad_experiments';
import { badFiles } from '../../../contract/bad_files';

const told = (path: string) =>
  fieldName(path)
    .map(({ field, number, name }) =>
      [field, name ?? number].filter((part) => part !== undefined).join(' '),
    )
    .join(', ');

it.each([
  ['threads[0][3]', 'thread 1, statement 4'],
  ['threads', 'threads'],
  ['machine.overrides.nvm.slowdown', 'overrides nvm.slowdown'],
  ['machine.id', 'machine'],
  ['scheme.params.log_on', 'scheme, params log_on'],
  ['records.A', 'records A'],
  ['marks[2].ask.tx', 'marks 3, ask, tx'],
  ['marks[0].say.zh', 'marks 1, say, zh'],
  ['schemes[1].id', 'schemes 2'],
  ['sweep.machine.nvm.write_ns[2]', 'sweep machine.nvm.write_ns, value 3'],
  ['quick.schemes[0].params.log_slots', 'quick, schemes 1, params log_slots'],
  ['until_ns', 'until_ns'],
  ['', ''],
])('is %j told as what it is?', (path, name) => {
  expect(told(path)).toBe(name);
});

it('have the fields that files have their words?', () => {
  const text = { en: 'x', zh: 'x' };
  const head = { format: 1, id: 'x', title: text, machine: { id: 'x' }, workload: { id: 'x' } };
  const scenario = { ...head, kind: 'scenario', scheme: { id: 'x' }, records: {}, threads: [[]] };
  const experiment = { ...head, kind: 'experiment', schemes: [{ id: 'x' }], sweep: { seed: [1] } };
  const paths = [...badFiles(scenario as never), ...badExperiments(experiment)].map(
    ({ path }) => path,
  );
  const fields = new Set(paths.flatMap((path) => fieldName(path).map(({ field }) => field)));
  const without = [...fields].filter((field) => !(field in enFields.word) && field !== 'then');
  // What no format knows has no words: files with such fields are wrong because of them.
  expect(without).toEqual([]);
});
