import type { Description, ParamDescription, SchemeDescription } from '../../engine/protocol';
import type { ParamValue, RacerChoice } from '../scenario/side_choice';

/**
 * Room for a run of a few thousand transactions, in parameters of schemes and sizes of workloads,
 * where these exist: the engine's own defaults are sizes for stepping.
 */
const ROOM: Readonly<Record<string, ParamValue>> = {
  warm: true,
  page_bytes: 4096,
  frames: 16_384,
  spare_pages: 4096,
  entries: 200_000,
  checkpoint_after: 150_000,
  partition_kb: 8192,
  buffer_kb: 1024,
  checkpoint_kb: 16_384,
  ring_kb: 16_384,
  heap_kb: 65_536,
  log_slots: 200_000,
  spare_kb: 65_536,
  slots: 100_000,
  page_slots: 1024,
  cache_pages: 1024,
  log_kb: 1024,
  log_file_kb: 65_536,
  undo_pages: 1024,
  transfer_kb: 512,
  segment_bytes: 16_384,
  accounts: 20_000,
  subscribers: 10_000,
  customers: 300,
  items: 10_000,
  orders: 300,
};

/** The parameters with the values of a new race as their defaults. */
export function withRoom(
  params: readonly ParamDescription[],
  suggested: Readonly<Record<string, ParamValue>> = {},
): readonly ParamDescription[] {
  return params.map((param) => {
    const wanted = ROOM[param.id] ?? suggested[param.id] ?? param.default;
    if (typeof wanted !== typeof param.default) return param;
    return { ...param, default: typeof wanted === 'number' ? within(param, wanted) : wanted };
  });
}

const within = ({ min, max }: ParamDescription, value: number) =>
  Math.max(min ?? value, Math.min(max ?? value, value));

/** A system's parameters with room for thousands of transactions. */
export const racerParams = (scheme: SchemeDescription) => withRoom(scheme.params, scheme.forTables);

/** The parameter for the event that a commit waits for, and its values. */
export const COMMIT = 'commit';
export const GROUP = 'group';
export const ALONE = 'synchronous';

/** A scheme as it joins a race: if a commit can wait for one write of several, it does. */
export function freshRacer(description: Description, scheme: string): RacerChoice {
  const known = description.schemes.find(({ id }) => id === scheme);
  const commit = known?.params.find(({ id }) => id === COMMIT);
  const grouped = commit?.choices?.some(({ id }) => id === GROUP) && commit.default !== GROUP;
  return { scheme, params: grouped ? { [COMMIT]: GROUP } : {} };
}
