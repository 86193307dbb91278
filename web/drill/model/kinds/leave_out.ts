import type { MatrixRow } from '../../../engine/explore/matrix';
import { FULL_REQUEST, scriptOf } from '../../../model/grading/leave_out';
import { mutantsOf } from '../../../model/scenario/mutants';
import type { DrillEngine, DrillRun } from '../drill_run';
import { type LineLeftOut, leftOut, mistakesIn } from '../mutants';
import { placesOf } from '../places';
import { joined, sentence, told } from '../told';
import { type AskedOption, asked, type KindMaker, mistakenOption, option, stopAt } from './kind';

/** The number of lines that are explored for one question, and of those that it then offers. */
const EXPLORED = 7;
const NEEDED = 3;
/**
 * The longest words that fit a button on a phone; a Chinese character is twice as wide as a letter.
 */
const MOST_LETTERS = { en: 76, zh: 38 } as const;

/** The lines, each with whether power cuts break the promise without it. */
async function explored(
  engine: DrillEngine,
  { scenario }: DrillRun,
  lines: readonly LineLeftOut[],
) {
  const service = await engine.tools.explore();
  try {
    const names = lines.map(({ mutation }) => mutation);
    return await service.matrix(mutantsOf(scriptOf(scenario), names), FULL_REQUEST, {});
  } finally {
    service.dispose();
  }
}

function optionOf({ mutation, line, operation }: LineLeftOut, row: MatrixRow): AskedOption {
  if (row.failure === null) return option(mutation, operation, told('freeRight'), 'engine');
  const needed = told('needed', { broken: told(row.failure.verdict) });
  return mistakenOption(
    { answer: mutation, mutations: [mutation] },
    operation,
    joined([needed, sentence(line.why)]),
  );
}

/** The lines that do one thing on a device, and whose words no other line has. */
function singleOperations(run: DrillRun): readonly LineLeftOut[] {
  const all = leftOut(run);
  const alike = (each: LineLeftOut) =>
    all.filter(
      ({ line, operation }) => line.label === each.line.label || operation.en === each.operation.en,
    );
  const fits = ({ operation: { en, zh } }: LineLeftOut) =>
    en.length <= MOST_LETTERS.en && zh.length <= MOST_LETTERS.zh;
  return all.filter((each) => fits(each) && alike(each).length === 1);
}

/** Asks which line can be left out; the crash explorer tries every power cut without each. */
export const leaveOutKind: KindMaker = {
  wishes: { own: 0, changes: 0 },
  scripts: 3,
  make: async (engine, scenario, dice) => {
    const run = await engine.open(scenario);
    const [place] = run ? placesOf(run) : [];
    if (!run || !place || mistakesIn(run).length > 0) return undefined;
    const lines = dice.shuffled(singleOperations(run)).slice(0, EXPLORED);
    const rows = await explored(engine, run, lines);
    const made = lines.flatMap((line) => {
      const row = rows.find(({ mutation }) => mutation === line.mutation);
      return row && (row.failure !== null || row.exact) ? [optionOf(line, row)] : [];
    });
    const [free] = made.filter(({ right }) => right);
    const needed = made.filter(({ right }) => !right).slice(0, NEEDED);
    if (!free || needed.length < NEEDED) return undefined;
    const options = dice.shuffled([free, ...needed]);
    const asks = options.map(({ answer }) => ({ mutation: answer }));
    const stop = stopAt(place, { kind: 'leave-out', lines: asks });
    return {
      scenario: asked(run, stop),
      at: place.at,
      question: told('askLeaveOut'),
      steps: [],
      options,
    };
  },
};
