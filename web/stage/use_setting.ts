import { useCallback, useMemo, useRef, useState } from 'react';
import type {
  Frame,
  PhaseTrace,
  Scenario,
  SchemeDescription,
  SessionInfo,
  StructureExtent,
  TierId,
} from '../engine/protocol';
import { extentOfFrame, growExtents, unionOfExtents } from '../model/frame/extents';
import { aboutOf, namedAt, structuresNamed } from '../model/lecture/subjects';
import type { Trace } from '../model/trace/trace';
import { mostDirtyLines } from './model/dirty_lines';
import type { StageSetting } from './tiers/scene';

/** The subject of a stage: a session, or one side of a comparison. */
interface Shown {
  /** The identity of the session; another one is laid out anew. */
  readonly session: string;
  readonly scheme: SchemeDescription;
  readonly parts: readonly PhaseTrace[];
  readonly trace: Trace;
  readonly scenario?: Scenario;
}

interface SettingOptions {
  /** True in a lecture, which folds structures that it is not about. */
  readonly lecture: boolean;
  readonly clients: boolean;
  readonly frame: Frame | undefined;
  /** The properties of the session's machine. */
  readonly info: Pick<SessionInfo, 'cachesKept' | 'diskCacheBytes'>;
}

type About = Pick<StageSetting, 'open' | 'named' | 'yields'>;

/**
 * The open structures, and those that have room before the rest; `turned` are those that the reader
 * has folded or opened.
 */
export function settingOf(
  scenario: Scenario | undefined,
  extents: readonly StructureExtent[],
  turned: ReadonlySet<string> = new Set(),
): About {
  const about = scenario ? aboutOf(scenario) : new Set<string>();
  const marks = scenario?.marks ?? [];
  const said = new Set(marks.flatMap(structuresNamed));
  return {
    open: ({ id }) => (about.size === 0 || about.has(id)) !== turned.has(id),
    named: marks.map((mark) => namedAt(mark, extents)),
    yields: ({ id }) => said.size > 0 && !said.has(id) && !turned.has(id),
  };
}

/**
 * The extents of a session: items from its beginning keep their places; those of a branch alone
 * follow.
 */
function useExtents(
  { session, parts }: Shown,
  frame: Frame | undefined,
): readonly StructureExtent[] {
  const kept = useRef<{
    session: string;
    parts: readonly PhaseTrace[];
    extents: readonly StructureExtent[];
  }>(undefined);
  if (kept.current?.session !== session || kept.current.parts !== parts) {
    const known = parts.flatMap(({ extents }) => (extents ? [extents] : []));
    const now = unionOfExtents(known);
    const extents =
      kept.current?.session === session ? growExtents(kept.current.extents, now) : now;
    kept.current = { session, parts, extents };
  }
  const { extents } = kept.current;
  // An engine that trapped has not reported all items that it would have shown.
  return useMemo(
    () => (extents.length > 0 || !frame ? extents : extentOfFrame(frame.structures)),
    [extents, frame],
  );
}

/** Returns the setting of the stage, and a function that folds and opens structures. */
export function useStageSetting(shown: Shown, options: SettingOptions) {
  const { session, scheme, scenario, trace } = shown;
  const { lecture, clients, frame } = options;
  const { cachesKept, diskCacheBytes = 0 } = options.info;
  const [turned, setTurned] = useState<{ session: string; ids: ReadonlySet<string> }>({
    session,
    ids: new Set(),
  });
  const ids = turned.session === session ? turned.ids : undefined;
  const extents = useExtents(shown, frame);
  const banks = frame?.banks?.length ?? 0;
  // The places themselves show their writes where there are few.
  const levels = frame?.wear.own !== undefined && !extents.some(({ shape }) => shape === 'places');
  const dirtyLines = useMemo(() => mostDirtyLines(trace), [trace]);
  const setting = useMemo((): StageSetting => {
    const below = new Map(scheme.structures.map((each) => [each.id, each.below]));
    return {
      extents,
      below: (id) => below.get(id),
      ...settingOf(lecture ? scenario : undefined, extents, ids),
      clients,
      // A lecture on a device with wear levelling is about wear.
      wear: !lecture || levels,
      banks,
      dirtyLines,
      cachesKept,
      diskCache: diskCacheBytes > 0,
    };
  }, [
    extents,
    dirtyLines,
    cachesKept,
    diskCacheBytes,
    banks,
    levels,
    scheme,
    scenario,
    lecture,
    clients,
    ids,
  ]);
  const onToggle = useCallback(
    (_tier: TierId, id: string) =>
      setTurned((before) => {
        const next = new Set(before.session === session ? before.ids : []);
        if (!next.delete(id)) next.add(id);
        return { session, ids: next };
      }),
    [session],
  );
  return { setting, onToggle };
}
