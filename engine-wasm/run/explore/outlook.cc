#include "run/explore/outlook.h"

#include <algorithm>

namespace afterimage {
namespace {

constexpr uint32_t kRandomSamples = 64;

class Summary {
 public:
  Summary(const Session& session, Outlook* outlook) : out_(*outlook) {
    out_.transactions.resize(session.oracle().transactions());
    out_.values.resize(session.oracle().records());
  }

  void Add(const CrashOutcome& outcome, const std::vector<uint32_t>& options) {
    ++out_.runs;
    Outlook::VerdictCount& verdict = out_.verdicts[static_cast<int>(outcome.judgement.kind)];
    if (verdict.runs++ == 0) verdict.example = options;
    for (size_t i = 0; i < out_.transactions.size(); ++i) {
      Outlook::TxnOutlook& txn = out_.transactions[i];
      if (outcome.judgement.survived[i]) {
        if (txn.survived++ == 0) txn.survives = options;
      } else if (txn.survived == out_.runs - 1) {  // for the first time
        txn.lost_state = outcome.observed;
        txn.lost = options;
      }
    }
    for (const Finding& finding : outcome.judgement.findings) {
      if (finding.kind == VerdictKind::kVisible && finding.txn > 0)
        out_.transactions[finding.txn - 1].broken = true;
    }
    for (size_t i = 0; i < outcome.observed.size(); ++i) {
      Outlook::RecordValues& values = out_.values[i];
      if (std::find(values.seen.begin(), values.seen.end(), outcome.observed[i]) !=
          values.seen.end())
        continue;
      values.seen.push_back(outcome.observed[i]);
      values.examples.push_back(options);
    }
  }

 private:
  Outlook& out_;
};

// Options by unit, 0 where the run did not look.
std::vector<uint32_t> OptionsOf(const EveryChoice& choice, const std::vector<PersistUnit>& units) {
  const auto is_line = [](const PersistUnit& unit) { return unit.tier == Tier::kNvm; };
  const auto is_data = [](const PersistUnit& unit) {
    return unit.address < DeviceSet::kLogDiskBase;
  };
  const auto disk = std::find_if_not(units.begin(), units.end(), is_line);
  const auto log_disk = std::find_if_not(disk, units.end(), is_data);
  std::vector<uint32_t> options(units.size());
  for (const EveryChoice::Step& step : choice.path()) {
    size_t at = step.unit;
    if (step.unit >= DeviceSet::kLogDiskUnits) {
      at = static_cast<size_t>(log_disk - units.begin()) + (step.unit - DeviceSet::kLogDiskUnits);
    } else if (step.unit >= DeviceSet::kDiskUnits) {
      at = static_cast<size_t>(disk - units.begin()) + (step.unit - DeviceSet::kDiskUnits);
    }
    options[at] = step.chosen;
  }
  return options;
}

// Remembers what another choice decided.
class Remembering final : public PersistChoice {
 public:
  Remembering(PersistChoice& inner, const std::vector<PersistUnit>& units)
      : inner_(inner), units_(units), options(units.size()) {}
  uint32_t Choose(uint32_t index, const PersistUnit& unit) override {
    const uint32_t option = inner_.Choose(index, unit);
    for (size_t i = 0; i < units_.size(); ++i) {
      if (units_[i].tier == unit.tier && units_[i].address == unit.address) options[i] = option;
    }
    return option;
  }

 private:
  PersistChoice& inner_;
  const std::vector<PersistUnit>& units_;

 public:
  std::vector<uint32_t> options;
};

void Sample(Session& session, Outlook& outlook, Summary& summary) {
  const auto run = [&](PersistChoice& choice) {
    Remembering remembering(choice, outlook.units);
    const CrashOutcome outcome = session.Try(remembering);
    summary.Add(outcome, remembering.options);
  };
  UniformChoice none(false), all(true);
  run(none);
  run(all);
  for (uint32_t seed = 1; seed <= kRandomSamples; ++seed) {
    RandomChoice random(seed);
    run(random);
  }
}

}  // namespace

Outlook LookAhead(Session& session, uint32_t limit) {
  Outlook outlook;
  outlook.units = session.Units();
  Summary summary(session, &outlook);
  EveryChoice every;
  do {
    if (outlook.runs >= limit) {
      outlook.exact = false;
      Sample(session, outlook, summary);
      break;
    }
    const CrashOutcome outcome = session.Try(every);
    summary.Add(outcome, OptionsOf(every, outlook.units));
  } while (every.Next());
  return outlook;
}

}  // namespace afterimage
