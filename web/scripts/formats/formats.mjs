// `lab -- formats`: writes what follows from the engine's tables of files and replies; `--check`
// compares it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nativeBuild } from '../native.mjs';
import { Problem, root, run } from '../process.mjs';
import { checksText } from './checks.mjs';
import { Formats } from './read_formats.mjs';
import { replyTypes } from './replies.mjs';
import { schemaText } from './schema.mjs';
import { withReplies, withTables } from './tables.mjs';
import { limitsText, typesOf, wordsModule } from './types.mjs';
import { choicesText, wordsText } from './words.mjs';

const DOCUMENT = 'docs/formats.md';
const REPLIES = 'docs/replies.md';
/** The formats of the engine's answers that also come from files. */
const CHECKED_RESULTS = ['PointResult'];
const PASSES = 'The passes of a recovery, in their order.';
const MODELS = "The failure models, in the engine's order.";
const PROGRAM = 'afterimage_formats';

/** The tables, from the program that prints them. It is compiled where it is old. */
export async function engineFormats() {
  const folder = await nativeBuild({ targets: [PROGRAM] });
  const { code, output } = await run(join(folder, PROGRAM), [], { stdout: 'pipe' });
  if (code !== 0) throw new Problem(`${PROGRAM}: a field has no words`);
  return new Formats(JSON.parse(output));
}

/** As the project's style has it. @param {string} path @param {string} text */
function formatted(path, text) {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'format', `--stdin-file-path=${path}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    input: text,
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Problem(`${path}: ${stderr}`);
  return stdout;
}

/** @param {string} path */
const kept = (path) =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;

/**
 * The files that follow from the tables, by path.
 * @param {Formats} formats
 * @returns {Map<string, string>}
 */
export function written(formats) {
  const schemas = 'scenarios/schema';
  const protocol = 'web/engine/protocol';
  const words = 'web/stage/words';
  const models = formats.wordsOf('FailureModelId');
  const scenario = typesOf('Scenario', formats, { module: 'scenario_file' });
  const elsewhere = new Map(scenario.told.map((name) => [name, 'scenario_file']));
  const experiment = typesOf('ExperimentFile', formats, { module: 'experiment_file', elsewhere });
  const files = new Map([
    ...elsewhere,
    ...experiment.told.map((name) => /** @type {const} */ ([name, 'experiment_file'])),
  ]);
  return new Map([
    [`${schemas}/scenario.schema.json`, schemaText('Scenario', formats, 'scenario')],
    [`${schemas}/experiment.schema.json`, schemaText('ExperimentFile', formats, 'experiment')],
    [`${protocol}/scenario_file.ts`, scenario.text],
    [`${protocol}/experiment_file.ts`, experiment.text],
    [`${protocol}/limits.ts`, limitsText(formats)],
    [`${protocol}/recovery_passes.ts`, wordsModule(PASSES, 'RECOVERY_PASSES', formats.passes)],
    [`${protocol}/failure_models.ts`, wordsModule(MODELS, 'FAILURE_MODELS', models)],
    ...replyTypes(formats, files),
    ['web/model/scenario/scenario_shape.ts', checksText('Scenario', formats)],
    ['web/model/experiment/experiment_shape.ts', checksText('ExperimentFile', formats)],
    ['web/model/experiment/result_shape.ts', checksText(CHECKED_RESULTS, formats)],
    [`${words}/en_field_names.ts`, wordsText(formats, 'label', 'enFieldNames')],
    [`${words}/zh_field_names.ts`, wordsText(formats, 'labelZh', 'zhFieldNames')],
    [`${words}/en_choice_names.ts`, choicesText(formats, 'en', 'enChoiceNames')],
    [`${words}/zh_choice_names.ts`, choicesText(formats, 'zh', 'zhChoiceNames')],
    [DOCUMENT, withTables(kept(DOCUMENT) ?? '', formats)],
    [REPLIES, withReplies(kept(REPLIES) ?? '', formats)],
  ]);
}

/** The files that are not what the tables say. @param {Formats} formats */
export function differing(formats) {
  const texts = [...written(formats)].map(
    ([path, text]) =>
      /** @type {const} */ ([path, path.endsWith('.md') ? text : formatted(path, text)]),
  );
  return texts.filter(([path, text]) => kept(path) !== text);
}

/** Checks for the suite `lint` and `lab -- formats --check`. Returns the status. */
export async function checkFormats() {
  const wrong = differing(await engineFormats()).map(([path]) => path);
  if (wrong.length === 0) return 0;
  process.stdout.write(`Not what the engine's tables say: ${wrong.join(', ')}\n`);
  process.stdout.write('"npm run --silent lab -- formats" writes them again.\n');
  return 1;
}

/** @param {readonly string[]} args */
export async function formatsCommand(args) {
  if (args.includes('--check')) return checkFormats();
  for (const [path, text] of differing(await engineFormats())) {
    writeFileSync(join(root, path), text);
    process.stdout.write(`${path}\n`);
  }
  return 0;
}
