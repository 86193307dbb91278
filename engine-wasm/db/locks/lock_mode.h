// Lock modes, which of them go together, and what an upgrade comes to. There is no SIX: who holds S
// and wants IX gets X.
//
// Two are of records alone, as PostgreSQL has them: who holds KEY SHARE sees to it that the record
// and its key stay; who holds NO KEY UPDATE changes all but the key. These two go together. S is
// its FOR SHARE, X its FOR UPDATE.
#ifndef AFTERIMAGE_DB_LOCKS_LOCK_MODE_H_
#define AFTERIMAGE_DB_LOCKS_LOCK_MODE_H_

#include <cstdint>

namespace afterimage {

// The modes, in the order of the numbers in events.
enum class LockMode : uint8_t {
  kShared,
  kExclusive,
  kIntentShared,
  kIntentExclusive,
  kKeyShared,
  kNoKeyExclusive
};
inline constexpr int kLockModes = 6;

// A set of modes.
using LockModes = uint8_t;
constexpr LockModes Only(LockMode mode) {
  return static_cast<LockModes>(1u << static_cast<int>(mode));
}

// Returns the modes that another transaction must not hold beside `mode`.
constexpr LockModes ConflictsOf(LockMode mode) {
  switch (mode) {
    case LockMode::kShared:
      return Only(LockMode::kIntentExclusive) | Only(LockMode::kNoKeyExclusive) |
             Only(LockMode::kExclusive);
    case LockMode::kKeyShared:
    case LockMode::kIntentShared: return Only(LockMode::kExclusive);
    case LockMode::kIntentExclusive: return Only(LockMode::kShared) | Only(LockMode::kExclusive);
    case LockMode::kNoKeyExclusive:
      return Only(LockMode::kShared) | Only(LockMode::kNoKeyExclusive) | Only(LockMode::kExclusive);
    case LockMode::kExclusive: break;
  }
  return (1u << kLockModes) - 1;
}
constexpr bool Conflict(LockMode a, LockMode b) { return (ConflictsOf(a) & Only(b)) != 0; }

// True where the holder of `held` need not ask for `wanted`.
constexpr bool Covers(LockMode held, LockMode wanted) {
  if (held == wanted || held == LockMode::kExclusive) return true;
  if (wanted == LockMode::kKeyShared) {
    return held == LockMode::kShared || held == LockMode::kNoKeyExclusive;
  }
  return wanted == LockMode::kIntentShared;
}

// True where the holder may change what the lock is on.
constexpr bool AllowsChange(LockMode mode) {
  return mode == LockMode::kExclusive || mode == LockMode::kNoKeyExclusive;
}
// The modes that suffice for a change that leaves the key alone, if one is held already.
inline constexpr LockModes kEnoughToUpdate = Only(LockMode::kNoKeyExclusive);

// The least mode that covers both.
constexpr LockMode Join(LockMode a, LockMode b) {
  if (Covers(a, b)) return a;
  return Covers(b, a) ? b : LockMode::kExclusive;
}

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_LOCKS_LOCK_MODE_H_
