import type { Scenario } from '../../web/engine/protocol';
import { type BadFile, badRows, changed } from './bad_rows';

const AT = { event: 'begin', tx: 'T1' };
const TEXT = { en: 'x', zh: 'x' };
const RECORDS = Object.fromEntries(Array.from({ length: 254 }, (_, n) => [`r${n}`, n]));
const TPCC = { id: 'tpcc', params: { rows: 'compact', customers: 10, items: 20, orders: 10 } };

/** The faults of a scenario, as changes to a good one of the engine's first scheme. */
const TABLE = `
a record name that starts with a digit | records.1A | name | {records: {"1A": 1}}
a record name that is too long | records.ABCDEFGHI | name | {records: {ABCDEFGHI: 1}}
a workload beside its records | records | not both | workload {records: {A: 1}}
clients of a script | clients | belongs to a workload | {clients: 1}
a subject that cannot be: nvm.log-object: | marks[0].subjects[0] | no such subject |
    mark {subjects: ["nvm.log-object:"]}
a subject that cannot be: nvm.log-object:1> | marks[0].subjects[0] | no such subject |
    mark {subjects: ["nvm.log-object:1>"]}
a subject that cannot be: thread:0 | marks[0].subjects[0] | no such subject | mark {subjects: ["thread:0"]}
a subject that cannot be: bank:01 | marks[0].subjects[0] | no such subject | mark {subjects: ["bank:01"]}
a subject that cannot be: A | marks[0].subjects[0] | no such subject | mark {subjects: ["A"]}
# engine
a range where nothing has an order | threads[0][1] | placement to btree | one begin T1; scan A to A; commit
a thread that waits for itself | delays[0] | cannot wait for itself | {delays: [{thread: 1, operation: 1, until: 1}]}
look-ups without locks where locks are released early | scheme.params.elr | whose commit it must wait for |
    {scheme: {id: "shore-mt", params: {read_locks: false, elr: true}}}
look-ups without locks in a system that always locks | scheme.params.read_locks | no such |
    {scheme: {id: "aries", params: {read_locks: false}}}
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
a subject that cannot be: nvm.heap-of-sand:1 | marks[0].subjects[0] | no such subject |
    mark {subjects: ["nvm.heap-of-sand:1"]}
a subject that cannot be: thread:9 | marks[0].subjects[0] | no such subject | mark {subjects: ["thread:9"]}
a subject that cannot be: bank:0 | marks[0].subjects[0] | no such subject | mark {subjects: ["bank:0"]}
more records than the pages hold | records | do not fit the pages | {records: RECORDS}
tables that the pages do not hold | scheme | tables do not fit | workload {workload: {id: "tpcc"}, transactions: 2}
`;

/** Scenarios with one thing wrong. */
export function badFiles(good: Scenario): BadFile[] {
  const of = good as unknown as Record<string, unknown>;
  const rows = badRows(TABLE, { RECORDS: { A: 1, B: 2, ...RECORDS } });
  const changes: Readonly<Record<string, (value: unknown) => unknown>> = {
    mark: (mark) => ({ marks: [{ when: AT, say: TEXT, ...(mark as object) }] }),
    one: (statements) => ({ threads: [statements] }),
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
    return { ...row, file: structuredClone(changed(of, fields)) };
  });
}
