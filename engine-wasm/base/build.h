// Says which of the two builds this is. The traced one is for stage and explorer: every operation
// is recorded and a possible stopping point. The untraced one is for lab and race: no code for
// tracing is left in it.
#ifndef AFTERIMAGE_BASE_BUILD_H_
#define AFTERIMAGE_BASE_BUILD_H_

#include <cstddef>

#ifndef AFTERIMAGE_TRACED
#define AFTERIMAGE_TRACED 1
#endif

// Says whether the crash explorer is in the build. In the browser it has a traced module of its
// own: the stage's comes with the first page, where only size counts.
#ifndef AFTERIMAGE_EXPLORER
#define AFTERIMAGE_EXPLORER AFTERIMAGE_TRACED
#endif

// Says whether the oracle looks at what clients read while they run, and whether a delay can hold a
// thread at a read of NVM. Only native builds with the explorer do: the browser's modules are full.
#ifndef AFTERIMAGE_WATCHES_READS
#ifdef __EMSCRIPTEN__
#define AFTERIMAGE_WATCHES_READS 0
#else
#define AFTERIMAGE_WATCHES_READS AFTERIMAGE_EXPLORER
#endif
#endif

// True if all systems and workloads are in the build. The first page's module describes all of them
// and runs those of the first lectures; the page fetches the complete one when another is opened.
#ifndef AFTERIMAGE_WHOLE
#define AFTERIMAGE_WHOLE 1
#endif

// The memory that the build may use, since a browser's module has a limit. 0 means that no limit is
// known.
#ifndef AFTERIMAGE_MEMORY_BYTES
#define AFTERIMAGE_MEMORY_BYTES 0
#endif

namespace afterimage {
inline constexpr bool kTraced = AFTERIMAGE_TRACED != 0;
inline constexpr bool kExplorer = AFTERIMAGE_EXPLORER != 0;
inline constexpr bool kWatchesReads = AFTERIMAGE_WATCHES_READS != 0;
inline constexpr bool kWhole = AFTERIMAGE_WHOLE != 0;
inline constexpr size_t kMemoryBytes = AFTERIMAGE_MEMORY_BYTES;
// Part of the key of every cached result: raise it when numbers may change.
inline constexpr char kVersion[] = "0.1.0";
}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_BUILD_H_
