import type { Scenario } from '../../web/engine/protocol';

/** A scenario with one thing wrong. */
export interface BadFile {
  readonly what: string;
  /** Where both, or the engine alone, must find it. */
  readonly path: string;
  /** Words of the reason. */
  readonly reason: RegExp;
  /** False where only the engine can know: the schema must accept it. */
  readonly inSchema: boolean;
  readonly scenario: unknown;
}

type Change = (scenario: Record<string, unknown>) => void;

/** Tables of what is wrong, as changes to a good scenario of the engine's first scheme. */
export function badFiles(good: Scenario): BadFile[] {
  const bad = (what: string, path: string, reason: RegExp, inSchema: boolean, change: Change) => {
    const scenario = structuredClone(good) as unknown as Record<string, unknown>;
    change(scenario);
    return { what, path, reason, inSchema, scenario };
  };
  const set =
    (name: string, value: unknown): Change =>
    (scenario) => {
      scenario[name] = value;
    };
  const scheme = (extra: object) => set('scheme', { ...good.scheme, ...extra });
  const machine = (extra: object) => set('machine', { ...good.machine, ...extra });
  const one = (...statements: string[]) => set('threads', [statements]);
  const [first] = Object.keys(good.records ?? {});
  const at = { event: 'begin', tx: 'T1' };
  const text = { en: 'x', zh: 'x' };
  const tpcc = { id: 'tpcc', params: { rows: 'compact', customers: 10, items: 20, orders: 10 } };
  const lecture = (about: object) => set('lecture', about);
  const ask = (question: object) => set('marks', [{ when: at, say: text, ask: question }]);
  /** The same with a workload in place of the script. */
  const workload =
    (parts: object): Change =>
    (scenario) => {
      delete scenario.records;
      delete scenario.threads;
      Object.assign(scenario, { workload: tpcc, clients: 1, transactions: 1 }, parts);
    };
  return [
    // Both the schema and the engine.
    bad('a later format', 'format', /must be in 1 \.\. 1/, true, set('format', 2)),
    bad('no format', 'format', /missing/, true, (s) => delete s.format),
    bad('another kind', 'kind', /expected: scenario/, true, set('kind', 'experiment')),
    bad('an id with spaces', 'id', /lower-case/, true, set('id', 'Not an id')),
    bad('a field of no meaning', 'thread', /no such field/, true, set('thread', [])),
    bad('a title in no language', 'title', /at least one language/, true, set('title', {})),
    bad('a title that is text', 'title', /object/, true, set('title', 'x')),
    bad('a seed below 0', 'seed', /must be in/, true, set('seed', -1)),
    bad('a seed with a fraction', 'seed', /whole number/, true, set('seed', 1.5)),
    bad('an unknown deadlock policy', 'deadlock', /detect/, true, set('deadlock', 'hope')),
    bad('no machine', 'machine', /missing/, true, (s) => delete s.machine),
    bad('a machine without id', 'machine.id', /missing/, true, set('machine', {})),
    bad(
      'a record name that starts with a digit',
      'records.1A',
      /name/,
      true,
      set('records', { '1A': 1 }),
    ),
    bad(
      'a record name that is too long',
      'records.ABCDEFGHI',
      /name/,
      true,
      set('records', { ABCDEFGHI: 1 }),
    ),
    bad('a value that is text', 'records.A', /whole number/, true, set('records', { A: '1' })),
    bad('neither records nor a workload', 'records', /missing/, true, (s) => delete s.records),
    bad('a workload beside its records', 'records', /not both/, true, (s) => {
      workload({ records: { A: 1 } })(s);
    }),
    bad('clients of a script', 'clients', /belongs to a workload/, true, set('clients', 1)),
    bad('a workload without clients', 'clients', /missing/, true, (s) => {
      workload({})(s);
      delete s.clients;
    }),
    bad('too many clients', 'clients', /must be in 1 .. 16/, true, workload({ clients: 17 })),
    bad('too many', 'transactions', /must be in 1 .. 1000/, true, workload({ transactions: 1001 })),
    bad('a workload that is text', 'workload', /object/, true, workload({ workload: 'tpcc' })),
    bad(
      'a workload that there is not',
      'workload.id',
      /no workload/,
      false,
      workload({ workload: { id: 'tpcd' } }),
    ),
    bad(
      'a parameter that no workload has',
      'workload.params.shops',
      /no such parameter/,
      false,
      workload({ workload: { id: 'tpcc', params: { shops: 1 } } }),
    ),
    bad(
      'a mark of a transaction that never begins',
      'marks[0].when.tx',
      /no such transaction/,
      false,
      workload({ marks: [{ when: { event: 'begin', tx: 'T2' }, say: text }] }),
    ),
    bad(
      'a range where nothing has an order',
      'threads[0][1]',
      /placement to btree/,
      false,
      one('begin T1', `scan ${first} to ${first}`, 'commit'),
    ),
    bad('a delay that is text', 'delays[0]', /object/, true, set('delays', ['T1'])),
    bad(
      'a delay without an end',
      'delays[0].until',
      /missing/,
      true,
      set('delays', [{ thread: 1, operation: 1 }]),
    ),
    bad(
      'a delay before the first operation',
      'delays[0].operation',
      /must be in/,
      true,
      set('delays', [{ thread: 1, operation: 0, until: 2 }]),
    ),
    bad(
      'a thread that waits for itself',
      'delays[0]',
      /cannot wait for itself/,
      false,
      set('delays', [{ thread: 1, operation: 1, until: 1 }]),
    ),
    bad('no threads', 'threads', /at least one/, true, set('threads', [])),
    bad('too many threads', 'threads', /more than 16/, true, set('threads', Array(17).fill([]))),
    bad('a thread that is text', 'threads[0]', /list/, true, set('threads', ['commit'])),
    bad(
      'a statement that is a number',
      'threads[0][1]',
      /text/,
      true,
      set('threads', [['begin T1', 7]]),
    ),
    bad('mutations that are text', 'scheme.mutations', /list/, true, scheme({ mutations: 'x' })),
    bad(
      'an override that is text',
      'machine.overrides.x',
      /./,
      true,
      machine({ overrides: { x: 'fast' } }),
    ),
    bad('a fault without a crash', 'faults[0].crash', /missing/, true, set('faults', [{ at }])),
    bad(
      'a policy that is unknown',
      'faults[0].crash.survive',
      /none all random/,
      true,
      set('faults', [{ at, crash: { survive: 'some' } }]),
    ),
    bad(
      'a unit of no device',
      'faults[0].crash.units[0].tier',
      /nvm disk/,
      true,
      set('faults', [
        { at, crash: { survive: 'none', units: [{ tier: 'dram', address: 0, stores: [] }] } },
      ]),
    ),
    bad(
      'an event number of 0',
      'faults[0].at.nth',
      /must be in/,
      true,
      set('faults', [{ at: { ...at, nth: 0 }, crash: { survive: 'none' } }]),
    ),
    bad(
      'a pause of no time',
      'marks[0].pause',
      /must be in 1/,
      true,
      set('marks', [{ when: at, say: text, pause: 0 }]),
    ),
    bad('a mark without words', 'marks[0].say', /missing/, true, set('marks', [{ when: at }])),
    bad(
      'a lecture of no minutes',
      'lecture.minutes',
      /must be in 1/,
      true,
      lecture({ minutes: 0 }),
    ),
    bad('an unknown level', 'lecture.level', /further/, true, lecture({ level: 'hard' })),
    bad(
      'a lecture it builds on',
      'lecture.needs[0]',
      /lower-case/,
      true,
      lecture({ needs: ['A b'] }),
    ),
    bad('a riddle', 'marks[0].ask.kind', /one of these/, true, ask({ kind: 'riddle' })),
    bad(
      'one choice',
      'marks[0].ask.steps',
      /at least two/,
      true,
      ask({ kind: 'order', steps: [{ when: at, text }] }),
    ),
    bad(
      'a choice without words',
      'marks[0].ask.because.always',
      /at least one language/,
      true,
      ask({ kind: 'fate', tx: 'T1', because: { always: {} } }),
    ),
    bad(
      'a question that gives away too much',
      'marks[0].ask.gives_away.en',
      /list/,
      true,
      ask({ kind: 'fate', tx: 'T1', gives_away: { en: 'x' } }),
    ),
    bad(
      'a line that no scheme has',
      'marks[0].ask.lines[0].mutation',
      /no such mutation/,
      false,
      ask({ kind: 'leave-out', lines: [{ mutation: 'no-such-line' }, { mutation: 'nor-this' }] }),
    ),
    bad(
      'a side without a scheme',
      'marks[0].ask.sides[1].scheme.id',
      /no system/,
      false,
      ask({
        kind: 'faster',
        sides: [
          { title: text, scheme: good.scheme },
          { title: text, scheme: { id: 'hope' } },
        ],
      }),
    ),
    bad('a loss of nobody', 'marks[0].ask.tx', /missing/, true, ask({ kind: 'cut' })),
    bad(
      'a verdict that is unknown',
      'facts[0].verdict',
      /consistent/,
      true,
      set('facts', [{ verdict: 'fine' }]),
    ),
    bad(
      'a fate that is unknown',
      'facts[0].fate',
      /always/,
      true,
      set('facts', [{ at, tx: 'T1', fate: 'maybe' }]),
    ),
    bad(
      'a fact about no time',
      'facts[0].after',
      /run recovery/,
      true,
      set('facts', [{ after: 'lunch', record: 'A', is: 1 }]),
    ),
    // The engine alone.
    bad('an unknown machine', 'machine.id', /no machine/, false, set('machine', { id: 'abacus' })),
    bad(
      'an unknown price',
      'machine.overrides.x',
      /no price/,
      false,
      machine({ overrides: { x: 1 } }),
    ),
    bad('an unknown scheme', 'scheme.id', /no system/, false, set('scheme', { id: 'prayer' })),
    bad(
      'look-ups without locks where locks are released early',
      'scheme.params.elr',
      /whose commit it must wait for/,
      false,
      set('scheme', { id: 'shore-mt', params: { read_locks: false, elr: true } }),
    ),
    bad(
      'look-ups without locks in a system that always locks',
      'scheme.params.read_locks',
      /no such/,
      false,
      set('scheme', { id: 'aries', params: { read_locks: false } }),
    ),
    bad(
      'an unknown parameter',
      'scheme.params.x',
      /no such parameter/,
      false,
      scheme({ params: { x: 1 } }),
    ),
    bad(
      'an unknown preset',
      'scheme.preset',
      /no such preset/,
      false,
      scheme({ preset: 'all-in-heaven' }),
    ),
    bad(
      'an unknown mutation',
      'scheme.mutations[0]',
      /no such mutation/,
      false,
      scheme({ mutations: ['x'] }),
    ),
    bad(
      'an unknown statement',
      'threads[0][0]',
      /not a statement/,
      false,
      one('hope for the best'),
    ),
    bad(
      'an unknown record',
      'threads[0][1]',
      /no record/,
      false,
      one('begin T1', 'Z := 1', 'commit'),
    ),
    bad(
      'an unknown record in an expression',
      'threads[0][1]',
      /no record/,
      false,
      one('begin T1', 'A := Z + 1', 'commit'),
    ),
    bad(
      'half an expression',
      'threads[0][1]',
      /value is expected/,
      false,
      one('begin T1', 'A := (1 +', 'commit'),
    ),
    bad(
      'something after a statement',
      'threads[0][2]',
      /after the end/,
      false,
      one('begin T1', 'A := 1', 'commit now'),
    ),
    bad('a change outside a transaction', 'threads[0][0]', /no transaction/, false, one('A := 1')),
    bad(
      'a statement of one of several transactions, without a name',
      'threads[0][2]',
      /several transactions are open/,
      false,
      one('begin T1', 'begin T2', 'A := 1'),
    ),
    bad(
      'a statement of a transaction that is not open',
      'threads[0][2]',
      /no such transaction open/,
      false,
      one('begin T1', 'commit', 'T1: A := 1'),
    ),
    bad(
      'two transactions of a thread that would wait for each other',
      'threads[0][3]',
      /neither could ever go on/,
      false,
      one('begin T1', 'A := 1', 'begin T2', 'T2: A := 2'),
    ),
    bad(
      'a name used twice',
      'threads[0][2]',
      /twice/,
      false,
      one('begin T1', 'commit', 'begin T1'),
    ),
    bad('a wait without a unit', 'threads[0][0]', /time is expected/, false, one('wait 5')),
    bad('a signal that nobody sends', 'threads[0][0]', /never sent/, false, one('await godot')),
    bad(
      'a number beyond 2^53',
      'threads[0][1]',
      /2\^53/,
      false,
      one('begin T1', 'A := 99999999999999999', 'commit'),
    ),
    bad(
      'a kind of event that is unknown',
      'marks[0].when.event',
      /no event/,
      false,
      set('marks', [{ when: { event: 'miracle' }, say: text }]),
    ),
    bad(
      'a structure that is unknown',
      'marks[0].when.of',
      /no such structure/,
      false,
      set('marks', [{ when: { ...at, of: 'heap-of-sand' }, say: text }]),
    ),
    bad(
      'a transaction that is unknown',
      'marks[0].when.tx',
      /no such transaction/,
      false,
      set('marks', [{ when: { event: 'begin', tx: 'T77' }, say: text }]),
    ),
    bad(
      'a focus that is unknown',
      'marks[0].focus[0]',
      /no such structure/,
      false,
      set('marks', [{ when: at, say: text, focus: ['nvm.heap-of-sand'] }]),
    ),
    ...Object.entries({
      'nvm.heap-of-sand:1': false,
      'thread:9': false,
      'bank:0': false,
      'nvm.log-object:': true,
      'nvm.log-object:1>': true,
      'thread:0': true,
      'bank:01': true,
      A: true,
    }).map(([subject, inSchema]) =>
      bad(
        `a subject that cannot be: ${subject}`,
        'marks[0].subjects[0]',
        /no such subject/,
        inSchema,
        set('marks', [{ when: at, say: text, subjects: [subject] }]),
      ),
    ),
    bad(
      'more records than the pages hold',
      'records',
      /do not fit the pages/,
      false,
      set('records', {
        ...{ A: 1, B: 2 },
        ...Object.fromEntries(Array.from({ length: 254 }, (_, n) => [`r${n}`, n])),
      }),
    ),
    bad('tables that the pages do not hold', 'scheme', /tables do not fit/, false, (scenario) => {
      delete scenario.records;
      delete scenario.threads;
      Object.assign(scenario, { workload: { id: 'tpcc' }, clients: 1, transactions: 2 });
    }),
    bad(
      'a fact about an unknown record',
      'facts[0].record',
      /no record/,
      false,
      set('facts', [{ after: 'recovery', record: 'Z', is: 1 }]),
    ),
  ];
}
