import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMMAND_HELP } from '../../../web/runner/help';
import { COMMANDS, neededFor } from '../../../web/scripts/lab_needs.mjs';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterimage-needs-'));
  writeFileSync(join(folder, 'experiment.json'), '\uFEFF{"kind": "experiment"}');
  writeFileSync(join(folder, 'scenario.json'), '{"kind": "scenario"}');
  writeFileSync(join(folder, 'broken.json'), '{"kind": "experiment",');
});
afterAll(() => rmSync(folder, { recursive: true }));

const needs = (line: string) => neededFor(line.split(' '), folder);
const explore = { flavours: ['explore'], programs: [] };
const fast = { flavours: ['fast'], programs: [] };
const nothing = { flavours: [], programs: [] };

it('knows the programs of every command that help names', () => {
  expect(Object.keys(COMMANDS).sort()).toEqual(Object.keys(COMMAND_HELP).sort());
});

it.each([
  ['run scenario.json', explore],
  ['run experiment.json', fast],
  ['run --scale quick experiment.json', fast],
  ['run --points a.jsonl b.jsonl --out x experiment.json', fast],
  ['run --input scenario.json experiment.json', fast],
  ['run broken.json', explore],
  ['run missing.json', explore],
  ['run', explore],
  ['drill --seed 1', explore],
  ['package FILE', explore],
  ['pictures', explore],
  ['paths --check own', nothing],
  ['completion', nothing],
  ['claims --scale quick', fast],
  ['claims --markdown', nothing],
  ['claims --seeds 3 --native', { ...fast, programs: ['afterimage_fast'] }],
  ['bench explorer --quick', { ...explore, programs: ['afterimage_traced'] }],
  ['bench tpcc logs', { ...fast, programs: ['afterimage_fast'] }],
  ['bench', { flavours: ['fast', 'explore'], programs: ['afterimage_fast', 'afterimage_traced'] }],
  ['nonsense', nothing],
  ['toString', nothing],
])('builds what `%s` runs, and nothing else', (line, programs) => {
  expect(needs(line)).toEqual(programs);
});
