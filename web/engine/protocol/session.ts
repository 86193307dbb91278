/** @file The trace of an open session: its events and the spans of its threads. */

export * from './replies/session';

/** Bytes of one event record in linear memory; little endian. See `readEvents` for the layout. */
export const EVENT_BYTES = 48;
/**
 * Bytes of one span record: start u64, end u64, actor u16, category u8, unused u8, txn u16, unused
 * u16.
 */
export const SPAN_BYTES = 24;

/** Bits of the `flags` column. */
export const FLAG_DEVICE = 1; // changes a persistent device's state: a distinct crash point
export const FLAG_ACK = 2; // a client is told something
export const FLAG_WAIT = 4; // the actor starts to wait
export const FLAG_BROKEN = 8; // a mutation changed what happens here

/** The value of the `statement` column for no statement. */
export const NO_STATEMENT = 0xffff;

/** Events as columns with one entry for each event. `time` is in virtual nanoseconds. */
export interface EventColumns {
  readonly length: number;
  readonly kind: Uint8Array;
  readonly tier: Uint8Array;
  readonly category: Uint8Array;
  readonly flags: Uint8Array;
  readonly time: Float64Array;
  readonly actor: Uint16Array;
  readonly txn: Uint16Array;
  /** Listing line, 0 for none. */
  readonly label: Uint16Array;
  /** The number of the device operation in that line, from 0. */
  readonly ordinal: Uint16Array;
  readonly address: Uint32Array;
  readonly size: Uint32Array;
  /** 1 + index into the scheme's structures, 0 for none. */
  readonly structure: Uint16Array;
  /** Index into the actor's statements, or NO_STATEMENT. */
  readonly statement: Uint16Array;
  /** The item of the structure: an LSN, a page id, ... */
  readonly key: Uint32Array;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
}

/**
 * A span of a thread's or a daemon's virtual time (`start` to `end`, ns) that was spent on one
 * category.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly actor: number;
  readonly category: number;
  readonly txn: number;
  /** True where the device, or what was asked for, was busy with somebody else's meanwhile. */
  readonly waits?: boolean;
}
