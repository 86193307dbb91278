/** Lectures in the order of the course; others follow by name. */
const ORDER: readonly string[] = [
  'acknowledged-survives',
  'unacknowledged-rolled-back',
  'state-bit-last',
  'state-bit-first',
  'crash-during-recovery',
  'tpcc-new-order-nvm',
  'tpcc-new-order-wal',
];

/** A lecture's id: the name of its file. */
export function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
}

/** Sorts ids as the course goes. */
export function byCourse(left: string, right: string): number {
  const rank = (id: string) => (ORDER.indexOf(id) + ORDER.length + 1) % (ORDER.length + 1);
  return rank(left) - rank(right) || left.localeCompare(right);
}
