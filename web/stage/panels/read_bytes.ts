import type { ByteView, TierId } from '../../engine/protocol';

/** Reads bytes at the playhead. */
export type ReadBytes = (tier: TierId, address: number, size: number) => Promise<ByteView>;
