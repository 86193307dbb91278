import { describe, expect, it } from 'vitest';
import { planExperiment, runExperiment } from '../../web/engine/measure/client';
import type { LabEngine } from '../../web/engine/measure/pool';
import type { ExperimentFile } from '../../web/engine/protocol/experiment';
import { NO_ANSWERS } from '../../web/lab/model/server/server_answers';
import { serverFacts } from '../../web/lab/model/server/server_facts';
import { calibrated } from '../../web/lab/store/calibrate';
import type { Prediction } from '../../web/model/experiment/prediction';
import { nativePoints } from './native_points';
import { experimentFiles, predictionFiles } from './scenario_files';
import { medianOf, place, printed, rateOf, roundsIn } from './server_model';

// Two lectures ask about a server that was measured. Its experiment's prices come from three of
// the measured rates, by the calibration that a reader's own server goes through.

const rounds = roundsIn('pgbench_15.json');
const rate = (clients: number, commits: string) => rateOf(rounds, clients, commits);

const name = 'server-commits';
const text = experimentFiles().find((each) => each.name === `${name}.json`)?.text ?? '';
const file: ExperimentFile = JSON.parse(text);
const CORES = 'machine.cpu.cores';
/** The cores of the server that was measured. */
const OWN_CORES = 2;
/** The runs of the server as it is, and with commits that do not wait. */
const RUNS = { on: 0, off: 1 } as const;

const NO_TIMES = { commits: 0, microseconds: 0, busiestSecond: 0, secondsWithCommits: 0 };

/** The same before anything is calibrated. */
const asServer = (overrides: Readonly<Record<string, number>>): ExperimentFile => ({
  ...file,
  machine: { ...file.machine, overrides },
});

/** The throughputs of the points, by their places in the plan. */
async function throughputs(): Promise<(scheme: number, clients: number) => number> {
  const { points } = await planExperiment(place(), text);
  const own = points.filter(({ assignment }) => assignment[CORES] === OWN_CORES);
  const results = nativePoints(text, own);
  return (scheme, clients) => {
    const point = own.find((each) => each.scheme === scheme && each.assignment.threads === clients);
    return results.get(point?.key ?? '')?.metrics.throughput ?? Number.NaN;
  };
}

/** All texts of a prediction in one language. */
function textsOf(prediction: Prediction, language: 'en' | 'zh'): string {
  const { title, about, close, questions } = prediction;
  const asked = questions.flatMap(({ say, ask, choices }) => [
    say,
    ask,
    ...choices.flatMap(({ text: choice, why }) => [choice, why]),
  ]);
  return [title, about, close, ...asked].map((pair) => pair[language] ?? '').join('\n');
}

describe('the experiment on a measured server', () => {
  it('has the prices that three measured rates set, and no others', async () => {
    const answers = {
      ...NO_ANSWERS,
      cores: `${OWN_CORES}`,
      clients: '4',
      one: `${rate(1, 'on')}`,
      oneOff: `${rate(1, 'off')}`,
      loaded: printed(16, rate(16, 'on')),
    };
    const facts = serverFacts(answers, { times: NO_TIMES });
    // There is no log.
    const runs: Pick<LabEngine, 'run'> = {
      run: (experiment) => runExperiment([place()], experiment),
    };
    const begun = { 'cpu.cores': OWN_CORES, 'path.sql': 0 };
    const { machine } = await calibrated(runs, asServer(begun), facts, '');
    expect(machine.overrides).toEqual(file.machine.overrides);
  }, 240_000);

  it('makes what the server made, within a quarter, with every number of clients', async () => {
    const tps = await throughputs();
    for (const round of rounds) {
      const { clients, synchronous_commit: commits } = round;
      const made = tps(commits === 'on' ? RUNS.on : RUNS.off, clients);
      expect(Math.abs(made / medianOf(round) - 1), `${clients}, ${commits}`).toBeLessThan(0.25);
    }
  }, 120_000);
});

describe('what the lectures say of the server', () => {
  const told = predictionFiles().filter(({ prediction }) => prediction.experiment === name);
  const medians = rounds.map((round) => Math.round(medianOf(round)));
  const ratios = [1, 4, 16].map((clients) => rate(clients, 'off') / rate(clients, 'on'));
  const more = [4, 16].map((clients) => rate(clients, 'off') / rate(1, 'off'));

  it('is what was measured: every rate, and every ratio with decimals', () => {
    expect(told).toHaveLength(2);
    for (const { prediction } of told) {
      for (const language of ['en', 'zh'] as const) {
        const words = textsOf(prediction, language);
        const rates = words.match(/\d,\d{3}|\b\d{3}\b/g) ?? [];
        expect(rates.length).toBeGreaterThan(0);
        for (const each of rates) expect(medians).toContain(Number(each.replace(',', '')));
        for (const each of words.match(/\d+\.\d+/g) ?? []) {
          const digits = each.length - each.indexOf('.') - 1;
          const known = [...ratios, ...more].map((ratio) => ratio.toFixed(digits));
          expect(known).toContain(each);
        }
      }
    }
  });
});
