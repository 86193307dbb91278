#include "crash/explorer.h"

#include <algorithm>

#include "crash/explorer_lives.h"

namespace afterimage {

// --- Where results go ----------------------------------------------------------------------------

class Explorer::Sink {
 public:
  // A walk looks at a unit.
  void Looks(UnitNumber unit) {
    if (looked_.Add(unit)) LooksFirst(unit);
  }
  // Called at the end of a recovery.
  virtual void Ends(OutcomeId outcome, const Inner* inner, const Path& path) = 0;

 protected:
  ~Sink() = default;
  virtual void LooksFirst(UnitNumber) {}
  UnitList looked_;
};

bool Simpler(const Reached& a, const Reached& b) {
  for (size_t c = 0; c < a.cuts.size(); ++c) {
    if (a.cuts[c].at != b.cuts[c].at) return a.cuts[c].at < b.cuts[c].at;
  }
  return a.surviving < b.surviving;
}

Reached Explorer::Followed(const Reached& found, uint32_t at, const Path& path) {
  Reached both{found.outcome, found.pairs * path.images, {{at, {}}}, found.surviving};
  // The further power cut itself records what recovery looked at only after it.
  for (const Survivor& survivor : path.survivors) {
    const std::vector<Survivor>& later = found.cuts[0].survivors;
    const auto decides = [&](const Survivor& s) { return s.inherited && s.unit == survivor.unit; };
    if (std::any_of(later.begin(), later.end(), decides)) continue;
    both.cuts[0].survivors.push_back(survivor);
    both.surviving += survivor.option > 0 ? 1 : 0;
  }
  both.cuts.insert(both.cuts.end(), found.cuts.begin(), found.cuts.end());
  return both;
}

// The simplest cuts stay. Most of what comes is known, so it is made only where it could be
// simpler.
void Explorer::Add(OutcomeId outcome, const Inner* inner, uint32_t at, const Path& path,
                   AllReached* into) {
  into->pairs += path.images * (1 + (inner ? inner->all.pairs : 0));
  if (Reached* known = into->Find(outcome, 1)) {
    known->pairs += path.images;
    if (path.surviving < known->surviving) {
      known->cuts[0].survivors = path.survivors;
      known->surviving = path.surviving;
    }
  } else {
    into->reached.push_back({outcome, path.images, {{at, path.survivors}}, path.surviving});
  }
  if (!inner) return;
  for (const Reached& found : inner->all.reached) {
    Reached* known = into->Find(found.outcome, found.cuts.size() + 1);
    if (!known) {
      into->reached.push_back(Followed(found, at, path));
      continue;
    }
    known->pairs += found.pairs * path.images;
    if (known->cuts[1].at <= found.cuts[0].at && known->surviving <= found.surviving) continue;
    Reached fresh = Followed(found, at, path);
    if (!Simpler(fresh, *known)) continue;
    known->cuts = std::move(fresh.cuts);
    known->surviving = fresh.surviving;
  }
}

class Explorer::PointSink final : public Sink {
 public:
  PointSink(uint32_t at, PointReport* report, std::vector<Way>* ways)
      : at_(at), report_(*report), ways_(ways) {}
  void Ends(OutcomeId outcome, const Inner* inner, const Path& path) override {
    ++report_.ways;
    Add(outcome, inner, at_, path, &report_);
    if (!ways_) return;
    Way way{path.survivors, path.images, outcome, {}};
    if (inner) {
      for (const Reached& reached : inner->all.reached) way.in_recovery.push_back(reached.outcome);
    }
    ways_->push_back(std::move(way));
  }

 private:
  uint32_t at_;
  PointReport& report_;
  std::vector<Way>* ways_;
};

class Explorer::InnerSink final : public Sink {
 public:
  // `known`: what the recovery that is cut off has looked at; the extras join it.
  InnerSink(UnitSet& known, CrashPoint& crash_point, Inner* into)
      : known_(known), crash_point_(crash_point), into_(*into) {}
  void Ends(OutcomeId outcome, const Inner* inner, const Path& path) override {
    Add(outcome, inner, at(), path, &point_);
    if (!inner) return;
    for (const Extra& extra : inner->extras) Looks(extra.unit);
  }

  // A walk of this point, or one that has been looked up, comes to the unit.
  void Meets(UnitNumber unit) {
    if (known_.Has(unit)) return;
    known_.Add(unit);
    into_.extras.push_back({unit, crash_point_.ContentsDigest(unit)});
  }
  void BeginPoint() {
    looked_.Clear();
    point_ = {};
  }
  // Returns the results of the walks since then, and the units that they have looked at.
  MemoizedWalks::Walk EndPoint() { return {std::move(point_), crash_point_.images()}; }
  const std::vector<UnitNumber>& looked() const { return looked_.units(); }
  // The point comes to what `walk` did. Cuts come in the order of their events, so that those that
  // are known are the simplest.
  void AddPoint(const MemoizedWalks::Walk& walk) {
    const auto pairs_here = [&](double pairs) { return walk.Scaled(pairs, crash_point_.images()); };
    into_.all.pairs += pairs_here(walk.all.pairs);
    for (const Reached& reached : walk.all.reached) {
      if (Reached* known = into_.all.Find(reached.outcome, reached.cuts.size())) {
        known->pairs += pairs_here(reached.pairs);
        continue;
      }
      into_.all.reached.push_back(reached);
      into_.all.reached.back().pairs = pairs_here(reached.pairs);
      into_.all.reached.back().cuts[0].at = at();
    }
  }

