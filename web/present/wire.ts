// A connection of two windows: by a channel of the browser, or, where there is none between them (a
// file in a browser that isolates files), through the window that opened the other one.

/** A line between the two windows. */
export interface Wire<Sent> {
  send(message: Sent): void;
  close(): void;
}

interface Ends<Heard> {
  /** Names the pair of windows. */
  readonly id: string;
  /** The end of this window; it receives messages of the other end alone. */
  readonly as: 'screen' | 'speaker';
  /** The window that opened this one. */
  readonly opener?: Window | null | undefined;
  readonly read: (value: unknown) => Heard | undefined;
  readonly hear: (message: Heard) => void;
}

interface Envelope {
  readonly afterimage: string;
  readonly from: string;
  readonly number: number;
  readonly message: unknown;
}

/**
 * The message that has arrived from any window; undefined if it does not belong to a pair of
 * windows.
 */
function readEnvelope(value: unknown): Envelope | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { afterimage, from, number, message } = value as Readonly<Record<string, unknown>>;
  const known = typeof afterimage === 'string' && typeof from === 'string';
  return known && typeof number === 'number' ? { afterimage, from, number, message } : undefined;
}

/**
 * Pages from a server accept messages of their own site alone; a file has no origin that could be
 * compared.
 */
const isFile = () => window.location.protocol === 'file:';
const mayHear = (origin: string) => isFile() || origin === window.location.origin;

const channelOf = (id: string): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'undefined'
    ? undefined
    : new BroadcastChannel(`afterimage.present.${id}`);

/**
 * Opens this window's end. Messages go by the channel until the other end has been heard by the
 * other way alone; a message that arrives twice counts once.
 */
export function openWire<Sent, Heard>({ id, as, opener, read, hear }: Ends<Heard>): Wire<Sent> {
  const channel = channelOf(id);
  const me = `${as} ${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  const other = as === 'screen' ? 'speaker' : 'screen';
  let number = 0;
  /** The pair's name identifies the peer: only the window that was given it knows it. */
  let peer: MessageEventSource | null | undefined = opener;
  /** The ways by which messages of the other end have arrived. */
  const ways = { channel: false, window: false };
  const newest = new Map<string, number>();
  /** A message of this pair's other end. */
  const fromOther = (value: unknown): Envelope | undefined => {
    const envelope = readEnvelope(value);
    return envelope?.afterimage === id && envelope.from.startsWith(`${other} `)
      ? envelope
      : undefined;
  };
  const take = (envelope: Envelope, way: keyof typeof ways) => {
    ways[way] = true;
    if (envelope.number <= (newest.get(envelope.from) ?? 0)) return;
    newest.set(envelope.from, envelope.number);
    const message = read(envelope.message);
    if (message !== undefined) hear(message);
  };
  const fromChannel = ({ data }: MessageEvent) => {
    const envelope = fromOther(data);
    if (envelope) take(envelope, 'channel');
  };
  const fromWindow = ({ data, source, origin }: MessageEvent) => {
    const envelope = mayHear(origin) && fromOther(data);
    if (!envelope) return;
    // The last message of a page that is going away has no source any more.
    if (source) peer = source;
    take(envelope, 'window');
  };
  channel?.addEventListener('message', fromChannel);
  window.addEventListener('message', fromWindow);
  return {
    send: (message) => {
      number++;
      const envelope: Envelope = { afterimage: id, from: me, number, message };
      channel?.postMessage(envelope);
      const targetOrigin = isFile() ? '*' : window.location.origin;
      if (!ways.channel) peer?.postMessage(envelope, { targetOrigin });
    },
    close: () => {
      channel?.removeEventListener('message', fromChannel);
      window.removeEventListener('message', fromWindow);
      channel?.close();
    },
  };
}
