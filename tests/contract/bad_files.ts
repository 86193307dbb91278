import type { Scenario } from '../../web/engine/protocol';
import { type BadRow, badRows, changed } from './bad_rows';

const AT = { event: 'begin', tx: 'T1' };
const TEXT = { en: 'x', zh: 'x' };
const RECORDS = Object.fromEntries(Array.from({ length: 254 }, (_, n) => [`r${n}`, n]));
const TPCC = { id: 'tpcc', params: { rows: 'compact', customers: 10, items: 20, orders: 10 } };

/** What is wrong with a scenario, as changes to a good one of the engine's first scheme. */
const TABLE = `
a later format | format | must be in 1 \\.\\. 1 | {format: 2}
no format | format | missing | {format: null}
another kind | kind | expected: scenario | {kind: "experiment"}
an id with spaces | id | lower-case | {id: "Not an id"}
a field of no meaning | thread | no such field | {thread: []}
a title in no language | title | at least one language | {title: {}}
a title that is text | title | object | {title: "x"}
a seed below 0 | seed | must be in | {seed: -1}
a seed with a fraction | seed | whole number | {seed: 1.5}
an unknown deadlock policy | deadlock | detect | {deadlock: "hope"}
no machine | machine | missing | {machine: null}
a machine without id | machine.id | missing | {machine: {}}
a record name that starts with a digit | records.1A | name | {records: {"1A": 1}}
a record name that is too long | records.ABCDEFGHI | name | {records: {ABCDEFGHI: 1}}
a value that is text | records.A | whole number | {records: {A: "1"}}
neither records nor a workload | records | missing | {records: null}
a workload beside its records | records | not both | workload {records: {A: 1}}
clients of a script | clients | belongs to a workload | {clients: 1}
a workload without clients | clients | missing | workload {clients: null}
too many clients | clients | must be in 1 .. 16 | workload {clients: 17}
too many | transactions | must be in 1 .. 1000 | workload {transactions: 1001}
a workload that is text | workload | object | workload {workload: "tpcc"}
a delay that is text | delays[0] | object | {delays: ["T1"]}
a delay without an end | delays[0].until | missing | {delays: [{thread: 1, operation: 1}]}
a delay before the first operation | delays[0].operation | must be in |
    {delays: [{thread: 1, operation: 0, until: 2}]}
no threads | threads | at least one | {threads: []}
too many threads | threads | more than 16 | {threads: MANY}
a thread that is text | threads[0] | list | {threads: ["commit"]}
a statement that is a number | threads[0][1] | text | {threads: [["begin T1", 7]]}
mutations that are text | scheme.mutations | list | scheme {mutations: "x"}
an override that is text | machine.overrides.x | . | machine {overrides: {x: "fast"}}
a fault without a crash | faults[0].crash | missing | {faults: [{at: AT}]}
a policy that is unknown | faults[0].crash.survive | none all random |
    {faults: [{at: AT, crash: {survive: "some"}}]}
a unit of no device | faults[0].crash.units[0].tier | nvm disk |
    {faults: [{at: AT, crash: {survive: "none", units: [{tier: "dram", address: 0, stores:
    []}]}}]}
an event number of 0 | faults[0].at.nth | must be in |
    {faults: [{at: {event: "begin", tx: "T1", nth: 0}, crash: {survive: "none"}}]}
a pause of no time | marks[0].pause | must be in 1 | mark {pause: 0}
a mark without words | marks[0].say | missing | {marks: [{when: AT}]}
a lecture of no minutes | lecture.minutes | must be in 1 | {lecture: {minutes: 0}}
an unknown level | lecture.level | further | {lecture: {level: "hard"}}
a lecture it builds on | lecture.needs[0] | lower-case | {lecture: {needs: ["A b"]}}
a riddle | marks[0].ask.kind | one of these | ask {kind: "riddle"}
one choice | marks[0].ask.steps | at least two |
    ask {kind: "order", steps: [{when: AT, text: TEXT}]}
a choice without words | marks[0].ask.because.always | at least one language |
    ask {kind: "fate", tx: "T1", because: {always: {}}}
a question that gives away too much | marks[0].ask.gives_away.en | list |
    ask {kind: "fate", tx: "T1", gives_away: {en: "x"}}
a loss of nobody | marks[0].ask.tx | missing | ask {kind: "cut"}
a verdict that is unknown | facts[0].verdict | consistent | {facts: [{verdict: "fine"}]}
a fate that is unknown | facts[0].fate | always | {facts: [{at: AT, tx: "T1", fate: "maybe"}]}
a fact about no time | facts[0].after | run recovery |
    {facts: [{after: "lunch", record: "A", is: 1}]}
a subject that cannot be: nvm.log-object: | marks[0].subjects[0] | no such subject |
    mark {subjects: ["nvm.log-object:"]}
a subject that cannot be: nvm.log-object:1> | marks[0].subjects[0] | no such subject |
    mark {subjects: ["nvm.log-object:1>"]}
a subject that cannot be: thread:0 | marks[0].subjects[0] | no such subject |
    mark {subjects: ["thread:0"]}
a subject that cannot be: bank:01 | marks[0].subjects[0] | no such subject |
    mark {subjects: ["bank:01"]}
a subject that cannot be: A | marks[0].subjects[0] | no such subject | mark {subjects: ["A"]}
# engine
a workload that there is not | workload.id | no workload | workload {workload: {id: "tpcd"}}
a parameter that no workload has | workload.params.shops | no such parameter |
    workload {workload: {id: "tpcc", params: {shops: 1}}}
a mark of a transaction that never begins | marks[0].when.tx | no such transaction |
    workload {marks: [{when: {event: "begin", tx: "T2"}, say: TEXT}]}
a range where nothing has an order | threads[0][1] | placement to btree |
    one begin T1; scan A to A; commit
a thread that waits for itself | delays[0] | cannot wait for itself |
    {delays: [{thread: 1, operation: 1, until: 1}]}
a line that no scheme has | marks[0].ask.lines[0].mutation | no such mutation |
    ask {kind: "leave-out", lines: [{mutation: "no-such-line"}, {mutation: "nor-this"}]}
a side without a scheme | marks[0].ask.sides[1].scheme.id | no system |
    ask {kind: "faster", sides: [{title: TEXT, scheme: SCHEME}, {title: TEXT, scheme: {id:
    "hope"}}]}
an unknown machine | machine.id | no machine | {machine: {id: "abacus"}}
an unknown price | machine.overrides.x | no price | machine {overrides: {x: 1}}
an unknown scheme | scheme.id | no system | {scheme: {id: "prayer"}}
look-ups without locks where locks are released early | scheme.params.elr | whose commit it must wait for |
    {scheme: {id: "shore-mt", params: {read_locks: false, elr: true}}}
look-ups without locks in a system that always locks | scheme.params.read_locks | no such |
    {scheme: {id: "aries", params: {read_locks: false}}}
an unknown parameter | scheme.params.x | no such parameter | scheme {params: {x: 1}}
an unknown preset | scheme.preset | no such preset | scheme {preset: "all-in-heaven"}
an unknown mutation | scheme.mutations[0] | no such mutation | scheme {mutations: ["x"]}
an unknown statement | threads[0][0] | not a statement | one hope for the best
an unknown record | threads[0][1] | no record | one begin T1; Z := 1; commit
an unknown record in an expression | threads[0][1] | no record | one begin T1; A := Z + 1; commit
half an expression | threads[0][1] | value is expected | one begin T1; A := (1 +; commit
something after a statement | threads[0][2] | after the end | one begin T1; A := 1; commit now
a change outside a transaction | threads[0][0] | no transaction | one A := 1
a statement of one of several transactions, without a name | threads[0][2] | several transactions are open |
    one begin T1; begin T2; A := 1
a statement of a transaction that is not open | threads[0][2] | no such transaction open |
    one begin T1; commit; T1: A := 1
two transactions of a thread that would wait for each other | threads[0][3] | neither could ever go on |
    one begin T1; A := 1; begin T2; T2: A := 2
a name used twice | threads[0][2] | twice | one begin T1; commit; begin T1
a wait without a unit | threads[0][0] | time is expected | one wait 5
a signal that nobody sends | threads[0][0] | never sent | one await godot
a number beyond 2^53 | threads[0][1] | 2\\^53 | one begin T1; A := 99999999999999999; commit
a kind of event that is unknown | marks[0].when.event | no event |
    {marks: [{when: {event: "miracle"}, say: TEXT}]}
a structure that is unknown | marks[0].when.of | no such structure |
    {marks: [{when: {event: "begin", tx: "T1", of: "heap-of-sand"}, say: TEXT}]}
a transaction that is unknown | marks[0].when.tx | no such transaction |
    {marks: [{when: {event: "begin", tx: "T77"}, say: TEXT}]}
a focus that is unknown | marks[0].focus[0] | no such structure | mark {focus: ["nvm.heap-of-sand"]}
a subject that cannot be: nvm.heap-of-sand:1 | marks[0].subjects[0] | no such subject |
    mark {subjects: ["nvm.heap-of-sand:1"]}
a subject that cannot be: thread:9 | marks[0].subjects[0] | no such subject |
    mark {subjects: ["thread:9"]}
a subject that cannot be: bank:0 | marks[0].subjects[0] | no such subject |
    mark {subjects: ["bank:0"]}
more records than the pages hold | records | do not fit the pages | {records: RECORDS}
tables that the pages do not hold | scheme | tables do not fit |
    workload {workload: {id: "tpcc"}, transactions: 2}
a fact about an unknown record | facts[0].record | no record |
    {facts: [{after: "recovery", record: "Z", is: 1}]}
`;

