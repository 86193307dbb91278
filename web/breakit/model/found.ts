import type { Text } from '../../engine/protocol';

/**
 * A fault of a system as it was built here, which the explorer found
 * (scenarios/breakit/found.json).
 */
export interface Found {
  readonly when: Text;
  readonly system: string;
  /** The story that would meet it again, in scenarios/explore/own. */
  readonly story: string;
  readonly what: Text;
  readonly mended: Text;
}
