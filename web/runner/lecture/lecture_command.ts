import { Session } from '../../engine/instance/session';
import type { RuleProblem } from '../../model/authoring/lecture_rule';
import { problemsOfLecture } from '../../model/authoring/lecture_rules';
import { fieldIn, isExperiment, isPrediction } from '../../model/scenario/file_kind';
import { locateProblems } from '../../model/scenario/located_problems';
import { Complaint } from '../complaint';
import { explained, readInput } from '../input_file';
import { loadEngine } from '../node_engine';
import { parseArguments } from '../options/command_line';
import { writeResult } from '../output';
import { runScenario, type ScenarioResult } from '../run/scenario_run';
import { besideLecture, codeProblemsOf } from './library';
import { answersOf, runLecture } from './play';
import { questionLines, summaryLine } from './words';

/**
 * The time that making a failure smaller may take here, where the author of a lecture waits for the
 * answer.
 */
const SHRINK_MS = 150;

/**
 * `lab lecture FILE.json [--whole] [--out F]`: checks the library's rules for a lecture, and prints
 * each problem with its place, and each question with the engine's answer and the evidence against
 * every wrong one. `--whole` looks for the smallest failures as long as the page does. Exit status
 * 1 where a rule is broken, 2 for a file with errors.
 */
export async function lectureCommand(args: readonly string[]): Promise<number> {
  const { positional, options } = parseArguments(args, ['out'], ['whole']);
  const [file, ...more] = positional;
  if (file === undefined || more.length > 0) throw new Complaint('lab lecture takes one file');
  const text = await readInput(file);
  if (isExperiment(text)) throw new Complaint(`${file}: an experiment, not a lecture`);
  if (isPrediction(text)) throw new Complaint(`${file}: ${elsewhere(text)}`);
  return explained(file, async () => {
    const { lines, problems } = await checkLecture(file, text, options.whole === true);
    await writeResult([...lines, ...problems].join('\n'), options.out);
    return problems.length > 0 ? 1 : 0;
  });
}

/** Says what checks a prediction, whose answers are points and not marks of a scenario. */
function elsewhere(text: string): string {
  const experiment = fieldIn(text, 'experiment');
  return (
    'a prediction, whose answers are measured. "npm run --silent lab -- run ' +
    `scenarios/experiments/${experiment}.json" measures them, and "npx vitest run ` +
    'tests/contract/predictions.test.ts" checks that each question has one right answer'
  );
}

/** Returns the lines about a lecture, and its problems. Throws FileRefused. */
async function checkLecture(file: string, text: string, whole: boolean) {
  const engine = await loadEngine('explore');
  const result = runScenario(new Session(engine), engine, text);
  const run = await runLecture(text);
  const options = { guesses: true, ...(!whole && { shrinkMs: SHRINK_MS }) };
  const asked = await answersOf(run, options);
  const { scenario, scheme, marks } = run;
  const beside = await besideLecture(file);
  const found = [
    ...problemsOfLecture({ ...beside, scenario, scheme, marks, asked }),
    ...(await codeProblemsOf(file)),
  ];
  return {
    lines: [
      summaryLine(beside.name, scenario),
      ...asked.flatMap((each) => questionLines(each, scheme)),
    ],
    problems: located(file, text, [...problemsOfRun(result), ...found]),
  };
}

/** The problems in the run, and the facts that do not hold. */
function problemsOfRun({ phases, facts }: ScenarioResult): readonly RuleProblem[] {
  return [
    ...phases.flatMap(({ trap }) =>
      trap ? [{ path: '', reason: `the engine stopped at event ${trap.at}: ${trap.message}` }] : [],
    ),
    ...facts.flatMap(({ fact, holds, found }, n) =>
      holds
        ? []
        : [
            {
              path: `facts[${n}]`,
              reason: `${JSON.stringify(fact)} does not hold: it is ${found}`,
            },
          ],
    ),
  ];
}

/** The problems in the form `FILE:3:7: marks[1].notes.en: reason`, in the order of the file. */
function located(file: string, text: string, problems: readonly RuleProblem[]): readonly string[] {
  const told = problems.map(({ path, reason }) => ({ path, reason: { en: reason, zh: reason } }));
  return locateProblems(text, told).map(({ line, column, path, reason }) =>
    [`${file}:${line}:${column}`, path, reason.en].filter((part) => part !== '').join(': '),
  );
}
