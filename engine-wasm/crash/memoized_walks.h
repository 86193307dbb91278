// Memoized results of walks over all images of a point. Such a walk is a function of its findings,
// as a recovery is: of everything that the first unit may hold, then, depending on that, of the
// second, and so on. Recoveries resemble one another so much that nine of ten points inside them
// have been met before.
#ifndef AFTERIMAGE_CRASH_MEMOIZED_WALKS_H_
#define AFTERIMAGE_CRASH_MEMOIZED_WALKS_H_

#include <cmath>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "crash/crash_point.h"
#include "crash/reached.h"
#include "crash/recovery_trie.h"

namespace afterimage {

class MemoizedWalks {
 public:
  struct Walk {
    AllReached all;     // by one power cut, at whatever point
    double images = 1;  // that the point had
    // Scales `pairs` of its pairs to a point that has `now` images. Their product may be more than
    // a double can count.
    double Scaled(double pairs, double now) const {
      if (now == images) return pairs;
      const double product = pairs * now;
      return std::isfinite(product) ? product / images : pairs / images * now;
    }
  };

  // Returns what the point of `crash_point` comes to, or null where that is not known. Calls
  // looks(unit) for units that may not have been looked at before, in the order of the looks.
  template <class F>
  const Walk* Find(CrashPoint& crash_point, F&& looks) const {
    SharedPrefix& prefix = crash_point.walked_prefix();
    for (;;) {
      const RecoveryTrie::State& at = trie_[prefix.end()];
      if (at.kind() == RecoveryTrie::Kind::kEnd) return &walks_[at.leaf()];
      if (at.kind() == RecoveryTrie::Kind::kUnknown) return nullptr;
      const RecoveryTrie::Node next = trie_.Child(at, crash_point.ChoiceDigest(at.unit()));
      if (next == RecoveryTrie::kNone) return nullptr;
      looks(at.unit());
      prefix.Append(at.unit(), next);
    }
  }

  // Keeps a walk's result. `looked` are all units that the walk has looked at, in the order of its
  // first looks.
  void Keep(CrashPoint& crash_point, const std::vector<UnitNumber>& looked, Walk walk) {
    RecoveryTrie::Node node = RecoveryTrie::kRoot;
    for (const UnitNumber unit : looked) {
      if (!trie_.Look(node, unit, crash_point.ChoiceDigest(unit), &node)) return;
    }
    uint32_t leaf = 0;
    const auto fresh = static_cast<uint32_t>(walks_.size());
    if (!trie_.End(node, fresh, &leaf) || leaf != fresh) return;
    bytes_ += sizeof(Walk) + walk.all.bytes();
    walks_.push_back(std::move(walk));
  }

  uint64_t bytes() const { return trie_.bytes() + bytes_; }

 private:
  RecoveryTrie trie_;
  std::deque<Walk> walks_;
  uint64_t bytes_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_MEMOIZED_WALKS_H_
