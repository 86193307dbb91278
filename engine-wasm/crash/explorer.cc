#include "crash/explorer.h"

#include <algorithm>

namespace afterimage {

// --- What a recovery finds ---------------------------------------------------------------------------

// Decides by a path through the trie, where that is silent for the fewest survivors, and follows the
// recovery through the trie.
class Explorer::Chooser final : public PersistChoice {
 public:
  Chooser(Explorer& explorer, Moment& moment, const Path& path) : explorer_(explorer), moment_(moment), path_(path) {}

  uint32_t Choose(uint32_t, const PersistUnit& unit) override {
    const UnitId id{unit.tier, unit.address};
    for (const Survivor& survivor : path_.survivors) {
      if (survivor.unit == id) return survivor.option;
    }
    return moment_.ContentsOf(explorer_.numbers_.Of(id))[0].option;
  }
  bool watches() const override { return true; }
  void Looked(Tier tier, uint64_t address, const uint8_t* bytes, uint32_t size) override {
    UnitNumber unit = 0;
    if (!explorer_.trie_.Look(node_, {tier, address}, ContentDigest(bytes, size), &node_, &unit)) explorer_.limit_ = Limit::kUnrepeatable;
    looked_.Add(unit);
  }
  // What this recovery has looked at.
  UnitSet& looked() { return looked_; }
  uint32_t End(uint32_t fresh) {
    uint32_t leaf = 0;
    if (!explorer_.trie_.End(node_, fresh, &leaf)) explorer_.limit_ = Limit::kUnrepeatable;
    return leaf;
  }

 private:
  Explorer& explorer_;
  Moment& moment_;
  const Path& path_;
  RecoveryTrie::Node node_ = RecoveryTrie::kRoot;
  UnitSet looked_;
};

// --- Where results go --------------------------------------------------------------------------------

class Explorer::Sink {
 public:
  // A walk looks at a unit.
  void Looks(UnitNumber unit) {
    if (known_ && !known_->Has(unit)) Meets(unit);
  }
  // It has come to the end of a recovery.
  virtual void Ends(const Leaf& leaf, const Inner* inner, const Path& path) = 0;