 private:
  uint32_t at() const { return crash_point_.machine().at(); }
  void LooksFirst(UnitNumber unit) override { Meets(unit); }

  UnitSet& known_;
  CrashPoint& crash_point_;
  Inner& into_;
  AllReached point_;
};

// --- The search ----------------------------------------------------------------------------------

Explorer::Explorer(FailureModel model, uint32_t depth, const Budget& budget,
                   const Sampling& sampling, bool whole)
    : model_(model),
      depth_(depth),
      budget_(budget),
      sampling_(sampling),
      whole_(whole),
      random_(sampling.seed) {}
Explorer::~Explorer() = default;

PointReport Explorer::Explore(Crashable& machine, std::vector<Way>* ways) {
  PointReport report;
  if (bytes() > budget_.bytes / kKeptShare) Forget();
  CrashPoint crash_point(machine, model_, numbers_);
  PointSink sink(machine.at(), &report, ways);
  Path path;
  path.images = report.images = crash_point.images();
  if (sampling_.images > 0) path.images = 1;
  for (uint32_t i = 0; i < std::max(sampling_.images, 1u); ++i)
    Walk(crash_point, crash_point.certain_prefix().end(), path, depth_, sink);
  terminal_recoveries_.reset();  // the machine that they come from goes on
  report.exact = limit_ == Limit::kNone;
  counters_.pairs += report.pairs;
  return report;
}

void Explorer::Forget() {
  forgotten_ += static_cast<uint32_t>(leaves_.size());
  trie_ = RecoveryTrie();
  memoized_walks_ = MemoizedWalks();
  leaves_.clear();
  leaf_bytes_ = 0;
}

bool Explorer::MayRun() {
  if (limit_ != Limit::kNone) return false;
  if (counters_.runs >= budget_.runs) limit_ = Limit::kRuns;
  if (bytes() > budget_.bytes) limit_ = Limit::kMemory;
  return limit_ == Limit::kNone;
}

void Explorer::Walk(CrashPoint& crash_point, RecoveryTrie::Node node, Path& path, uint32_t depth,
                    Sink& sink) {
  const bool certain = path.survivors.empty();
  while (limit_ != Limit::kUnrepeatable) {
    const RecoveryTrie::State& at = trie_[node];
    if (at.kind() == RecoveryTrie::Kind::kEnd) {
      const OutcomeId outcome = at.outcome();
      return sink.Ends(outcome, depth > 0 ? InnerOf(at.leaf(), crash_point, path, depth) : nullptr,
                       path);
    }
    if (at.kind() == RecoveryTrie::Kind::kLook) {
      const UnitNumber unit = at.unit();
      sink.Looks(unit);
      uint64_t content;
      if (!crash_point.Certain(unit, &content)) return Branch(crash_point, node, path, depth, sink);
      const RecoveryTrie::Node next = trie_.Child(at, content);
      if (next != RecoveryTrie::kNone) {
        if (certain) crash_point.certain_prefix().Append(unit, next);
        node = next;
        continue;
      }
    }
    if (!MayRun()) return;
    Run(crash_point, path, depth, RecoveryTrie::kNone);
  }
}

void Explorer::Branch(CrashPoint& crash_point, RecoveryTrie::Node node, Path& path, uint32_t depth,
                      Sink& sink) {
  const UnitNumber unit = trie_[node].unit();
  const CrashPoint::Openness openness = crash_point.OpennessOf(unit);
  const std::vector<Content>& contents =
      crash_point.ContentsOf(unit);  // open: it stays as long as the crash point does
  const size_t place = path.survivors.size();
  path.survivors.push_back({numbers_[unit], 0, openness.inherited});
  for (const Content& content : contents) trie_.WillWalk(trie_.Child(trie_[node], content.digest));
  const auto take = [&](const Content& content) {
    path.survivors[place].option = content.option;
    Take(crash_point, node, content, path, depth, sink);
  };
  if (sampling_.images > 0) {
    uint32_t left = random_.Below(openness.options);
    size_t i = 0;
    while (left >= contents[i].ways) left -= contents[i++].ways;
    take(contents[i]);
  } else {
    const double images = path.images;
    for (const Content& content : contents) {
      path.images = images / openness.options * content.ways;
      take(content);
    }
    path.images = images;
  }
  path.survivors.pop_back();
}

void Explorer::Take(CrashPoint& crash_point, RecoveryTrie::Node node, const Content& content,
                    Path& path, uint32_t depth, Sink& sink) {
  const uint32_t survives = content.option > 0 ? 1 : 0;
  path.surviving += survives;
  RecoveryTrie::Node next = trie_.Child(trie_[node], content.digest);
  if (next == RecoveryTrie::kNone && MayRun()) {
    Run(crash_point, path, depth, node);
    next = trie_.Child(trie_[node], content.digest);
  }
  if (next != RecoveryTrie::kNone) Walk(crash_point, next, path, depth, sink);
  path.surviving -= survives;
}

void Explorer::Run(CrashPoint& crash_point, const Path& path, uint32_t depth,
                   RecoveryTrie::Node parting) {
  ++counters_.runs;
  uint32_t leaf = 0;
  if (depth == 0 && (depth_ > 0 || !whole_)) {
    if (!terminal_recoveries_ || !terminal_recoveries_->can_go_back())
      terminal_recoveries_ = std::make_unique<TerminalRecoveries>(*this, crash_point, path);
    Crashable& machine = terminal_recoveries_->Run(path, parting);
    Finish(terminal_recoveries_->chooser(), machine, &leaf);
    return;
  }
  Chooser chooser(*this, crash_point, path);
  const std::unique_ptr<Crashable> machine = crash_point.machine().Crash(chooser, Life::kMayFail);
  Inner inner;
  inner.depth = depth;
  if (depth > 0) ExploreWithin(*machine, chooser.looked(), depth - 1, &inner);
  machine->ToEnd();
  if (Finish(chooser, *machine, &leaf) && depth > 0) Keep(leaf, std::move(inner));
}

bool Explorer::Finish(Chooser& chooser, Crashable& machine, uint32_t* leaf) {
  *leaf = chooser.End(static_cast<uint32_t>(leaves_.size()));
  if (limit_ == Limit::kUnrepeatable) return false;  // the trie does not know where this ended
  if (*leaf == leaves_.size()) {
    trie_.set_outcome(chooser.place().node, machine.Outcome());
    leaves_.emplace_back();
    leaf_bytes_ += sizeof(Leaf);
  }
  return true;
}

void Explorer::Keep(uint32_t leaf, Inner inner) {
  leaf_bytes_ += sizeof(Inner) + inner.extras.size() * sizeof(Extra) + inner.all.bytes();
  leaves_[leaf].inner.push_back(std::move(inner));
}

void Explorer::ExploreWithin(Crashable& machine, UnitSet& looked, uint32_t depth, Inner* inner) {
  if (!machine.ToNextPoint()) return;
  CrashPoint crash_point(machine, model_, numbers_);
  InnerSink sink(looked, crash_point, inner);
  do {
    if (limit_ != Limit::kNone) return;
    if (sampling_.inner_stride <= 1 || random_.Below(sampling_.inner_stride) == 0) {
      ++counters_.inner_points;
      ExplorePoint(crash_point, depth, &sink);
    }
    if (!machine.ToNextPoint()) return;
    crash_point.Renew();
  } while (true);
}

void Explorer::ExplorePoint(CrashPoint& crash_point, uint32_t depth, InnerSink* sink) {
  const bool all = sampling_.images == 0;
  const bool repeats = all && depth == 0;
  if (repeats) {
    const MemoizedWalks::Walk* known =
        memoized_walks_.Find(crash_point, [&](UnitNumber unit) { sink->Meets(unit); });
    if (known) return sink->AddPoint(*known);
  }
  sink->BeginPoint();
  Path path;
  path.images = all ? crash_point.images() : 1;
  for (const SharedPrefix::Step& step : crash_point.certain_prefix().steps())
    sink->Looks(step.unit);
  Walk(crash_point, crash_point.certain_prefix().end(), path, depth, *sink);
  terminal_recoveries_.reset();  // the machine that they come from goes on
  MemoizedWalks::Walk walk = sink->EndPoint();
  sink->AddPoint(walk);
  if (repeats && limit_ == Limit::kNone)
    memoized_walks_.Keep(crash_point, sink->looked(), std::move(walk));
}

const Explorer::Inner* Explorer::InnerOf(uint32_t leaf, CrashPoint& crash_point, const Path& path,
                                         uint32_t depth) {
  for (const Inner& inner : leaves_[leaf].inner) {
    const auto agrees = [&](const Extra& extra) {
      return crash_point.ContentsDigest(extra.unit) == extra.contents;
    };
    if (inner.depth == depth && std::all_of(inner.extras.begin(), inner.extras.end(), agrees))
      return &inner;
  }
  if (!MayRun()) return nullptr;
  Run(crash_point, path, depth, RecoveryTrie::kNone);
  const std::vector<Inner>& found = leaves_[leaf].inner;
  return found.empty() ? nullptr : &found.back();
}

}  // namespace afterimage
