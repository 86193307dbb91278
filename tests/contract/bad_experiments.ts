/** An experiment with one thing wrong; see BadFile. */
export interface BadExperiment {
  readonly what: string;
  readonly path: string;
  readonly reason: RegExp;
  readonly inSchema: boolean;
  readonly experiment: unknown;
}

type Change = (experiment: Record<string, unknown>) => void;
type Parts = { machine: object; workload: object; schemes: object[] };

/**
 * Tables of what is wrong, as changes to a good experiment that sweeps threads and NVM's slowdown.
 */
export function badExperiments(good: object): BadExperiment[] {
  const bad = (what: string, path: string, reason: RegExp, inSchema: boolean, change: Change) => {
    const experiment = structuredClone(good) as Record<string, unknown>;
    change(experiment);
    return { what, path, reason, inSchema, experiment };
  };
  const parts = good as Parts;
  const set =
    (name: string, value: unknown): Change =>
    (experiment) => {
      experiment[name] = value;
    };
  const scheme = (extra: object) => set('schemes', [{ ...parts.schemes[0], ...extra }]);
  const workload = (extra: object) => set('workload', { ...parts.workload, ...extra });
  const sweep = (extra: object) => set('sweep', extra);
  const text = { en: 'x', zh: 'x' };
  const good1 = { id: 'c', num: {}, metric: 'throughput', reduce: 'range', expect: [1, 2] };
  const claim = (extra: object) => set('claims', [{ ...good1, ...extra }]);
  const quick = (extra: object) => set('quick', extra);
  const overTime =
    (chart: object): Change =>
    (experiment) => {
      experiment.samples = 50;
      experiment.chart = { x: 'elapsed', y: 'commits', ...chart };
    };
  const many = Array.from({ length: 65 }, () => parts.schemes[0]);
  return [
    // Both the schema and the engine.
    bad('a later format', 'format', /must be in 1 \.\. 1/, true, set('format', 2)),
    bad('an id with spaces', 'id', /lower-case/, true, set('id', 'Not an id')),
    bad('a field of no meaning', 'thread', /no such field/, true, set('thread', 1)),
    bad('a title in no language', 'title', /at least one language/, true, set('title', {})),
    bad('no scale', 'scale', /missing/, true, (e) => delete e.scale),
    bad('another scale', 'scale', /quick published/, true, set('scale', 'huge')),
    bad('no workload', 'workload', /missing/, true, (e) => delete e.workload),
    bad('a workload without id', 'workload.id', /missing/, true, set('workload', {})),
    bad('no threads', 'threads', /missing/, true, (e) => delete e.threads),
    bad('0 threads', 'threads', /must be in 1/, true, set('threads', 0)),
    bad('more threads than there may be', 'threads', /1024/, true, set('threads', 1025)),
    bad('a half transaction', 'transactions', /whole number/, true, set('transactions', 0.5)),
    bad('a warm-up below 0', 'warmup', /must be in 0/, true, set('warmup', -1)),
    bad('a number where yes or no is asked', 'per_thread', /true/, true, set('per_thread', 1)),
    bad('an end too early', 'until_ns', /must be in 1000/, true, set('until_ns', 999)),
    bad('no samples', 'samples', /must be in 1/, true, set('samples', 0)),
    bad('too many samples', 'samples', /256/, true, set('samples', 257)),
    bad('an unknown deadlock policy', 'deadlock', /detect/, true, set('deadlock', 'hope')),
    bad('no schemes', 'schemes', /at least one/, true, set('schemes', [])),
    bad('too many schemes', 'schemes', /more than 64/, true, set('schemes', many)),
    bad('a scheme that is text', 'schemes[0]', /object/, true, set('schemes', ['nv-logging'])),
    bad('a mutation', 'schemes[0].mutations', /no such field/, true, scheme({ mutations: [] })),
    bad(
      'a label in no language',
      'schemes[0].label',
      /at least one language/,
      true,
      scheme({ label: {} }),
    ),
    bad(
      'three swept names',
      'sweep',
      /at most 2/,
      true,
      sweep({ threads: [1], seed: [1], transactions: [9] }),
    ),
    bad(
      'a swept name without values',
      'sweep.threads',
      /at least one/,
      true,
      sweep({ threads: [] }),
    ),
    bad(
      'a swept number of 0 threads',
      'sweep.threads[0]',
      /must be in 1/,
      true,
      sweep({ threads: [0] }),
    ),
    bad('workloads that are one', 'workloads', /list/, true, set('workloads', { id: 'tpcb' })),
    bad(
      'a field of no meaning in another workload',
      'workloads[0].rows',
      /no such field/,
      true,
      set('workloads', [{ id: 'tpcb', rows: 1 }]),
    ),
    bad('another quick workload', 'quick.workloads[0].id', /no such field/, true, (e) => {
      e.workloads = [{ id: 'tpcb' }];
      e.quick = { workloads: [{ id: 'tatp' }] };
    }),
    bad(
      'an unknown workload among those that are swept',
      'sweep.workload[0]',
      /no workload/,
      false,
      sweep({ workload: ['tpcd'] }),
    ),
    bad('metrics that are text', 'metrics', /list/, true, set('metrics', 'throughput')),
    bad('a chart without y', 'chart.y', /missing/, true, set('chart', { x: 'threads' })),
    bad(
      'a chart with colours',
      'chart.colour',
      /no such field/,
      true,
      set('chart', { x: 'threads', y: 'throughput', colour: 1 }),
    ),
    bad(
      'a chart of no parts',
      'chart.parts',
      /at least one/,
      true,
      set('chart', { x: 'threads', y: 'throughput', parts: [] }),
    ),
    bad(
      'a part that stands there already',
      'chart.parts[1]',
      /already/,
      false,
      set('chart', { x: 'threads', y: 'throughput', parts: ['share.wait', 'share.wait'] }),
    ),
    bad(
      'a stack of nothing',
      'chart.stacked',
      /nothing to stack/,
      false,
      set('chart', { x: 'threads', y: 'throughput', stacked: true }),
    ),
    bad(
      'a multiple of nothing',
      'chart.over',
      /name is expected/,
      true,
      set('chart', { x: 'threads', y: 'throughput', over: {} }),
    ),
    bad(
      'several metrics as a multiple',
      'chart.over',
      /not drawn as a ratio/,
      false,
      set('chart', {
        ...{ x: 'threads', y: 'throughput', parts: ['share.wait'] },
        over: { threads: 2 },
      }),
    ),
    bad(
      'a multiple of a system that is not there',
      'chart.over.scheme',
      /must be in/,
      false,
      set('chart', { x: 'threads', y: 'throughput', over: { scheme: 9 } }),
    ),
    bad(
      'a multiple of several points',
      'chart.over',
      /one value/,
      false,
      set('chart', { x: 'threads', y: 'throughput', over: { 'machine.nvm.slowdown': [1, 8] } }),
    ),
    bad(
      'a part that is no metric',
      'chart.parts[0]',
      /no metric/,
      false,
      set('chart', { x: 'threads', y: 'throughput', parts: ['speed'] }),
    ),
    bad(
      'a chart over time of no samples',
      'chart.x',
      /"samples"/,
      false,
      set('chart', { x: 'elapsed', y: 'commits' }),
    ),
    bad(
      'a rate of what is not sampled',
      'chart.y',
      /not sampled/,
      false,
      overTime({ y: 'share.wait' }),
    ),
    bad('a sum of nothing', 'chart.plus', /at least one/, true, overTime({ plus: [] })),
    bad('a sum that is text', 'chart.plus', /list/, true, overTime({ plus: 'commits' })),
    bad(
      'a sum of what is not sampled',
      'chart.plus[1]',
      /not sampled/,
      false,
      overTime({ plus: ['nvm.lines_written', 'wear.max'] }),
    ),
    bad(
      'a sum of two units',
      'chart.plus[0]',
      /one unit/,
      false,
      overTime({ plus: ['log.bytes'] }),
    ),
    bad(
      'a sum with the same again',
      'chart.plus[0]',
      /already/,
      false,
      overTime({ plus: ['commits'] }),
    ),
    bad('lines of another kind', 'chart.as', /rate total/, true, overTime({ as: 'average' })),
    bad('parts over time', 'chart.parts', /over time/, false, overTime({ parts: ['commits'] })),
    bad(
      'a multiple over time',
      'chart.over',
      /over time/,
      false,
      overTime({ over: { threads: 2 } }),
    ),
    bad(
      'a rate over points',
      'chart.as',
      /elapsed/,
      false,
      set('chart', { x: 'threads', y: 'throughput', as: 'rate' }),
    ),
    bad(
      'a sum over points',
      'chart.plus',
      /elapsed/,
      false,
      set('chart', { x: 'threads', y: 'commits', plus: ['aborts.user'] }),
    ),
    bad(
      'a chart for each time',
      'chart.facet',
      /swept name/,
      false,
      overTime({ facet: 'elapsed' }),
    ),
    bad('a claim without id', 'claims[0].id', /missing/, true, claim({ id: undefined })),
    bad('a claim without points', 'claims[0].num', /missing/, true, claim({ num: undefined })),
    bad(
      'a claim reduced otherwise',
      'claims[0].reduce',
      /range min/,
      true,
      claim({ reduce: 'median' }),
    ),
    bad('a claim of one bound', 'claims[0].expect', /two bounds/, true, claim({ expect: [1] })),
    bad('a bound that is text', 'claims[0].expect[0]', /number/, true, claim({ expect: ['1', 2] })),
    bad(
      'a claim without metric',
      'claims[0].metric',
      /missing/,
      true,
      claim({ metric: undefined }),
    ),
    bad(
      'survivors that only the stage can choose',
      'crash.survive',
      /none/,
      true,
      set('crash', { survive: 'all' }),
    ),
    bad(
      'a check that is a number',
      'crash.check',
      /true or false/,
      true,
      set('crash', { check: 1 }),
    ),
    bad('a claim of no kind', 'claims[0].kind', /prediction/, true, claim({ kind: 'hope' })),
    bad(
      'a ratio read otherwise',
      'claims[0].as',
      /growth/,
      true,
      claim({ den: { threads: 1 }, as: 'percentage' }),
    ),
    bad(
      'no quick transactions',
      'quick.transactions',
      /must be in 1/,
      true,
      quick({ transactions: 0 }),
    ),
    bad('quick claims', 'quick.claims', /no such field/, true, quick({ claims: [] })),
    bad(
      'another scheme at the quick scale',
      'quick.schemes[0].id',
      /no such field/,
      true,
      quick({ schemes: [{ id: 'nv-logging' }] }),
    ),
    // The engine alone.
    bad(
      'a quick value that is not swept',
      'quick.sweep.threads[0]',
      /none of the swept/,
      false,
      quick({ sweep: { threads: [3] } }),
    ),
    bad(
      'a quick sweep of something else',
      'quick.sweep.seed',
      /fewer values/,
      false,
      quick({ sweep: { seed: [1] } }),
    ),
    bad(
      'more schemes at the quick scale',
      'quick.schemes',
      /more than 1/,
      false,
      quick({ schemes: [{}, {}] }),
    ),
    bad(
      'a quick parameter the scheme lacks',
      'quick.schemes[0].params.luck',
      /no such parameter/,
      false,
      quick({ schemes: [{ params: { luck: 1 } }] }),
    ),
    bad('a ratio of nothing', 'claims[0].as', /no ratio/, false, claim({ as: 'growth' })),
    bad(
      'a metric under nothing',
      'claims[0].den_metric',
      /no ratio/,
      false,
      claim({ den_metric: 'throughput' }),
    ),
    bad(
      'a machine nobody knows',
      'machine.id',
      /no machine/,
      false,
      set('machine', { id: 'abacus' }),
    ),
    bad(
      'a price nobody knows',
      'machine.overrides.gold',
      /no price/,
      false,
      set('machine', { ...parts.machine, overrides: { gold: 1 } }),
    ),
    bad(
      'a workload nobody knows',
      'workload.id',
      /no workload/,
      false,
      set('workload', { id: 'chess' }),
    ),
    bad(
      'a parameter the workload lacks',
      'workload.params.depth',
      /no such parameter/,
      false,
      workload({ params: { depth: 1 } }),
    ),
    bad(
      'a parameter out of range',
      'workload.params.warehouses',
      /must be in/,
      false,
      workload({ params: { warehouses: 0 } }),
    ),
    bad('a scheme nobody knows', 'schemes[0].id', /no system/, false, scheme({ id: 'wishful' })),
    bad(
      'a parameter the scheme lacks',
      'schemes[0].params.luck',
      /no such parameter/,
      false,
      scheme({ params: { luck: 1 } }),
    ),
    bad(
      'a preset the scheme lacks',
      'schemes[0].preset',
      /no such preset/,
      false,
      scheme({ preset: 'all-in-heaven' }),
    ),
    bad('a swept name of nothing', 'sweep.luck', /can be swept/, false, sweep({ luck: [1] })),
    bad(
      'a swept price of nothing',
      'sweep.machine.luck',
      /no price/,
      false,
      sweep({ 'machine.luck': [1] }),
    ),
    bad(
      'a swept workload parameter of nothing',
      'sweep.workload.luck',
      /no such parameter/,
      false,
      sweep({ 'workload.luck': [1] }),
    ),
    bad(
      'a swept price out of range',
      'sweep.machine.nvm.slowdown[1]',
      /must be in/,
      false,
      sweep({ 'machine.nvm.slowdown': [1, 0] }),
    ),
    bad(
      'a swept choice that is none',
      'sweep.persist[0]',
      /one of these/,
      false,
      sweep({ persist: ['never'] }),
    ),
    bad('a swept value twice', 'sweep.seed[1]', /already/, false, sweep({ seed: [1, 1] })),
    bad('more points than there may be', 'sweep', /more than 4096/, false, (e) => {
      e.schemes = many.slice(0, 17);
      e.sweep = { seed: Array.from({ length: 256 }, (_, i) => i) };
    }),
    bad(
      'a metric nobody knows',
      'metrics[1]',
      /no metric/,
      false,
      set('metrics', ['latency', 'luck']),
    ),
    bad(
      'a chart over what is not swept',
      'chart.x',
      /swept name/,
      false,
      set('chart', { x: 'seed', y: 'throughput' }),
    ),
    bad(
      'a chart of a group',
      'chart.y',
      /no metric/,
      false,
      set('chart', { x: 'threads', y: 'latency' }),
    ),
    bad(
      'a claim about a scheme that is not there',
      'claims[0].num.scheme',
      /must be in 0/,
      false,
      claim({ num: { scheme: 9 } }),
    ),
    bad(
      'a claim about what is not swept',
      'claims[0].num.seed',
      /swept name/,
      false,
      claim({ num: { seed: 1 } }),
    ),
    bad(
      'a claim about a value that is not swept',
      'claims[0].num.threads',
      /none of the swept/,
      false,
      claim({ num: { threads: 3 } }),
    ),
    bad(
      'a value divided by nothing',
      'claims[0].per',
      /no ratio/,
      false,
      claim({ per: { threads: 1 } }),
    ),
    bad(
      'a value divided by those of two points',
      'claims[0].per',
      /one value/,
      false,
      claim({ den: { threads: 1 }, per: { threads: [1, 2] } }),
    ),
    bad(
      'a value divided by that of no point',
      'claims[0].per.threads',
      /none of the swept/,
      false,
      claim({ den: { threads: 1 }, per: { threads: 3 } }),
    ),
    bad(
      'a denominator of two points',
      'claims[0].den',
      /one value/,
      false,
      claim({ den: { threads: [1, 2] } }),
    ),
    bad(
      'a claim about a metric nobody knows',
      'claims[0].metric',
      /no metric/,
      false,
      claim({ metric: 'luck' }),
    ),
    bad('"at" of several points', 'claims[0].num', /exactly one/, false, claim({ reduce: 'at' })),
    bad(
      'bounds the wrong way round',
      'claims[0].expect',
      /wrong way/,
      false,
      claim({ expect: [2, 1] }),
    ),
    bad('no bound at all', 'claims[0].expect', /one bound/, false, claim({ expect: [null, null] })),
    bad(
      'two claims of one id',
      'claims[1].id',
      /already/,
      false,
      set('claims', [good1, { ...good1, note: text }]),
    ),
    bad(
      'a power cut before the end',
      'crash.after_transactions',
      /before the measured/,
      false,
      set('crash', { after_transactions: 1 }),
    ),
  ];
}
