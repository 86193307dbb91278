// The costs of the software of real storage managers, in counted instructions: a profile has a
// price for each part of an operation. The machine's price `path.profile` says whether a run uses
// them, and which.
#ifndef AFTERIMAGE_TIER_PRICES_PATH_PROFILE_H_
#define AFTERIMAGE_TIER_PRICES_PATH_PROFILE_H_

#include <span>

#include "tier/prices/machine_profile.h"

namespace afterimage {

// The basis of a part's instructions.
enum class PathBasis : uint8_t {
  kCounted,  // the part itself was counted
  kRest,     // what a whole operation's count leaves when its counted parts are taken off
  kNone,     // the software has no such part, or its count is in another part
};
inline constexpr const char* kPathBasisNames[] = {"counted", "rest", "none"};

struct PathPart {
  Price price;
  int64_t instructions;
  PathBasis basis;
};

// A storage manager's software. `parts` names every price of a path but `path.sql`, which a profile
// has only where the way from the client was counted, too.
struct PathProfile {
  const char* id;
  Text title;
  const char* source;
  std::span<const PathPart> parts;
};

extern const PathProfile kBerkeleyDbPath;
extern const PathProfile kStasisPath;
extern const PathProfile kShoreMtPath;
extern const PathProfile kInnoDbPath;
extern const PathProfile kPostgreSqlPath;
// Shore-MT's but for the log, which is the paper's own algorithm.
extern const PathProfile kNvLoggingPath;
extern const PathProfile kRewindPath;
extern const PathProfile kBasePath;
extern const PathProfile kPcmLoggingPath;

inline constexpr const PathProfile* kPathProfiles[] = {
    &kBerkeleyDbPath, &kStasisPath, &kShoreMtPath, &kInnoDbPath,     &kPostgreSqlPath,
    &kNvLoggingPath,  &kRewindPath, &kBasePath,    &kPcmLoggingPath,
};

// The values of `path.profile`: the machine's own prices, equal for all systems; the profile that
// each system names; or one of the list above for all systems, its first with 2.
inline constexpr int64_t kMachinesPaths = 0;
inline constexpr int64_t kNamedPaths = 1;
inline constexpr int64_t kFirstForAll = 2;

// Gives the machine the path prices that its `path.profile` asks for; `named` is the system's. What
// was set by its own name stays.
void TakePaths(const PathProfile& named, MachineProfile& machine);

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_PRICES_PATH_PROFILE_H_
