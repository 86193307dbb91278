import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import FlatQueue from 'flatqueue';
import { number, object, readAs } from '../../model/values/shape';
import { runNative } from '../native_program';
import { projectRoot } from '../node_engine';
import type { Peer } from './bench_measures';

const execute = promisify(execFile);

/** The duration of a program's operations; the checksum where it has one. */
export interface Timing {
  readonly seconds: number;
  readonly checksum?: number;
}

const timing = object({ seconds: number }, { checksum: number });

/** Runs the native build. Undefined where it is not built. */
export async function timeNative(which: number, operations: number): Promise<Timing | undefined> {
  const text = await runNative('afterimage_fast', ['bench', `${which}`, `${operations}`]);
  return text === undefined ? undefined : readAs<Timing>(text, timing);
}

/** The operations a second of a peer, or the reason why there is no number. */
export async function speedOfPeer(peer: Peer, operations: number): Promise<number | string> {
  if (peer.kind === 'flatqueue') return operations / flatqueueSeconds(operations);
  const python = process.env.PYTHON ?? 'python3';
  const script = join(projectRoot(), `web/runner/peers/${peer.module}_peer.py`);
  try {
    await execute(python, ['-c', `import ${peer.module}`]);
  } catch {
    return `no number: ${python} has no ${peer.module}`;
  }
  const { stdout } = await execute(python, [script, peer.argument ?? '', `${operations}`]);
  return operations / readAs<Timing>(stdout, timing).seconds;
}

const SEQUENCES = 2 ** 20;

/** The hold model on flatqueue: it has no order for ties, so the key carries a sequence number. */
function flatqueueSeconds(operations: number): number {
  const queue = new FlatQueue<number>();
  let random = 1;
  const wait = () => {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
    return 1 + (random >>> 25);
  };
  for (let i = 0; i < 64; i++) queue.push(i, wait() * SEQUENCES + i);
  const start = performance.now();
  for (let i = 64; i < operations + 64; i++) {
    const time = Math.floor((queue.peekValue() ?? 0) / SEQUENCES);
    const event = queue.pop() ?? 0;
    queue.push(event, (time + wait()) * SEQUENCES + (i % SEQUENCES));
  }
  return (performance.now() - start) / 1000;
}
