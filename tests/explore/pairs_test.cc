// Do the parameters go together? Every value of every parameter with every value of every other
// one, the machine's and the failure model's among them: some scenario has both, and its crash
// states are sampled.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "base/random.h"
#include "stories.h"
#include "support/torn_pages.h"

namespace afterimage::testing_support {
namespace {

// The parameters that systems have in common; a system's own are in its file of families/.
const std::vector<Numbers>& SharedNumbers() {
  static const std::vector<Numbers> numbers = {
      {"page_bytes", {512, 1024}}, {"heap_pages", {1, 2}}, {"spare_pages", {16, 64}},
      {"frames", {3, 6}},          {"cleaners", {1, 2}},   {"cleaner_us", {0, 3}},
      {"value_bytes", {8, 12}},
  };
  return numbers;
}

std::vector<int64_t> NumbersOf(const SchemeInfo& scheme, const ParamInfo& param) {
  const SchemeFamilies* families = FamiliesOf(scheme);
  for (const auto* list : {families ? &families->numbers : nullptr, &SharedNumbers()}) {
    if (!list) continue;
    for (const Numbers& numbers : *list) {
      if (numbers.id == param.id) return numbers.values;
    }
  }
  return {param.standard};
}

// A factor: a setting that can be varied, and its values.
struct Factor {
  std::string name;
  std::vector<int64_t> values;
};
using Choice = std::vector<uint32_t>;  // by factor: which of its values

// Factors beyond the scheme's parameters, in the order in which they follow them.
enum class Beside : uint8_t { kModel, kDeadlock, kClwb, kCachesKept, kDiskCache, kSector, kStory };

std::vector<int64_t> ValuesOf(const SchemeInfo& scheme, const ParamInfo& param) {
  std::vector<int64_t> values;
  const auto upto = [&](uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) values.push_back(i);
  };
  if (param.type == ParamType::kChoice) {
    upto(static_cast<int64_t>(param.choices.size()));
  } else if (param.type == ParamType::kBoolean) {
    upto(2);
  } else {
    values = NumbersOf(scheme, param);
  }
  return values;
}

class Pairs {
 public:
  explicit Pairs(const SchemeInfo& scheme) : scheme_(scheme), random_(7) {
    for (uint32_t i = 0; i < scheme.params.size(); ++i)
      factors_.push_back({scheme.params[i].id, ValuesOf(scheme, scheme.params[i])});
    factors_.push_back({"failure model", {0, 1, 2}});
    factors_.push_back({"deadlock", {0, 1}});
    factors_.push_back({"clwb", {0, 1}});
    factors_.push_back({"caches kept", {0, 1}});
    factors_.push_back({"disk cache", {0, 1}});
    factors_.push_back({"sector", {256, 512}});
    Factor story{"story", {}};
    for (uint32_t i = 0; i < stories_.size(); ++i) story.values.push_back(i);
    factors_.push_back(story);
    first_.push_back(0);
    for (const Factor& factor : factors_)
      first_.push_back(first_.back() + static_cast<uint32_t>(factor.values.size()));
    const uint32_t all = first_.back();
    state_.assign(size_t{all} * all, State::kOpen);
  }

