// The crash explorer: what can become of a machine if its power fails now, and once more while it
// recovers. Every legal set of survivors counts; recovery runs once for all those that it cannot tell
// apart (recovery_trie.h), so what is run stands for far more.
//
// The second power cut comes at every point of every recovery that was run. What it can come to depends
// on what the first recovery had read by then, and on units that only the second one reads: those are
// kept with the result (`extras`), which holds for other images as long as they agree in them.
#ifndef AFTERIMAGE_CRASH_EXPLORER_H_
#define AFTERIMAGE_CRASH_EXPLORER_H_

#include <cstdint>
#include <deque>
#include <vector>

#include "base/random.h"
#include "crash/moment.h"
#include "crash/recovery_trie.h"

namespace afterimage {

// A unit that recovery looked at, and the option that it found.
struct Survivor {
  UnitId unit;
  uint32_t option = 0;
  bool inherited = false;  // open since an earlier power cut, which this decides
};

// A power cut: after how many events of the machine's life, and what was found then of open units. Others
// do not matter.
struct PowerCut {
  uint32_t at = 0;
  std::vector<Survivor> survivors;
};

// What some power cuts come to.
struct Reached {
  OutcomeId outcome = 0;
  double pairs = 0;  // (point, image) pairs that it stands for; exact below 2^53
  std::vector<PowerCut> cuts;  // the simplest: the first in the run, the next in its recovery, ...
  bool in_recovery() const { return cuts.size() > 1; }
};

// One way that recovery takes, and what it stands for.
struct Way {
  std::vector<Survivor> survivors;
  double images = 0;
  OutcomeId outcome = 0;
  std::vector<OutcomeId> in_recovery;  // of a further power cut; each once
};

struct PointReport {
  double images = 0;        // legal ones, at this point
  double pairs = 0;         // with those of power cuts in recovery
  uint32_t ways = 0;        // recoveries that differ
  bool exact = true;        // false: the limit ended the search
  std::vector<Reached> reached;  // by outcome and number of power cuts, each once
};

struct ExplorerCounters {
  uint64_t runs = 0;           // recoveries, from power cut to outcome
  uint64_t inner_points = 0;   // points inside recoveries
  double pairs = 0;
};

// For runs that are too large: some images of each point, each as likely as any other, and some points of
// each recovery. Then pairs are counted as they are tried; they stand for themselves.
struct Sampling {
  uint32_t images = 0;  // a point; 0: all of them
  uint32_t inner_stride = 1;
  uint64_t seed = 0;
};

class Explorer {
 public:
  // `depth`: further power cuts in recovery. It gives up after `max_runs` recoveries.
  Explorer(FailureModel model, uint32_t depth, uint64_t max_runs = ~uint64_t{0}, const Sampling& sampling = {})
      : model_(model), depth_(depth), max_runs_(max_runs), sampling_(sampling), random_(sampling.seed) {}

  // What a power cut of `machine` now can come to. `ways`: each way as well, or null.
  PointReport Explore(Crashable& machine, std::vector<Way>* ways = nullptr);

  // What recovery does has changed: nothing that is known of it holds any more.
  void Forget();

  const ExplorerCounters& counters() const { return counters_; }
  // Recoveries that differ, so far.
  uint32_t states() const { return forgotten_ + static_cast<uint32_t>(leaves_.size()); }
  // False once a recovery that had read the same as an earlier one did something else.
  bool deterministic() const { return deterministic_; }

 private:
  struct Extra {
    UnitNumber unit;
    uint64_t contents;
  };
  // What power cuts inside a recovery come to.
  struct Inner {
    std::vector<Extra> extras;
    std::vector<Reached> reached;
    double pairs = 0;
    uint32_t depth = 0;
  };
  struct Leaf {
    OutcomeId outcome = 0;
    std::deque<Inner> inner;
  };
  struct Path {
    std::vector<Survivor> survivors;
    double images = 1;
  };
  class Chooser;
  class Sink;
  class PointSink;
  class InnerSink;

  void Walk(Moment& moment, RecoveryTrie::Node node, Path& path, uint32_t depth, Sink& sink);
  // Every content of the unit that `node` looks at, or a random one.
  void Branch(Moment& moment, RecoveryTrie::Node node, Path& path, uint32_t depth, Sink& sink);
  void Take(Moment& moment, RecoveryTrie::Node node, const Content& content, Path& path, uint32_t depth, Sink& sink);
  // Runs recovery on the image of `path`, as far as it says; what it does is in the trie then.
  void Run(Moment& moment, const Path& path, uint32_t depth);
  // Power cuts at every point of a recovery from here on, which keeps `looked` up to date.
  void ExploreWithin(Crashable& machine, UnitSet& looked, uint32_t depth, Inner* inner);
  // Null where that could not be found out.
  const Inner* InnerOf(uint32_t leaf, Moment& moment, const Path& path, uint32_t depth);
  // Adds the end of a recovery after `cut`, and what further cuts in it come to.
  static void Add(const Leaf& leaf, const Inner* inner, uint32_t at, const Path& path, double* pairs, std::vector<Reached>* into);
  // Null where nothing of this outcome has been reached by so many cuts.
  static Reached* FindReached(std::vector<Reached>* reached, OutcomeId outcome, size_t cuts);

  FailureModel model_;
  uint32_t depth_;
  uint64_t max_runs_;
  Sampling sampling_;
  Random random_;
  bool deterministic_ = true;
  UnitNumbers numbers_;
  RecoveryTrie trie_{numbers_};
  std::deque<Leaf> leaves_;
  uint32_t forgotten_ = 0;
  ExplorerCounters counters_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_CRASH_EXPLORER_H_
