// Most of a compiler's time goes into the same headers again and again: a room is compiled as one,
// as in the native build (engine-wasm/CMakeLists.txt). So within a room names in unnamed namespaces
// must differ.
import { dirname, join, relative, sep } from 'node:path';
import { writeIfChanged } from './emscripten.mjs';

/** Rooms that are compiled with what lies in folders of theirs. */
const ROOM =
  /^(base|tier|db|run\/file|scheme\/(contract|page_engine)|scheme\/(shared|systems)\/\w+)(?=\/)/;
/** Systems of one source are compiled together. */
const SYSTEMS = 'scheme/systems';

/** The room of each source. @param {readonly string[]} paths @returns {Map<string, string[]>} */
function roomsOf(paths) {
  /** @type {Map<string, string[]>} */
  const rooms = new Map();
  for (const path of paths) {
    const room = ROOM.exec(path)?.[0] ?? dirname(path);
    rooms.set(room, [...(rooms.get(room) ?? []), path]);
  }
  const single = [...rooms].filter(
    ([room, inside]) => dirname(room) === SYSTEMS && inside.length === 1,
  );
  for (const [room] of single) rooms.delete(room);
  if (single.length > 0)
    rooms.set(
      SYSTEMS,
      single.flatMap(([, inside]) => inside),
    );
  return rooms;
}

/**
 * Writes one source for each room to `out`.
 * @param {readonly string[]} sources below `root`, which is on the compiler's include path
 * @param {string} root @param {string} out
 * @returns {string[]} paths of what was written
 */
export function joinSources(sources, root, out) {
  const paths = sources.map((source) => relative(root, source).replaceAll(sep, '/'));
  return [...roomsOf(paths)].map(([room, inside]) => {
    const path = join(out, `${room.replaceAll('/', '_')}.cc`);
    writeIfChanged(path, inside.map((each) => `#include "${each}"\n`).join(''));
    return path;
  });
}