 protected:
  // Null: any unit will do.
  explicit Sink(UnitSet* known) : known_(known) {}
  ~Sink() = default;
  // Looks at a unit that is not known.
  virtual void Meets(UnitNumber) {}
  UnitSet* known_;
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
void Explorer::Add(const Leaf& leaf, const Inner* inner, uint32_t at, const Path& path, double* pairs, std::vector<Reached>* into) {
  *pairs += path.images * (1 + (inner ? inner->pairs : 0));
  if (Reached* known = FindReached(into, leaf.outcome, 1)) {
    known->pairs += path.images;
    if (known->cuts[0].at == at && path.surviving < known->surviving) {
      known->cuts[0].survivors = path.survivors;
      known->surviving = path.surviving;
    }
  } else {
    into->push_back({leaf.outcome, path.images, {{at, path.survivors}}, path.surviving});
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
  void Ends(const Leaf& leaf, const Inner* inner, const Path& path) override {
    ++report_.ways;
    Add(leaf, inner, at_, path, &report_.pairs, &report_.reached);
    if (!ways_) return;
    Way way{path.survivors, path.images, leaf.outcome, {}};
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
  void Ends(const Leaf& leaf, const Inner* inner, const Path& path) override {
    Add(leaf, inner, moment_.machine().at(), path, &into_.pairs, &into_.reached);
    if (!inner) return;
    for (const Extra& extra : inner->extras) Looks(extra.unit);
  }

 private:
  void Meets(UnitNumber unit) override {
    known_->Add(unit);
    into_.extras.push_back({unit, moment_.ContentsDigest(unit)});
  }

  Moment& moment_;
  Inner& into_;
};

// --- The search --------------------------------------------------------------------------------------

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
  trie_ = RecoveryTrie(numbers_);
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
    if (trie_.kind(node) == RecoveryTrie::Kind::kEnd) {
      const uint32_t leaf = trie_.leaf(node);
      const Inner* inner = depth > 0 ? InnerOf(leaf, moment, path, depth) : nullptr;
      return sink.Ends(leaves_[leaf], inner, path);
    }
    if (trie_.kind(node) == RecoveryTrie::Kind::kLook) {
      const UnitNumber unit = trie_.unit(node);
      sink.Looks(unit);
      uint64_t content;
      if (!moment.Certain(unit, &content)) return Branch(moment, node, path, depth, sink);
      const RecoveryTrie::Node next = trie_.Child(node, content);
      if (next != RecoveryTrie::kNone) {
        if (certain) moment.certain_way().Append(unit, next);
        node = next;
        continue;
      }
    }
    if (!MayRun()) return;
    Run(moment, path, depth);
  }
}

void Explorer::Branch(Moment& moment, RecoveryTrie::Node node, Path& path, uint32_t depth, Sink& sink) {
  const UnitNumber unit = trie_.unit(node);
  const uint32_t options = moment.OpennessOf(unit).options;
  const std::vector<Content> contents = moment.ContentsOf(unit);
  if (sampling_.images > 0) {
    uint32_t left = random_.Below(options);
    size_t i = 0;
    while (left >= contents[i].ways) left -= contents[i++].ways;
    return Take(moment, node, contents[i], path, depth, sink);
  }
  const double images = path.images;
  for (const Content& content : contents) {
    path.images = images / options * content.ways;
    Take(moment, node, content, path, depth, sink);
  }
  path.images = images;
}

void Explorer::Take(Moment& moment, RecoveryTrie::Node node, const Content& content, Path& path, uint32_t depth, Sink& sink) {
  const UnitNumber unit = trie_.unit(node);
  const uint32_t survives = content.option > 0 ? 1 : 0;
  path.survivors.push_back({numbers_[unit], content.option, moment.OpennessOf(unit).inherited});
  path.surviving += survives;
  RecoveryTrie::Node next = trie_.Child(node, content.digest);
  if (next == RecoveryTrie::kNone && MayRun()) {
    Run(moment, path, depth);
    next = trie_.Child(node, content.digest);
  }
  if (next != RecoveryTrie::kNone) Walk(moment, next, path, depth, sink);
  path.survivors.pop_back();
  path.surviving -= survives;
}

void Explorer::Run(Moment& moment, const Path& path, uint32_t depth) {
  ++counters_.runs;
  Chooser chooser(*this, moment, path);
  const std::unique_ptr<Crashable> machine = moment.machine().Crash(chooser);
  Inner inner;
  inner.depth = depth;
  if (depth > 0) ExploreWithin(*machine, chooser.looked(), depth - 1, &inner);
  machine->ToEnd();
  const uint32_t leaf = chooser.End(static_cast<uint32_t>(leaves_.size()));
  if (limit_ == Limit::kUnrepeatable) return;  // the trie does not know where this ended
  if (leaf == leaves_.size()) {
    leaves_.push_back({machine->Outcome(), {}});
    leaf_bytes_ += sizeof(Leaf);
  }
  if (depth > 0) Keep(leaf, std::move(inner));
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
      Path path;
      path.images = sampling_.images > 0 ? 1 : moment.images();
      Walk(moment, moment.certain_way().end(), path, depth, sink);
    }
    if (!machine.ToNextPoint()) return;
    moment.Renew();
  } while (true);
}

const Explorer::Inner* Explorer::InnerOf(uint32_t leaf, Moment& moment, const Path& path, uint32_t depth) {
  for (const Inner& inner : leaves_[leaf].inner) {
    const auto agrees = [&](const Extra& extra) { return moment.ContentsDigest(extra.unit) == extra.contents; };
    if (inner.depth == depth && std::all_of(inner.extras.begin(), inner.extras.end(), agrees)) return &inner;
  }
  if (!MayRun()) return nullptr;
  Run(moment, path, depth);
  const std::vector<Inner>& found = leaves_[leaf].inner;
  return found.empty() ? nullptr : &found.back();
}

}  // namespace afterimage
