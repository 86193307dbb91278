import type { EngineHost } from './engine_host';

/** The calls of an engine host, wherever it lives. */
export type EngineCalls = Pick<
  EngineHost,
  'describe' | 'open' | 'check' | 'adopt' | 'seek' | 'bytes' | 'cut' | 'uncut' | 'outlook' | 'fates'
>;

/** An engine host in a worker of its own (or, in tests, in this thread). */
export interface EnginePort {
  readonly calls: EngineCalls;
  /** Ends it at once, whatever it is doing; outstanding calls are never answered. */
  terminate(): void;
}

export type SpawnEngine = () => Promise<EnginePort>;
