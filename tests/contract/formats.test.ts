import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECOVERY_PASSES } from '../../web/engine/protocol/recovery_passes';
import { filesUnder } from '../../web/scripts/files_under.mjs';
import { written } from '../../web/scripts/formats/formats.mjs';
import { Formats } from '../../web/scripts/formats/read_formats.mjs';

/** A field of a file is declared once, in its row; everything else is generated from it. */

const printed = execFileSync('build/native/afterimage_formats', { encoding: 'utf8' });
const told = JSON.parse(printed);
const { list } = new Formats(told);
const withRow = (format: string, row: Formats['list'][number]['rows'][number]) =>
  new Formats({
    ...told,
    formats: list.map((each) =>
      each.name === format ? { ...each, rows: [...each.rows, row] } : each,
    ),
  });
const probe = {
  name: 'probe',
  form: 'whole',
  min: 2,
  max: 9,
  unit: 's',
  default: '3',
  label: 'probing time',
  labelZh: '试探时间',
  meaning: 'How long it probes.',
};

/** The files that differ with this row, and contain its name. */
function following(format: string, row = probe): readonly string[] {
  const before = written(new Formats(told));
  return [...written(withRow(format, row))]
    .filter(([path, text]) => before.get(path) !== text && text.includes('probe'))
    .map(([path]) => path);
}

describe('a field more, with a unit, a range and a default', () => {
  const names = ['en', 'zh'].map((language) => `web/stage/words/${language}_field_names.ts`);
  const protocol = 'web/engine/protocol';

  it('of a mark is in schema, types, limits, checks, names and document', () => {
    expect(following('Mark')).toEqual([
      'scenarios/schema/scenario.schema.json',
      `${protocol}/scenario_file.ts`,
      `${protocol}/limits.ts`,
      'web/model/scenario/scenario_shape.ts',
      ...names,
      'docs/formats.md',
    ]);
  });

  it('of an experiment is in schema, types, checks, names and document', () => {
    expect(following('ExperimentFile')).toEqual([
      'scenarios/schema/experiment.schema.json',
      `${protocol}/experiment_file.ts`,
      'web/model/experiment/experiment_shape.ts',
      ...names,
      'docs/formats.md',
    ]);
  });

  it('of a reply is in types and document', () => {
    expect(following('Frame', { ...probe, label: '', labelZh: '' })).toEqual([
      `${protocol}/replies/frame.ts`,
      'docs/replies.md',
    ]);
  });

  it('is told with all of them', () => {
    const texts = written(withRow('Mark', probe));
    expect(texts.get('docs/formats.md')).toContain(
      '| `probe` | | 2 to 9 s; `3` by default | How long it probes. |',
    );
    expect(texts.get(`${protocol}/scenario_file.ts`)).toContain(
      '/** How long it probes. 2 to 9 s, 3 by default. */\n  readonly probe?: number;',
    );
    const { $defs } = JSON.parse(texts.get('scenarios/schema/scenario.schema.json') ?? '');
    expect($defs.Mark.properties.probe).toEqual({
      type: 'integer',
      minimum: 2,
      maximum: 9,
      default: 3,
      description: 'How long it probes.',
    });
  });
});

it('the page takes the order of passes from the engine', () => {
  expect(told.passes.slice(-3)).toEqual(['finish', 'clear', 'rebuild']);
  expect(RECOVERY_PASSES).toEqual(told.passes);
});

it('the page lists the passes and their names once', () => {
  const generated = written(new Formats(told));
  const byHand = filesUnder('web', /\.tsx?$/).filter((path) => !generated.has(relative('.', path)));
  const where = (pattern: RegExp) =>
    byHand.filter((path) => pattern.test(readFileSync(path, 'utf8'))).map((p) => relative('.', p));
  const [first = '', second = ''] = told.passes;
  expect(where(new RegExp(`'${first}',\\s*'${second}'`))).toEqual([]);
  const words = 'web/ui/i18n/words';
  expect(where(new RegExp(`\\b${first}: '.*',\\s*${second}: '`)).sort()).toEqual([
    `${words}/use_recovery_words.ts`,
    `${words}/zh_recovery.ts`,
  ]);
});

it('a form takes the names of choices from the row', () => {
  const called = [
    { en: 'soon', zh: '很快' },
    { en: 'late or never', zh: '很晚或从不' },
  ];
  const row = { ...probe, form: 'choice', choices: 'soon late-or-never', called };
  const texts = written(withRow('Mark', row));
  const words = 'web/stage/words';
  expect(texts.get(`${words}/en_choice_names.ts`)).toContain("'late-or-never': 'late or never'");
  expect(texts.get(`${words}/zh_choice_names.ts`)).toContain("'soon': '很快'");
});

it('no field has two names', () => {
  expect(() => following('Mark', { ...probe, name: 'pause' })).toThrow(/two names/);
});

describe('CONTRIBUTING', () => {
  const document = readFileSync('CONTRIBUTING.md', 'utf8');
  const rows = document.split('\n').filter((line) => line.startsWith('| a field of'));

  it.each(rows)('has a field told in at most three files: %s', (row) => {
    const places = [...(row.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => path);
    expect(places.length).toBeLessThanOrEqual(3);
    expect(places.filter((path) => written(new Formats(told)).has(path ?? ''))).toEqual([]);
  });
});

it('preset and the survivors of a power cut have types', () => {
  const types = readFileSync('web/engine/protocol/experiment_file.ts', 'utf8');
  expect(types).toMatch(/readonly preset\?: string;/);
  expect(types).toMatch(/readonly survive\?: 'none';/);
});
