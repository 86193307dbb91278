#include "run/life/session.h"

#include <algorithm>

#include "run/life/world_machine.h"

namespace afterimage {
namespace {

// Options decided beforehand, by place.
class ResolvedChoice final : public PersistChoice {
 public:
  ResolvedChoice(const std::vector<PersistUnit>& units, const std::vector<uint32_t>& options)
      : units_(units), options_(options) {}
  uint32_t Choose(uint32_t, const PersistUnit& unit) override {
    for (size_t i = 0; i < units_.size(); ++i) {
      if (units_[i].tier == unit.tier && units_[i].address == unit.address) return options_[i];
    }
    return 0;
  }

 private:
  const std::vector<PersistUnit>& units_;
  const std::vector<uint32_t>& options_;
};

constexpr Text kNoUnit = {"everything is durable at this address", "此处没有未持久的内容"};
constexpr Text kWrongCount = {"the choice does not name every store of the line",
                              "选择没有覆盖该行的每个存储"};
constexpr Text kLineOrder = {
    "Within one cache line, ordinary stores persist in program order: a later one cannot survive "
    "without the earlier ones.",
    "同一缓存行内的普通存储按程序次序持久化：前面的存储丢失时，后面的存储不可能保留。"};

// The option that keeps just these stores, or false.
bool OptionOf(const PersistUnit& unit, const std::vector<bool>& keep, uint32_t* option) {
  if (unit.tier == Tier::kDisk) {
    *option = 0;
    for (uint32_t i = 0; i < keep.size(); ++i) *option = keep[i] ? i + 1 : *option;
    return true;
  }
  uint32_t prefix = 0, mask = 0, ordinary = 0, non_temporal = 0;
  size_t i = 0;
  for (const PendingStore* store = unit.stores; store; store = store->next) {
    if (unit.kept && !store->non_temporal) continue;
    const bool kept = keep[i++];
    if (store->non_temporal) {
      mask |= (kept ? 1u : 0u) << non_temporal++;
    } else {
      if (kept && prefix != ordinary) return false;
      prefix += kept ? 1 : 0;
      ++ordinary;
    }
  }
  *option = prefix + unit.prefixes() * mask;
  return true;
}

}  // namespace

bool ResolveSurvive(const Survive& survive, const std::vector<PersistUnit>& units,
                    std::vector<uint32_t>* options, Refusal* refusal) {
  UniformChoice uniform(survive.policy == SurvivePolicy::kAll);
  RandomChoice random(survive.seed);
  options->clear();
  for (const PersistUnit& unit : units) {
    options->push_back(survive.policy == SurvivePolicy::kRandom ? random.Choose(0, unit)
                                                                : uniform.Choose(0, unit));
  }
  for (size_t c = 0; c < survive.units.size(); ++c) {
    const UnitChoice& choice = survive.units[c];
    refusal->unit = static_cast<uint32_t>(c);
    size_t u = 0;
    while (u < units.size() && (units[u].tier != choice.tier || units[u].address != choice.address))
      ++u;
    if (u == units.size()) return refusal->rule = kNoUnit, false;
    if (choice.stores.size() != units[u].count()) return refusal->rule = kWrongCount, false;
    if (!OptionOf(units[u], choice.stores, &(*options)[u]))
      return refusal->rule = kLineOrder, false;
  }
  return true;
}

Session::Session(Scenario scenario, TraceBuffer* buffer)
    : scenario_(std::move(scenario)), workload_(scenario_.MakeWorkload()), buffer_(buffer) {
  scenario_.script.life = 0;  // it may be another session's
  std::vector<Oracle::Record> records;
  for (const ScriptRecord& record : scenario_.script.records)
    records.push_back({record.present, record.number});
  oracle_.Reset(records, static_cast<uint32_t>(scenario_.script.transactions.size()));
  phases_.push_back({std::make_unique<World>(pool_, scenario_, *workload_, oracle_), 0});
}

Session::Advanced Session::Advance(uint32_t to, bool record) {
  Phase& phase = phases_.back();
  if (phase.world->ended()) return Advanced::kEnded;
  phase.world->recorder().SetBuffer(record ? buffer_ : nullptr);
  if (phase.world->Run(to < phase.start ? 0 : to - phase.start)) return Advanced::kEnded;
  return at() >= to ? Advanced::kReached : Advanced::kFull;
}

std::vector<PersistUnit> Session::Units() {
  BlockPool pool;
  Arena arena(pool);
  ArenaVector<PersistUnit> units{ArenaAllocator<PersistUnit>(arena)};
  world().devices().CollectUnits(units);
  return {units.begin(), units.end()};
}

bool Session::Cut(const Survive& survive, Refusal* refusal, CheckDepth depth) {
  const std::vector<PersistUnit> units = Units();
  std::vector<uint32_t> options;
  if (!ResolveSurvive(survive, units, &options, refusal)) return false;
  ResolvedChoice choice(units, options);
  trace_.Word(world().recorder().digest());
  const uint32_t start = at();
  auto next = std::make_unique<World>(pool_, scenario_, *workload_, world(), choice, depth);
  next->devices().DecideAll();  // the choice ends with this call
  phases_.push_back({std::move(next), start});
  return true;
}

bool Session::NextLife() {
  Script& script = scenario_.script;
  if (!kExplorer || script.life + 1 >= script.lives) return false;
  const TxnId next_id = world().next_id();
  Refusal refusal;
  // A fault that no client notices shows in the next life, or is found by other means.
  AI_CHECK(Cut({}, &refusal, CheckDepth::kRecords));
  Advance(at() + WorldMachine::kEndless, false);
  if (!world().ended() || world().report().status != Status::kOk ||
      Verdict().kind != VerdictKind::kConsistent)
    return false;
  std::vector<Oracle::Record> records;
  for (const Observed& record : world().observed())
    records.push_back({record.present, record.number});
  oracle_.Reset(records, static_cast<uint32_t>(script.transactions.size()));
  ++script.life;
  world().GoOn(scenario_, *workload_, oracle_, next_id);
  return true;
}

Judgement Session::JudgeWorld(const World& world) const {
  return JudgeOutcome(RecoveryOutcomes::Of(world), oracle_,
                      scenario_.scheme->promise(scenario_.params));
}

Judgement Session::Verdict() const { return JudgeWorld(world()); }

CrashOutcome Session::Try(PersistChoice& choice, CheckDepth depth) {
  World fork(pool_, scenario_, *workload_, world(), choice, depth);
  // A recovery that needs more than this many events does not end.
  constexpr uint32_t kEndless = 5000000;
  fork.Run(kEndless);
  return {JudgeWorld(fork), {fork.observed().begin(), fork.observed().end()}};
}

uint64_t Session::StateDigest() const {
  Digest digest = trace_;
  digest.Word(world().recorder().digest());
  world().devices().nvm.AddTo(digest);
  world().devices().disk.AddTo(digest);
  world().devices().log_disk.AddTo(digest);
  return digest.Value();
}

}  // namespace afterimage
