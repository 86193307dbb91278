import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DrillSource, makeDrill } from '../../drill/model/drill';
import {
  DRILL_KINDS,
  type DrillKind,
  type DrillPlan,
  LARGEST_SEED,
  MOST_QUESTIONS,
  USUAL_KINDS,
} from '../../drill/model/drill_case';
import { DrillEngine } from '../../drill/model/drill_run';
import { FileRefused } from '../../engine/protocol/errors';
import { isExperiment } from '../../model/scenario/file_kind';
import { readScenario } from '../../model/scenario/scenario_text';
import { Complaint } from '../complaint';
import { explained, readInput } from '../input_file';
import { engineHere, explorerHere } from '../lecture/grading';
import { projectRoot } from '../node_engine';
import { parseArguments } from '../options/command_line';
import { progress, writeResult } from '../output';
import { caseLines, keyLine } from './case_words';

/**
 * `lab drill LECTURE... [--count N] [--seed S] [--kind K...] [--lang en|zh] [--json | --key] [--out
 * F]`: questions that the engine makes about the systems of these lectures, in turn, with their
 * answers and reasons. The same arguments give the same questions as the page. A lecture is one of
 * the library by its name, or a file.
 */
export async function drillCommand(args: readonly string[]): Promise<number> {
  const { positional, options, lists } = parseArguments(
    args,
    ['count', 'seed', 'lang', 'out'],
    ['json', 'key'],
    ['kind'],
  );
  if (positional.length === 0) throw new Complaint('lab drill takes a lecture, or several');
  const plan: DrillPlan = {
    lectures: positional,
    kinds: kindsOf(lists.kind ?? []),
    seed: wholeNumber('seed', options.seed ?? '1', 0, LARGEST_SEED),
    count: wholeNumber('count', options.count ?? '10', 1, MOST_QUESTIONS),
  };
  const language = options.lang ?? 'en';
  if (language !== 'en' && language !== 'zh') throw new Complaint('--lang is en or zh');
  const engine = await DrillEngine.start({
    spawn: engineHere,
    explore: async () => explorerHere(),
  });
  try {
    const sources = await Promise.all(positional.map((lecture) => sourceOf(engine, lecture)));
    const cases = await makeDrill(engine, plan, sources);
    const text = options.json
      ? JSON.stringify({ version: engine.description.version, plan, cases }, null, 2)
      : options.key
        ? cases.map(keyLine).join('\n')
        : cases.flatMap((each) => caseLines(each, language)).join('\n');
    await writeResult(text, options.out);
    if (cases.length < plan.count)
      progress(`${cases.length} of ${plan.count}: these systems give no more of these kinds`);
    return cases.length < plan.count ? 1 : 0;
  } finally {
    engine.dispose();
  }
}

function kindsOf(names: readonly string[]): readonly DrillKind[] {
  return names.length === 0
    ? USUAL_KINDS
    : names.map((name) => {
        const kind = DRILL_KINDS.find((each) => each === name);
        if (!kind) throw new Complaint(`no kind "${name}"; there are: ${DRILL_KINDS.join(', ')}`);
        return kind;
      });
}

function wholeNumber(name: string, text: string | true, least: number, most: number): number {
  const value = Number(text);
  if (text === true || text === '' || !Number.isInteger(value) || value < least || value > most)
    throw new Complaint(`--${name} is a whole number from ${least} to ${most}`);
  return value;
}

/** A lecture of the library by its name, else a file that the engine accepts. Throws Complaint. */
async function sourceOf(engine: DrillEngine, lecture: string): Promise<DrillSource> {
  const shipped = /^[a-z0-9-]+$/.test(lecture);
  const text = shipped ? await shippedText(lecture) : await readInput(lecture);
  if (isExperiment(text)) throw new Complaint(`${lecture}: an experiment, not a lecture`);
  return explained(lecture, async () => {
    const problems = await engine.check(text);
    if (problems.length > 0) throw new FileRefused(problems);
    const base = readScenario(text);
    return { lecture: base.id, base };
  });
}

function shippedText(lecture: string): Promise<string> {
  return readFile(join(projectRoot(), 'scenarios/lectures', `${lecture}.json`), 'utf8').catch(
    () => {
      throw new Complaint(`there is no lecture "${lecture}" in scenarios/lectures`);
    },
  );
}
