import type { Description } from '../../../engine/protocol';
import type { PointPlan } from '../../../engine/protocol/experiment';
import type { Measured } from './answer';
import { hasOwnStore, roleOf } from './server_runs';

// The ceiling is of the reader's own server. Systems with other software may stand above it, which
// a chart has to say.

/** Why the ceiling does not bound a system: a store of its own, or software of another way. */
export type Unbound = 'store' | 'software';

/** So much above it is no difference of two runs. */
const ABOVE = 1.05;

const clientsOf = ({ assignment }: PointPlan) => assignment.threads;

/**
 * Systems that the server's ceiling does not bound, by their place in the file: all that have a
 * store of their own, and of the others those that are above it with some number of clients.
 */
export function unboundSystems(
  { file, plan, results }: Measured,
  { schemes }: Pick<Description, 'schemes'>,
): ReadonlyMap<number, Unbound> {
  const role = ({ scheme }: PointPlan) => {
    const entry = file.schemes[scheme];
    return entry && roleOf(entry, file);
  };
  const rate = ({ key }: PointPlan) => results.get(key)?.metrics.throughput;
  const ceilings = new Map(
    plan.points.flatMap((point) =>
      role(point) === 'off' ? [[clientsOf(point), rate(point)] as const] : [],
    ),
  );
  const unbound = new Map<number, Unbound>();
  for (const point of plan.points) {
    const tps = rate(point);
    const most = ceilings.get(clientsOf(point));
    if (tps === undefined || role(point) !== 'other') continue;
    const scheme = schemes.find(({ id }) => id === point.schemeId);
    if (scheme && hasOwnStore(scheme)) unbound.set(point.scheme, 'store');
    else if (most !== undefined && tps > ABOVE * most) unbound.set(point.scheme, 'software');
  }
  return unbound;
}
