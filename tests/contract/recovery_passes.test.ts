import { expect, it } from 'vitest';
import { runExperiment } from '../../web/engine/measure/client';
import { LocalPointWorker } from '../../web/engine/measure/local_worker';
import { freshRacer } from '../../web/model/experiment/fresh_racer';
import { cutExperiment, setupOf } from '../../web/race/model/race';
import { loadEngine } from '../../web/runner/node_engine';

// The time of a recovery: every nanosecond belongs to a pass that has a name.

const place = () => new LocalPointWorker(() => loadEngine('fast'), { sliceMs: 5 });
const description = (await loadEngine('fast')).describe();

it.each(['today', 'setup-a'])(
  'do the passes of every system add up to its recovery: %s',
  async (machine) => {
    for (const { id, promise } of description.schemes) {
      const racer = freshRacer(description, id);
      const setup = setupOf(description, {
        racers: [racer, racer],
        workload: 'tpcb',
        params: { accounts: 1000 },
        machine,
        threads: 4,
      });
      const text = JSON.stringify(cutExperiment(description, setup, 3_050_000));
      const { points } = await runExperiment([place()], text);
      const [result] = points;
      const { metrics = {}, passes = [], recovered } = result ?? {};
      if (process.env.SHOW)
        console.log(
          machine,
          id,
          metrics.commits,
          metrics['recovery.records'],
          metrics['recovery.total'],
          passes.map((p) => `${p.id} ${p.ns} ${JSON.stringify(p.spent)}`).join(' | '),
        );
      expect(recovered, id).toBe(true);
      const sum = passes.reduce((all, { ns }) => all + ns, 0);
      expect(sum, id).toBe(metrics['recovery.total']);
      for (const { id: pass, ns, spent } of passes) {
        expect(metrics[`recovery.${pass}`], `${id} ${pass}`).toBe(ns);
        expect(Object.values(spent).reduce((all, each) => all + each, 0)).toBe(ns);
      }
      // Nothing is logged where nothing is promised.
      if (metrics.commits && promise !== 'none')
        expect(metrics['recovery.records'], id).toBeGreaterThan(0);
      // A record begins with a header: of 24 bytes in XtraDB's log, of a line everywhere else.
      const { 'recovery.records': records = 0, 'recovery.bytes': bytes = 0 } = metrics;
      expect(bytes, id).toBeGreaterThanOrEqual(records * (id === 'xtradb' ? 24 : 64));
      expect(bytes > 0, id).toBe(records > 0);
    }
  },
  120_000,
);
