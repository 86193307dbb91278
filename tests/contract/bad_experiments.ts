import { type BadFile, badRows, changed } from './bad_rows';

const CLAIM = { id: 'c', num: {}, metric: 'throughput', reduce: 'range', expect: [1, 2] };

/** The faults of an experiment that sweeps threads and NVM's slowdown, as changes to it. */
const TABLE = `
three swept names | sweep | at most 2 | {sweep: {threads: [1], seed: [1], transactions: [9]}}
a swept number of 0 threads | sweep.threads[0] | must be in 1 | {sweep: {threads: [0]}}
a multiple of nothing | chart.over | name is expected | chart {over: {}}
a claim of one bound | claims[0].expect | two bounds | claim {expect: [1]}
a bound that is text | claims[0].expect[0] | number | claim {expect: ["1", 2]}
# engine
an unknown workload among those that are swept | sweep.workload[0] | no workload | {sweep: {workload: ["tpcd"]}}
a part that stands there already | chart.parts[1] | already | chart {parts: ["share.wait", "share.wait"]}
a stack of nothing | chart.stacked | nothing to stack | chart {stacked: true}
several metrics as a multiple | chart.over | not drawn as a ratio | chart {parts: ["share.wait"], over: {threads: 2}}
a multiple of a system that is not there | chart.over.scheme | must be in | chart {over: {scheme: 9}}
a multiple of several points | chart.over | one value | chart {over: {"machine.nvm.slowdown": [1, 8]}}
a chart over time of no samples | chart.x | "samples" | {chart: {x: "elapsed", y: "commits"}}
a rate of what is not sampled | chart.y | not sampled | time {y: "share.wait"}
a sum of what is not sampled | chart.plus[1] | not sampled | time {plus: ["nvm.lines_written", "wear.max"]}
a sum of two units | chart.plus[0] | one unit | time {plus: ["log.bytes"]}
a sum with the same again | chart.plus[0] | already | time {plus: ["commits"]}
parts over time | chart.parts | over time | time {parts: ["commits"]}
a multiple over time | chart.over | over time | time {over: {threads: 2}}
a rate over points | chart.as | elapsed | chart {as: "rate"}
a sum over points | chart.plus | elapsed | chart {y: "commits", plus: ["aborts.user"]}
a chart for each time | chart.facet | swept name | time {facet: "elapsed"}
a quick value that is not swept | quick.sweep.threads[0] | none of the swept | {quick: {sweep: {threads: [3]}}}
a quick sweep of something else | quick.sweep.seed | fewer values | {quick: {sweep: {seed: [1]}}}
more schemes at the quick scale | quick.schemes | more than 1 | {quick: {schemes: [{}, {}]}}
a ratio of nothing | claims[0].as | no ratio | claim {as: "growth"}
a metric under nothing | claims[0].den_metric | no ratio | claim {den_metric: "throughput"}
a workload that would call nothing of a program | workload.params | nothing of the program |
    {workload: {id: "object-writes", params: {}}, schemes: [{id: "user-program"}], quick: null, crash: null, claims: null}
a parameter out of range | workload.params.warehouses | must be in | workload {params: {warehouses: 0}}
a swept name of nothing | sweep.luck | can be swept | {sweep: {luck: [1]}}
a swept price of nothing | sweep.machine.luck | no price | {sweep: {"machine.luck": [1]}}
a swept workload parameter of nothing | sweep.workload.luck | no such parameter | {sweep: {"workload.luck": [1]}}
a swept price out of range | sweep.machine.nvm.slowdown[1] | must be in | {sweep: {"machine.nvm.slowdown": [1, 0]}}
a swept choice that is none | sweep.persist[0] | one of these | {sweep: {persist: ["never"]}}
a swept value twice | sweep.seed[1] | already | {sweep: {seed: [1, 1]}}
more points than there may be | sweep | more than 4096 | {schemes: SEVERAL, sweep: {seed: SEEDS}}
a chart over what is not swept | chart.x | swept name | {chart: {x: "seed", y: "throughput"}}
a claim about a scheme that is not there | claims[0].num.scheme | must be in 0 | claim {num: {scheme: 9}}
a claim about what is not swept | claims[0].num.seed | swept name | claim {num: {seed: 1}}
a claim about a value that is not swept | claims[0].num.threads | none of the swept | claim {num: {threads: 3}}
a value divided by nothing | claims[0].per | no ratio | claim {per: {threads: 1}}
a value divided by those of two points | claims[0].per | one value | claim {den: {threads: 1}, per: {threads: [1, 2]}}
a value divided by that of no point | claims[0].per.threads | none of the swept |
    claim {den: {threads: 1}, per: {threads: 3}}
a denominator of two points | claims[0].den | one value | claim {den: {threads: [1, 2]}}
"at" of several points | claims[0].num | exactly one | claim {reduce: "at"}
bounds the wrong way round | claims[0].expect | wrong way | claim {expect: [2, 1]}
no bound at all | claims[0].expect | one bound | claim {expect: [null, null]}
two claims of one id | claims[1].id | already | {claims: [CLAIM, CLAIM]}
a power cut before the end | crash.after_transactions | before the measured | {crash: {after_transactions: 1}}
`;

/** Experiments with one thing wrong. */
export function badExperiments(good: object): BadFile[] {
  const { schemes, workload } = good as { readonly schemes: object[]; readonly workload: object };
  const [first = {}] = schemes;
  const SEEDS = Array.from({ length: 256 }, (_, n) => n);
  const short = { CLAIM, SEVERAL: Array(17).fill(first), SEEDS };
  const changes: Readonly<Record<string, (value: unknown) => unknown>> = {
    claim: (fields) => ({ claims: [changed(CLAIM, fields)] }),
    chart: (fields) => ({ chart: changed({ x: 'threads', y: 'throughput' }, fields) }),
    time: (fields) => ({
      samples: 50,
      chart: { x: 'elapsed', y: 'commits', ...(fields as object) },
    }),
    scheme: (fields) => ({ schemes: [changed(first, fields)] }),
    workload: (fields) => ({ workload: changed(workload, fields) }),
  };
  return badRows(TABLE, short).map((row) => {
    const fields = changes[row.verb]?.(row.value) ?? row.value;
    return { ...row, file: structuredClone(changed(good, fields)) };
  });
}
