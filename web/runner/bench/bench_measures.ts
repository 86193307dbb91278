/** A program to compare with, and the number of its operations for each of the engine's. */
export interface Peer {
  readonly name: string;
  readonly kind: 'flatqueue' | 'python';
  /** The module that Python must have, and the script's own name for the measure. */
  readonly module?: string;
  readonly argument?: string;
  /** Slower peers get fewer operations. */
  readonly share: number;
}

/** A micro-benchmark; `which` as in c_api.h. Targets are operations a second. */
export interface Measure {
  readonly which: number;
  readonly title: string;
  readonly unit: string;
  readonly operations: number;
  readonly aimNative: number;
  readonly aimWasm: number;
  readonly peers: readonly Peer[];
}

/** The target for WebAssembly's speed relative to native, in every measure. */
export const AIM_RATIO = 0.55;

/** The remark behind a speed that misses its target; a text is no speed. */
export const missed = (value: number | string, aim: number): string =>
  typeof value === 'number' && value < aim ? '   below the aim' : '';

/** The median of numbers; undefined if there are none. */
export const median = (numbers: readonly number[]): number | undefined =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

export const MEASURES: readonly Measure[] = [
  {
    which: 0,
    title: 'event queue, hold model, 64 pending, ties in order',
    unit: 'events/s',
    operations: 20_000_000,
    aimNative: 30e6,
    aimWasm: 22e6,
    peers: [
      { name: 'flatqueue', kind: 'flatqueue', share: 0.5 },
      { name: 'SimPy', kind: 'python', module: 'simpy', argument: 'queue', share: 0.02 },
    ],
  },
  {
    which: 1,
    title: 'M/M/1 with coroutine processes',
    unit: 'customers/s',
    operations: 4_000_000,
    aimNative: 8e6,
    aimWasm: 5e6,
    peers: [
      { name: 'cimba', kind: 'python', module: 'cimba', argument: 'mm1', share: 1 },
      { name: 'SimPy', kind: 'python', module: 'simpy', argument: 'mm1', share: 0.02 },
    ],
  },
  {
    which: 2,
    title: 'random 64-byte NVM writes with bytes, wear and queues',
    unit: 'writes/s',
    operations: 4_000_000,
    aimNative: 4e6,
    aimWasm: 3e6,
    peers: [],
  },
];
