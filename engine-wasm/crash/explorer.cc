#include "crash/explorer.h"

#include <algorithm>

#include "crash/explorer_lives.h"

namespace afterimage {

// --- Where results go --------------------------------------------------------------------------------

class Explorer::Sink {
 public:
  // A walk looks at a unit.
  void Looks(UnitNumber unit) {
    looked_ |= BitOf(unit);
    if (known_ && !known_->Has(unit)) Meets(unit);
  }
  // It looks again at units that a walk has looked at before.
  void LooksAgain(UnitBits units) { looked_ |= units; }
  // It has come to the end of a recovery.
  virtual void Ends(OutcomeId outcome, const Inner* inner, const Path& path) = 0;

 protected:
  // Null: any unit will do.
  explicit Sink(UnitSet* known) : known_(known) {}
  ~Sink() = default;
  // Looks at a unit that is not known.
  virtual void Meets(UnitNumber) {}
  UnitSet* known_;
  UnitBits looked_ = 0;
};

bool Simpler(const Reached& a, const Reached& b) {
  for (size_t c = 0; c < a.cuts.size(); ++c) {
    if (a.cuts[c].at != b.cuts[c].at) return a.cuts[c].at < b.cuts[c].at;
  }
  return a.surviving < b.surviving;
}

Reached* Explorer::FindReached(std::vector<Reached>* reached, OutcomeId outcome, size_t cuts) {
  for (Reached& known : *reached) {
    if (known.outcome == outcome && known.cuts.size() == cuts) return &known;
  }
  return nullptr;
}

Reached Explorer::Followed(const Reached& found, uint32_t at, const Path& path) {
  Reached both{found.outcome, found.pairs * path.images, {{at, {}}}, found.surviving};
  // What recovery looked at only after the further power cut is for that one to say.
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

// The simplest cuts stay. Most of what comes is known, so it is made only where it could be simpler: in one walk
// cuts come in the order of their events.
void Explorer::Add(OutcomeId outcome, const Inner* inner, uint32_t at, const Path& path, double* pairs, std::vector<Reached>* into) {
  *pairs += path.images * (1 + (inner ? inner->pairs : 0));
  if (Reached* known = FindReached(into, outcome, 1)) {
    known->pairs += path.images;
    if (known->cuts[0].at == at && path.surviving < known->surviving) {
      known->cuts[0].survivors = path.survivors;
      known->surviving = path.surviving;
    }
  } else {
    into->push_back({outcome, path.images, {{at, path.survivors}}, path.surviving});
  }
  if (!inner) return;
  for (const Reached& found : inner->reached) {
    Reached* known = FindReached(into, found.outcome, found.cuts.size() + 1);
    if (!known) {
      into->push_back(Followed(found, at, path));
      continue;
    }
    known->pairs += found.pairs * path.images;
    if (known->cuts[0].at != at || (known->cuts[1].at <= found.cuts[0].at && known->surviving <= found.surviving)) continue;
    Reached fresh = Followed(found, at, path);
    if (!Simpler(fresh, *known)) continue;
    known->cuts = std::move(fresh.cuts);
    known->surviving = fresh.surviving;
  }
}

class Explorer::PointSink final : public Sink {
 public:
  PointSink(uint32_t at, PointReport* report, std::vector<Way>* ways) : Sink(nullptr), at_(at), report_(*report), ways_(ways) {}
  void Ends(OutcomeId outcome, const Inner* inner, const Path& path) override {
    ++report_.ways;
    Add(outcome, inner, at_, path, &report_.pairs, &report_.reached);
    if (!ways_) return;
    Way way{path.survivors, path.images, outcome, {}};
    if (inner) {
      for (const Reached& reached : inner->reached) way.in_recovery.push_back(reached.outcome);
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
  // `looked`: what the recovery that is cut off has looked at; the extras join it.
  InnerSink(UnitSet& looked, Moment& moment, Inner* into) : Sink(&looked), moment_(moment), into_(*into) {}
  void Ends(OutcomeId outcome, const Inner* inner, const Path& path) override {
    Add(outcome, inner, moment_.machine().at(), path, &into_.pairs, &into_.reached);
    if (!inner) return;
    for (const Extra& extra : inner->extras) Looks(extra.unit);
  }

  // From here to the next call, or to AddAgain, are the walks of one point.
  void BeginPoint() {
    looked_ = 0;
    pairs_before_ = into_.pairs;
    reached_before_.clear();
    for (const Reached& reached : into_.reached) reached_before_.push_back(reached.pairs);
    images_ = moment_.images();
  }
  // Nothing that the walks of the last point looked at has changed: the same cuts come to the same, so that their
  // images count once more. False where they have to be walked again.
  bool AddAgain() {
    if (!walked_ || moment_.changed() & looked_) return false;
    into_.pairs += MoreOf(into_.pairs, &pairs_before_);
    for (size_t i = 0; i < into_.reached.size(); ++i) {
      if (i == reached_before_.size()) reached_before_.push_back(0);
      into_.reached[i].pairs += MoreOf(into_.reached[i].pairs, &reached_before_[i]);
    }
    images_ = moment_.images();
    return true;
  }
  void EndPoint(bool whole) { walked_ = whole; }

 private:
  // What this point adds to a sum that the last one has made out of `*before`: only the number of images differs.
  double MoreOf(double sum, double* before) const {
    const double last = sum - *before;
    *before = sum;
    return last * moment_.images() / images_;
  }
  void Meets(UnitNumber unit) override {
    known_->Add(unit);
    into_.extras.push_back({unit, moment_.ContentsDigest(unit)});
  }

  Moment& moment_;
  Inner& into_;
  bool walked_ = false;  // the last point, and everything of it
  double images_ = 1;
  double pairs_before_ = 0;
  std::vector<double> reached_before_;  // by outcome and number of cuts, as `into` has them
};

// --- The search --------------------------------------------------------------------------------------

Explorer::Explorer(FailureModel model, uint32_t depth, const Budget& budget, const Sampling& sampling)
    : model_(model), depth_(depth), budget_(budget), sampling_(sampling), random_(sampling.seed) {}
Explorer::~Explorer() = default;

PointReport Explorer::Explore(Crashable& machine, std::vector<Way>* ways) {
  PointReport report;
  if (bytes() > budget_.bytes / kKeptShare) Forget();
  Moment moment(machine, model_, numbers_);
  PointSink sink(machine.at(), &report, ways);
  Path path;
  path.images = report.images = moment.images();
  if (sampling_.images > 0) path.images = 1;
  for (uint32_t i = 0; i < std::max(sampling_.images, 1u); ++i) Walk(moment, moment.certain_way().end(), path, depth_, sink);
  report.exact = limit_ == Limit::kNone;
  counters_.pairs += report.pairs;
  return report;
}

void Explorer::Forget() {
  forgotten_ += static_cast<uint32_t>(leaves_.size());
  trie_ = RecoveryTrie();
  leaves_.clear();
  leaf_bytes_ = 0;
}

bool Explorer::MayRun() {
  if (limit_ != Limit::kNone) return false;
  if (counters_.runs >= budget_.runs) limit_ = Limit::kRuns;
  if (bytes() > budget_.bytes) limit_ = Limit::kMemory;
  return limit_ == Limit::kNone;
}

void Explorer::Walk(Moment& moment, RecoveryTrie::Node node, Path& path, uint32_t depth, Sink& sink) {
  const bool certain = path.survivors.empty();
  while (limit_ != Limit::kUnrepeatable) {
    const RecoveryTrie::State& at = trie_[node];
    if (at.kind() == RecoveryTrie::Kind::kEnd) {
      const OutcomeId outcome = at.outcome();
      return sink.Ends(outcome, depth > 0 ? InnerOf(at.leaf(), moment, path, depth) : nullptr, path);
    }
    if (at.kind() == RecoveryTrie::Kind::kLook) {
      const UnitNumber unit = at.unit();
      uint64_t content;
      if (const uint64_t* again = moment.CertainAgain(unit)) {
        sink.LooksAgain(BitOf(unit));
        content = *again;
      } else {
        sink.Looks(unit);
        moment.set_looked_at(unit);
        if (!moment.Certain(unit, &content)) return Branch(moment, node, path, depth, sink);
      }
      const RecoveryTrie::Node next = trie_.Child(at, content);
      if (next != RecoveryTrie::kNone) {
        if (certain) moment.certain_way().Append(unit, next);
        node = next;
        continue;
      }
    }
    if (!MayRun()) return;
    Run(moment, path, depth, RecoveryTrie::kNone);
  }
}

void Explorer::Branch(Moment& moment, RecoveryTrie::Node node, Path& path, uint32_t depth, Sink& sink) {
  const UnitNumber unit = trie_[node].unit();
  const Moment::Openness openness = moment.OpennessOf(unit);
  const std::vector<Content>& contents = moment.ContentsOf(unit);  // open: it stays as long as the moment does
  const size_t place = path.survivors.size();
  path.survivors.push_back({numbers_[unit], 0, openness.inherited});
  for (const Content& content : contents) trie_.WillWalk(trie_.Child(trie_[node], content.digest));
  const auto take = [&](const Content& content) {
    path.survivors[place].option = content.option;
    Take(moment, node, content, path, depth, sink);
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

void Explorer::Take(Moment& moment, RecoveryTrie::Node node, const Content& content, Path& path, uint32_t depth, Sink& sink) {
  const uint32_t survives = content.option > 0 ? 1 : 0;
  path.surviving += survives;
  RecoveryTrie::Node next = trie_.Child(trie_[node], content.digest);
  if (next == RecoveryTrie::kNone && MayRun()) {
    Run(moment, path, depth, node);
    next = trie_.Child(trie_[node], content.digest);
  }
  if (next != RecoveryTrie::kNone) Walk(moment, next, path, depth, sink);
  path.surviving -= survives;
}

void Explorer::Run(Moment& moment, const Path& path, uint32_t depth, RecoveryTrie::Node parting) {
  ++counters_.runs;
  uint32_t leaf = 0;
  if (depth == 0 && depth_ > 0) {
    if (!last_lives_ || !last_lives_->can_go_back()) last_lives_ = std::make_unique<LastLives>(*this, moment, path);
    Crashable& machine = last_lives_->Run(path, parting);
    Finish(last_lives_->chooser(), machine, &leaf);
    return;
  }
  Chooser chooser(*this, moment, path);
  const std::unique_ptr<Crashable> machine = moment.machine().Crash(chooser, Life::kMayFail);
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
  leaf_bytes_ += sizeof(Inner) + inner.extras.size() * sizeof(Extra);
  for (const Reached& reached : inner.reached) {
    leaf_bytes_ += sizeof(Reached);
    for (const PowerCut& cut : reached.cuts) leaf_bytes_ += sizeof(PowerCut) + cut.survivors.size() * sizeof(Survivor);
  }
  leaves_[leaf].inner.push_back(std::move(inner));
}

void Explorer::ExploreWithin(Crashable& machine, UnitSet& looked, uint32_t depth, Inner* inner) {
  if (!machine.ToNextPoint()) return;
  Moment moment(machine, model_, numbers_);
  InnerSink sink(looked, moment, inner);
  do {
    if (limit_ != Limit::kNone) return;
    if (sampling_.inner_stride <= 1 || random_.Below(sampling_.inner_stride) == 0) {
      ++counters_.inner_points;
      if (!sink.AddAgain()) ExplorePoint(moment, depth, &sink);
    }
    if (!machine.ToNextPoint()) return;
    moment.Renew();
  } while (true);
}

void Explorer::ExplorePoint(Moment& moment, uint32_t depth, InnerSink* sink) {
  const bool sampled = sampling_.images > 0;
  Path path;
  path.images = sampled ? 1 : moment.images();
  sink->BeginPoint();
  sink->LooksAgain(moment.certain_way().units());
  Walk(moment, moment.certain_way().end(), path, depth, *sink);
  sink->EndPoint(!sampled && sampling_.inner_stride <= 1 && limit_ == Limit::kNone);
  last_lives_.reset();  // the machine that they come from goes on
}

const Explorer::Inner* Explorer::InnerOf(uint32_t leaf, Moment& moment, const Path& path, uint32_t depth) {
  for (const Inner& inner : leaves_[leaf].inner) {
    const auto agrees = [&](const Extra& extra) { return moment.ContentsDigest(extra.unit) == extra.contents; };
    if (inner.depth == depth && std::all_of(inner.extras.begin(), inner.extras.end(), agrees)) return &inner;
  }
  if (!MayRun()) return nullptr;
  Run(moment, path, depth, RecoveryTrie::kNone);
  const std::vector<Inner>& found = leaves_[leaf].inner;
  return found.empty() ? nullptr : &found.back();
}

}  // namespace afterimage
