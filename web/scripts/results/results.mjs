// Holds the results of a fixed set of runs against those of another commit, which a change that is
// about speed or memory must not touch:
//
//   node web/scripts/results/results.mjs > build/before.txt
//   node web/scripts/results/results.mjs --against build/before.txt [--wasm]
//
// A line is a run and the digest of all that came of it. With `--against` it prints the lines that
// differ, and ends with 1 where there are any; with `--wasm` it also runs each in WebAssembly, and
// prints those that come out otherwise there.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, Problem, root } from '../process.mjs';
import { nativeResult, summaries } from './native.mjs';
import { fixedRuns } from './runs.mjs';
import { wasmResult } from './wasm.mjs';

/** @param {string} text */
const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** @param {import('./runs.mjs').Run} of @param {boolean} wasm */
async function lineOf(of, wasm) {
  const here = await nativeResult(of);
  if (here === '') throw new Problem(`${of.name}: nothing came of it; are the programs built?`);
  if (wasm && (await wasmResult(of)) !== here) {
    throw new Problem(`${of.kind} ${of.name}: WebAssembly has another result`);
  }
  if (of.kind !== 'story') return `${of.kind} ${of.name} ${digest(here)}`;
  const { traced, fast } = await summaries(of.path);
  // Mutations change what is done where events are recorded, and only there.
  const { scheme } = JSON.parse(readFileSync(of.path, 'utf8'));
  const mutated = (scheme.mutations ?? []).length > 0;
  if (traced !== fast && !mutated) {
    throw new Problem(`${of.name}: the two builds have other summaries`);
  }
  return `${of.kind} ${of.name} ${digest(here + traced)}`;
}

await main(async () => {
  const at = process.argv.indexOf('--against');
  const before = at < 0 ? undefined : readFileSync(process.argv[at + 1] ?? '', 'utf8').split('\n');
  let differ = 0;
  for (const of of fixedRuns(join(root, 'build/results'))) {
    const line = await lineOf(of, process.argv.includes('--wasm'));
    if (before?.includes(line)) continue;
    process.stdout.write(`${line}\n`);
    differ += before ? 1 : 0;
  }
  return differ > 0 ? 1 : 0;
});