  // The next scenario, which has pairs that none had before. False where all have been met, or go
  // with nothing.
  bool Next(Scenario* scenario, VerifyOptions* options) {
    for (uint32_t a = 0; a < factors_.size(); ++a) {
      for (uint32_t b = a + 1; b < factors_.size(); ++b) {
        for (uint32_t i = 0; i < factors_[a].values.size(); ++i) {
          for (uint32_t j = 0; j < factors_[b].values.size(); ++j) {
            if (At(a, i, b, j) != State::kOpen) continue;
            if (Complete(a, i, b, j, scenario, options)) return true;
            At(a, i, b, j) = State::kImpossible;
          }
        }
      }
    }
    return false;
  }
  // The parts of the latest scenario other than the scheme's parameters.
  std::string Around() const {
    std::string text = stories_[static_cast<size_t>(latest_.back())];
    for (uint32_t f = scheme_.params.size(); f + 1 < factors_.size(); ++f)
      text += ", " + factors_[f].name + " " + std::to_string(factors_[f].values[latest_[f]]);
    return text;
  }
  uint32_t count(bool met) const {
    uint32_t count = 0;
    for (uint32_t a = 0; a < factors_.size(); ++a) {
      for (uint32_t b = a + 1; b < factors_.size(); ++b) {
        for (uint32_t i = first_[a]; i < first_[a + 1]; ++i) {
          for (uint32_t j = first_[b]; j < first_[b + 1]; ++j) {
            count += (state_[size_t{i} * first_.back() + j] == State::kMet) == met ? 1 : 0;
          }
        }
      }
    }
    return count;
  }
  // Values that no scenario had, but for those that the scheme always refuses.
  std::string Unmet() const {
    std::string unmet;
    for (uint32_t a = 0; a < factors_.size(); ++a) {
      for (uint32_t i = 0; i < factors_[a].values.size(); ++i) {
        if (Refused(a, factors_[a].values[i])) continue;
        if (std::find(had_.begin(), had_.end(), first_[a] + i) == had_.end()) {
          unmet += " " + factors_[a].name + "=" + std::to_string(factors_[a].values[i]);
        }
      }
    }
    return unmet;
  }

 private:
  enum class State : uint8_t { kOpen, kMet, kImpossible };
  static constexpr uint32_t kTries = 60;

  State& At(uint32_t a, uint32_t i, uint32_t b, uint32_t j) {
    return state_[size_t{first_[a] + i} * first_.back() + first_[b] + j];
  }
  // The value is an error together with the standard of everything else.
  bool Refused(uint32_t factor, int64_t value) const {
    ParamValues values;
    for (uint32_t i = 0; i < scheme_.params.size(); ++i)
      values.value[i] = i == factor ? value : scheme_.params[i].standard;
    return factor < scheme_.params.size() && scheme_.params[factor].type == ParamType::kChoice &&
           scheme_.check(values, MachineProfile(kMachines[0])) != nullptr;
  }
  int64_t ValueAround(const Choice& choice, Beside which) const {
    const uint32_t at = scheme_.params.size() + static_cast<uint32_t>(which);
    return factors_[at].values[choice[at]];
  }
  bool Possible(const Choice& choice, Scenario* scenario, VerifyOptions* options) const {
    Family family{scheme_.title.en, scheme_.id, {}};
    for (uint32_t i = 0; i < scheme_.params.size(); ++i)
      family.params.push_back({scheme_.params[i].id, factors_[i].values[choice[i]]});
    const auto& story = stories_[static_cast<size_t>(ValueAround(choice, Beside::kStory))];
    const PriceOverrides machine = {
        {Price::kClwb, ValueAround(choice, Beside::kClwb)},
        {Price::kCachesKept, ValueAround(choice, Beside::kCachesKept)},
        {Price::kDiskWriteCache, ValueAround(choice, Beside::kDiskCache)},
        {Price::kDiskSector, ValueAround(choice, Beside::kSector)}};
    options->model = static_cast<FailureModel>(ValueAround(choice, Beside::kModel));
    if (!TryTell(story, family, machine, scenario)) return false;
    scenario->deadlock = static_cast<DeadlockPolicy>(ValueAround(choice, Beside::kDeadlock));
    return true;
  }
  // A scenario with this pair, and with as many others that were not met as some tries find.
  bool Complete(uint32_t a, uint32_t i, uint32_t b, uint32_t j, Scenario* scenario,
                VerifyOptions* options) {
    Choice best;
    uint32_t most = 0, found = 0;
    for (uint32_t n = 0; n < kTries && found < 4; ++n) {
      Choice choice(factors_.size());
      for (uint32_t f = 0; f < factors_.size(); ++f)
        choice[f] = random_.Below(static_cast<uint32_t>(factors_[f].values.size()));
      choice[a] = i;
      choice[b] = j;
      // One factor after the other takes the value that meets most; not at first, where it might
      // never be possible.
      for (uint32_t f = 0; n < kTries / 2 && f < factors_.size(); ++f) {
        if (f != a && f != b) choice[f] = BestFor(f, choice);
      }
      const uint32_t fresh = Fresh(choice);
      if (fresh <= most || !Possible(choice, scenario, options)) continue;
      ++found;
      most = fresh;
      best = choice;
    }
    if (best.empty() || !Possible(best, scenario, options)) return false;
    latest_ = best;
    for (uint32_t f = 0; f < factors_.size(); ++f) {
      had_.push_back(first_[f] + best[f]);
      for (uint32_t g = f + 1; g < factors_.size(); ++g) At(f, best[f], g, best[g]) = State::kMet;
    }
    return true;
  }
  uint32_t FreshAt(uint32_t f, const Choice& choice) {
    uint32_t fresh = 0;
    for (uint32_t g = 0; g < factors_.size(); ++g) {
      if (g == f) continue;
      const uint32_t low = std::min(f, g), high = std::max(f, g);
      fresh += At(low, choice[low], high, choice[high]) == State::kOpen ? 1 : 0;
    }
    return fresh;
  }
  uint32_t Fresh(const Choice& choice) {
    uint32_t twice = 0;
    for (uint32_t f = 0; f < factors_.size(); ++f) twice += FreshAt(f, choice);
    return twice / 2;
  }
  uint32_t BestFor(uint32_t f, Choice choice) {
    uint32_t best = choice[f];
    uint32_t most = FreshAt(f, choice);
    for (uint32_t i = 0; i < factors_[f].values.size(); ++i) {
      choice[f] = i;
      const uint32_t fresh = FreshAt(f, choice);
      if (fresh > most) {
        most = fresh;
        best = i;
      }
    }
    return best;
  }

