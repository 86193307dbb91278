import { expect, it } from 'vitest';
import { neededFor } from '../../../../web/scripts/formats/types.mjs';
import { fieldName } from '../../../../web/stage/model/field_name';
import { enFields } from '../../../../web/stage/words/use_field_words';
import { formats } from '../../../contract/told_fields';

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

it('have all fields of scenarios and experiments their words?', () => {
  const files = neededFor(['Scenario', 'ExperimentFile'], formats);
  const names = files.flatMap(({ name }) => formats.rows(name).map((row) => row.name ?? ''));
  const without = names.filter((name) => !(name in enFields.word));
  expect(without.filter((name) => name !== 'then')).toEqual([]);
});