/** Scenarios with one thing wrong. */
export function badFiles(good: Scenario): (BadRow & { readonly scenario: unknown })[] {
  const of = good as unknown as Record<string, unknown>;
  const short = { AT, TEXT, SCHEME: good.scheme, MANY: Array(17).fill([]) };
  const rows = badRows(TABLE, { ...short, RECORDS: { A: 1, B: 2, ...RECORDS } });
  const changes: Readonly<Record<string, (value: unknown) => unknown>> = {
    mark: (mark) => ({ marks: [{ when: AT, say: TEXT, ...(mark as object) }] }),
    ask: (ask) => ({ marks: [{ when: AT, say: TEXT, ask }] }),
    one: (statements) => ({ threads: [statements] }),
    scheme: (fields) => ({ scheme: changed(good.scheme, fields) }),
    machine: (fields) => ({ machine: changed(good.machine, fields) }),
    /** The same with a workload in place of the script. */
    workload: (parts) => ({
      records: null,
      threads: null,
      workload: TPCC,
      clients: 1,
      transactions: 1,
      ...(parts as object),
    }),
  };
  return rows.map((row) => {
    const fields = changes[row.verb]?.(row.value) ?? row.value;
    return { ...row, scenario: structuredClone(changed(of, fields)) };
  });
}
