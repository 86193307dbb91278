// Faults as a tool makes them, or planted by hand: which of them do the tests notice?
// `npm run mutants -- [--each N] [--seed S] [--only scheme/systems/rewind,db] [--planted FILE]
// [--tests FILTER] [--seconds N]`
// What each came to is a line of build/mutants/results.jsonl.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { main, Problem } from '../process.mjs';
import { drawn, judge, sources } from './ask.mjs';
import { planted } from './planted.mjs';
import { summary } from './summary.mjs';

await main(async () => {
  const { values } = parseArgs({
    options: {
      each: { type: 'string' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      planted: { type: 'string' },
      tests: { type: 'string', default: '*' },
      seconds: { type: 'string', default: 'Infinity' },
    },
  });
  const only = values.only.split(',').filter(Boolean);
  const byHand = values.planted
    ? planted(readFileSync(values.planted, 'utf8'), (file) =>
        readFileSync(join(sources, file), 'utf8'),
      )
    : [];
  const each = Number(values.each ?? (values.planted ? 0 : 10));
  const faults = [
    ...byHand.filter(({ file }) => only.length === 0 || only.some((path) => file.startsWith(path))),
    ...(each > 0 ? await drawn(only, Number(values.seed), each) : []),
  ];
  if (faults.length === 0) throw new Problem(`nothing to ask in ${only.join(', ')}`);
  process.stdout.write(
    `${summary(await judge(faults, values.tests, 1000 * Number(values.seconds)))}\n`,
  );
});
