// The crash explorer finds out what can become of a machine if its power fails now, and once more
// while it recovers. Every legal set of survivors counts; recovery runs once for all those that it
// cannot tell apart (recovery_trie.h), so a run stands for far more than itself.
//
// The second power cut comes at every point of every recovery that was run. Its outcomes depend on
// what the first recovery had read by then, and on units that only the second one reads: those are
// kept with the result (`extras`), which holds for other images as long as they agree in them.
#ifndef AFTERIMAGE_CRASH_EXPLORER_H_
#define AFTERIMAGE_CRASH_EXPLORER_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "base/random.h"
#include "crash/crash_point.h"
#include "crash/memoized_walks.h"
#include "crash/reached.h"
#include "crash/recovery_trie.h"

namespace afterimage {

// One way that recovery takes, and the images on which it takes it.
struct Way {
  std::vector<Survivor> survivors;
  double images = 0;
  OutcomeId outcome = 0;
  std::vector<OutcomeId> in_recovery;  // of a further power cut; each once
};

// The outcomes of a power cut at one point, and of further ones in its recoveries.
struct PointReport : AllReached {
  double images = 0;  // legal ones, at this point
  uint32_t ways = 0;  // recoveries that differ
  bool exact = true;  // false: the budget ended the search
};

// The limits of an exploration's costs.
struct Budget {
  uint64_t runs = ~uint64_t{0};   // recoveries
  uint64_t bytes = ~uint64_t{0};  // about, for what is kept of them
};

// Why an exploration is not exhaustive.
enum class Limit : uint8_t { kNone, kRuns, kMemory, kUnrepeatable, kCount };
// kUnrepeatable: a recovery that had read the same as an earlier one did something else.
inline constexpr const char* kLimitNames[] = {"none", "runs", "memory", "unrepeatable"};

struct ExplorerCounters {
  uint64_t runs = 0;          // recoveries, from power cut to outcome
  uint64_t inner_points = 0;  // points inside recoveries
  double pairs = 0;
};

// Sampling, for runs that are too large: it tries some images of each point, each as likely as any
// other, and some points of each recovery. Pairs are then counted as they are tried: they stand for
// themselves alone.
struct Sampling {
  uint32_t images = 0;  // a point; 0: all of them
  uint32_t inner_stride = 1;
  uint64_t seed = 0;
};

class Explorer {
 public:
  // An explorer of up to `depth` further power cuts in recovery. It gives up where the next
  // recovery exceeds the budget. With `whole`, each recovery after the first power cut runs from
  // its beginning, so that a census of their sites counts all of them; without it, those of depth 0
  // begin where they differ from the one before.
  Explorer(FailureModel model, uint32_t depth, const Budget& budget = {},
           const Sampling& sampling = {}, bool whole = true);
  ~Explorer();

  // Returns the possible outcomes of a power cut of `machine` at this point, and adds each way to
  // *ways unless that is null. The machine stays as it is. If limit() ends the search, the report
  // is not exact.
  PointReport Explore(Crashable& machine, std::vector<Way>* ways = nullptr);

  // Forgets what recoveries have done. It must be called where recovery would do something else
  // from now on.
  void Forget();

  const ExplorerCounters& counters() const { return counters_; }
  // The number of recoveries so far that differ.
  uint32_t states() const { return forgotten_ + static_cast<uint32_t>(leaves_.size()); }
  // The limit that has ended the search, or kNone.
  Limit limit() const { return limit_; }
  // About how many bytes are kept of the recoveries that were run.
  uint64_t bytes() const { return trie_.bytes() + memoized_walks_.bytes() + leaf_bytes_; }

 private:
  struct Extra {
    UnitNumber unit;
    uint64_t contents;
  };
  // The outcomes of power cuts inside a recovery.
  struct Inner {
    std::vector<Extra> extras;
    AllReached all;
    uint32_t depth = 0;
  };
  struct Leaf {
    std::vector<Inner> inner;
  };
  struct Path {
    std::vector<Survivor> survivors;
    double images = 1;
    uint32_t surviving = 0;
  };
  // One point may find the budget's bytes divided by this in use; where more are, all is forgotten
  // and found out again.
  static constexpr uint64_t kKeptShare = 2;
  class Chooser;
  class TerminalRecoveries;
  class Sink;
  class PointSink;
  class InnerSink;

  void Walk(CrashPoint& crash_point, RecoveryTrie::Node node, Path& path, uint32_t depth,
            Sink& sink);
  // Follows every content of the unit that `node` looks at, or a random one.
  void Branch(CrashPoint& crash_point, RecoveryTrie::Node node, Path& path, uint32_t depth,
              Sink& sink);
  void Take(CrashPoint& crash_point, RecoveryTrie::Node node, const Content& content, Path& path,
            uint32_t depth, Sink& sink);
  // False once the search has ended, or has to: the budget does not allow another recovery.
  bool MayRun();
  // Runs recovery on the image of `path`, as far as that decides it, and puts what it does into the
  // trie. `parting` is the node at which the path has just left all known ways, or kNone.
  void Run(CrashPoint& crash_point, const Path& path, uint32_t depth, RecoveryTrie::Node parting);
  // Ends a recovery and sets *leaf to its leaf. False where that is not to be trusted.
  bool Finish(Chooser& chooser, Crashable& machine, uint32_t* leaf);
  void Keep(uint32_t leaf, Inner inner);
  // Cuts the power at every point of a recovery from here on, which keeps `looked` up to date.
  void ExploreWithin(Crashable& machine, UnitSet& looked, uint32_t depth, Inner* inner);
  // Explores the power cut of `crash_point`.
  void ExplorePoint(CrashPoint& crash_point, uint32_t depth, InnerSink* sink);
  // Returns the outcomes of power cuts inside the recovery of this leaf; null where they could not
  // be found.
  const Inner* InnerOf(uint32_t leaf, CrashPoint& crash_point, const Path& path, uint32_t depth);
  // Adds the end of a recovery, and the outcomes of further cuts in it.
  static void Add(OutcomeId outcome, const Inner* inner, uint32_t at, const Path& path,
                  AllReached* into);
  // Returns the part of `found` about a power cut in the recovery that follows the cut of `path`.
  static Reached Followed(const Reached& found, uint32_t at, const Path& path);

  FailureModel model_;
  uint32_t depth_;
  Budget budget_;
  Sampling sampling_;
  bool whole_;
  Random random_;
  Limit limit_ = Limit::kNone;
  UnitNumbers numbers_;
  RecoveryTrie trie_;
  MemoizedWalks
      memoized_walks_;  // of points inside the recoveries that lose their power for the last time
  std::deque<Leaf> leaves_;
  std::vector<std::unique_ptr<Crashable::Mark>> spare_marks_;  // to be used again
  std::unique_ptr<TerminalRecoveries>
      terminal_recoveries_;  // after the power cut that is being looked at
  uint64_t leaf_bytes_ = 0;
  uint32_t forgotten_ = 0;
  ExplorerCounters counters_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_EXPLORER_H_
