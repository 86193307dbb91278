import type { WorkloadInputSummary } from '../../web/engine/protocol/experiment';
import type { Server } from './server';

/**
 * An action of a server, and the importer's expected report of its log beside the server's own
 * counts.
 */
export interface Case {
  readonly name: string;
  readonly setup: string;
  readonly run: (server: Server, database: string) => void | Promise<void>;
  readonly right: Partial<WorkloadInputSummary>;
}

const TABLES = `
create table t(id int primary key, v int, w text);
insert into t select i, i, 'abc' from generate_series(1, 50) i;
create table p(id int primary key, n int);
insert into p select i, 0 from generate_series(1, 10) i;
create table c(id int primary key, p int references p);`;

const sql = (text: string) => (server: Server, database: string) => void server.run(database, text);

/** Rows as COPY reads them. */
const copied = (from: number, to: number) =>
  `copy t from stdin;\n${Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\t1\tz\n`).join('')}\\.\n`;

export const CASES: readonly Case[] = [
  {
    name: 'prepared transactions, whose names and messages hold anything',
    setup: TABLES,
    run: sql(`
begin; insert into t values(101, 1, 'x'); prepare transaction 'a: 5: b subxacts: 3 4';
commit prepared 'a: 5: b subxacts: 3 4';
begin; insert into t values(102, 1, 'x'); savepoint s; update t set v = 9 where id = 3; prepare transaction 'q';
rollback prepared 'q';
begin; update t set v = 3 where id = 4; savepoint s; update t set v = 9 where id = 3; prepare transaction 'q';
commit prepared 'q';
select pg_logical_emit_message(true, E'a\\nrmgr: Heap len (rec/tot): 63/ 63, tx: 9, lsn: 0/17008700, prev 0/17008688, desc: INSERT off 1 flags 0x08, blkref #0: rel 1663/5/7 blk 0', 'body');
delete from t where id = 7;`),
    right: { commits: 3, aborts: 1, empty: 1, unread: 0, dropped: 0 },
  },
  {
    name: 'savepoints',
    setup: TABLES,
    run: sql(`
begin; insert into t values(101, 1, 'x'); savepoint a; update t set v = 2 where id = 101;
delete from t where id = 101; rollback to a; commit;
begin; insert into t values(102, 1, 'x'); savepoint a; insert into t values(103, 1, 'x'); rollback to a;
insert into t values(104, 1, 'x'); commit;
begin; savepoint a; insert into t values(105, 1, 'x'); savepoint b; insert into t values(106, 1, 'x');
rollback to b; release a; update t set v = 5 where id = 105; commit;
begin; insert into t values(110, 1, 'x'); rollback;
do $$ begin for i in 1..100 loop begin insert into t values(200 + i, 1, 'y');
if i % 3 = 0 then raise exception 'x'; end if; exception when others then null; end; end loop; end $$;`),
    right: { commits: 4, aborts: 1, savepoints: 36, dropped: 0 },
  },
  {
    name: 'rows copied into used pages',
    setup: TABLES,
    run: sql(`${copied(301, 700)}${copied(701, 1100)}
update t set v = 77 where id between 350 and 550;
delete from t where id > 700 and id < 800;
update t set v = 1 where id < 20;`),
    right: { commits: 5, dropped: 0, unread: 0 },
  },
  {
    name: 'locks of every strength, and children of one parent at once',
    setup: TABLES,
    run: async (server, database) => {
      server.run(
        database,
        `begin; select * from p where id = 1 for share; select * from p where id = 2 for key share;
select * from p where id = 3 for no key update; select * from p where id = 4 for update; commit;
update p set n = n + 1 where id = 1; update p set id = 99 where id = 9; delete from p where id = 10;`,
      );
      // It has the lock before a child asks for it; both hold theirs until this session ends.
      const keeper = server.beside(
        database,
        `select pg_advisory_lock(1);
do $$ begin while (select count(*) from pg_locks where locktype = 'advisory' and not granted) < 2 loop
perform pg_sleep(0.01); end loop; end $$;
update p set n = n + 5 where id = 5;`,
      );
      const held = `select count(*) from pg_locks where locktype = 'advisory' and granted`;
      while (server.run(database, held) === '0') await new Promise((next) => setTimeout(next, 10));
      const child = (id: number) =>
        server.beside(
          database,
          `begin; insert into c values(${id}, 5); select pg_advisory_lock_shared(1); commit;`,
        );
      await Promise.all([keeper, child(101), child(102)]);
    },
    right: {
      lockModes: { keyShare: 3, share: 1, noKeyUpdate: 1, update: 1 },
      dropped: 0,
      aborts: 0,
    },
  },
  {
    name: 'indexes of every access method',
    setup: `
create table t(id int, v int, b box, j tsvector, pt point);
create index on t(id); create index on t using hash(v); create index on t using gin(j) with (fastupdate = off);
create index on t using gist(b); create index on t using spgist(pt); create index on t using brin(id);
insert into t select i, i, box(point(i, i), point(i, i)), 'b'::tsvector, point(i, i) from generate_series(1, 5) i;`,
    run: sql(`insert into t select i, i, box(point(i, i), point(i, i)), ('w' || i)::tsvector, point(i, i)
from generate_series(11, 30) i;`),
    // Each row in six; of BRIN the summary of its range changes with each.
    right: { commits: 1, inserts: 20, indexEntries: 120 },
  },
  {
    name: 'TOAST, TRUNCATE, partitions, MERGE and large objects',
    setup: `${TABLES}
create table big(id int, w text); alter table big alter w set storage external;
create table part(id int, v int) partition by range(id);
create table part1 partition of part for values from (0) to (10);
create table part2 partition of part for values from (10) to (20);`,
    run: sql(`
insert into big select i, repeat('x', 5000) from generate_series(1, 5) i;
insert into part select i, i from generate_series(1, 19) i; update part set id = id + 9 where id < 5;
truncate c;
merge into p using (values (1), (50)) s(id) on p.id = s.id
when matched then update set n = 7 when not matched then insert values (s.id, 0);
select lo_from_bytea(0, 'abc');`),
    right: { dropped: 0, unread: 0, aborts: 0 },
  },
  {
    name: 'pgbench with eight clients',
    setup: '',
    run: (server, database) => {
      server.pgbench(database, ['-n', '-c', '8', '-t', '50']);
    },
    right: { commits: 400, inserts: 400, updates: 1200, dropped: 0, aborts: 0 },
  },
];