  const SchemeInfo& scheme_;
  const std::vector<std::string> stories_ = PlainStories();
  Random random_;
  std::vector<Factor> factors_;
  std::vector<uint32_t> first_;  // by factor: the number of its first value
  std::vector<State> state_;     // of a pair, by both numbers
  std::vector<uint32_t> had_;
  Choice latest_;
};

// Some images of every point, and of some points of every recovery.
Sampling Sampled() {
  Sampling sampling;
  sampling.images = Deep() ? 4 : 1;
  sampling.inner_stride = Deep() ? 10 : 40;
  return sampling;
}

class EveryPair : public testing::TestWithParam<const SchemeInfo*> {};

TEST_P(EveryPair, OfValuesKeepsThePromise) {
  Pairs pairs(*GetParam());
  Scenario scenario;
  VerifyOptions options;
  options.sampling = Sampled();
  options.budget.bytes = uint64_t{1} << 30;
  // Every other point, the odd ones of one scenario and the even ones of the next.
  options.shards = Deep() ? 1 : 2;
  uint32_t scenarios = 0;
  uint64_t runs = 0;
  while (pairs.Next(&scenario, &options)) {
    options.sampling.seed = ++scenarios;
    options.shard = scenarios % options.shards;
    const auto verification = Explored(scenario, options);
    runs += verification->explorer().counters().runs;
    if (scenario.scheme->promise(scenario.params) == Promise::kNone) continue;
    const bool may_tear = MayFindTornPages(scenario);
    for (const Failure& failure : verification->failures()) {
      if (may_tear && failure.verdict == static_cast<uint32_t>(VerdictKind::kDamaged)) continue;
      ADD_FAILURE() << "scenario " << scenarios << ", " << pairs.Around() << ", "
                    << Described(scenario) << ": " << VerdictName(failure.verdict) << " after "
                    << failure.reached.cuts.size() << " power cuts, the first after event "
                    << failure.reached.cuts[0].at;
    }
  }
  std::printf("%s: %u scenarios, %u pairs met, %u go with nothing, %llu recoveries run\n",
              GetParam()->id, scenarios, pairs.count(true), pairs.count(false),
              static_cast<unsigned long long>(runs));
  EXPECT_EQ(pairs.Unmet(), "");
  EXPECT_LT(pairs.count(false) * 10, pairs.count(true));
}

INSTANTIATE_TEST_SUITE_P(Schemes, EveryPair, testing::ValuesIn(kSchemes, kSchemes + kSchemeCount),
                         [](const auto& tested) {
                           std::string name = tested.param->id;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace afterimage::testing_support
