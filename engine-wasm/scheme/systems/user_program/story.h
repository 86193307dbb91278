// The system's description of itself. The listing lines of the program come behind those of the
// heap engine that calls it: line n of its text has the label kProgram + n.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_STORY_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_STORY_H_

#include "scheme/contract/scheme.h"
#include "scheme/shared/heap/story.h"

namespace afterimage::own {

inline constexpr uint16_t kProgram = heap::kSharedLineCount;

enum Structure : uint16_t {
  kWords = heap::kSharedStructureCount,
  kSlots,
  kVariables,
  kBlocks,
  kStructureEnd,  // and the first that a program declares: they are in the order of its drawings
};
inline constexpr uint32_t kStructureCount = kStructureEnd - 1;

inline constexpr uint32_t kListings = 7;
extern const Listing kOwnListings[kListings];
extern const StructureInfo kOwnStructures[kStructureCount];
// The program of a scenario that names none: an undo log.
extern const char kStandardProgram[];

}  // namespace afterimage::own

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_STORY_H_
