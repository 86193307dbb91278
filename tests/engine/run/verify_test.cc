// Does a verification say what trying every single image would say?
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "run/explore/verify.h"

#include <map>

#include "run/file/scenario/random_scenario.h"
#include "run/reply/verify_json.h"
#include "support/effort.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

// Options decided beforehand, by unit; what an earlier power cut left open is as that one says.
class Fixed final : public PersistChoice {
 public:
  explicit Fixed(Fixed* earlier) : earlier_(earlier) {}
  uint32_t Choose(uint32_t index, const PersistUnit& unit) override {
    const auto found = options.find({unit.tier, unit.address});
    return found != options.end() ? found->second : earlier_ ? earlier_->Choose(index, unit) : 0;
  }
  std::map<std::pair<Tier, uint64_t>, uint32_t> options;

 private:
  Fixed* earlier_;
};

// Every image of every point, one after the other, and again at every point of its recovery.
class BruteForce {
 public:
  BruteForce(const Scenario& scenario, uint32_t depth)
      : session_(scenario, nullptr), depth_(depth) {}

  // Searches every life of the script. False if there are more than `most` pairs.
  bool Run(uint64_t most) {
    most_ = most;
    do {
      WorldMachine machine(
          {pool_, session_.scenario_to_run(), session_.workload_to_run(), outcomes_},
          session_.world());
      do {
        At(machine, nullptr, 0);
      } while (pairs <= most_ && machine.ToNextPoint());
    } while (pairs <= most_ && session_.NextLife());
    return pairs <= most_;
  }

  VerdictPairs verdicts[kVerdicts];
  uint64_t pairs = 0;

 private:
  void At(Crashable& machine, Fixed* earlier, uint32_t cuts) {
    std::vector<PersistUnit> all, units;
    machine.CollectUnits(&all);
    for (const PersistUnit& unit : all) {
      if (!unit.inherited) units.push_back(unit);
    }
    Each(machine, units, 0, *std::make_unique<Fixed>(earlier), cuts);
  }
  void Each(Crashable& machine, const std::vector<PersistUnit>& units, size_t i, Fixed& choice,
            uint32_t cuts) {
    if (pairs > most_) return;
    if (i == units.size()) return Try(machine, choice, cuts);
    for (uint32_t option = 0; option < units[i].options(); ++option) {
      choice.options[{units[i].tier, units[i].address}] = option;
      Each(machine, units, i + 1, choice, cuts);
    }
  }
  void Try(Crashable& machine, Fixed& choice, uint32_t cuts) {
    ++pairs;
    const std::unique_ptr<Crashable> next = machine.Crash(choice, Life::kMayFail);
    while (cuts < depth_ && next->ToNextPoint() && pairs <= most_) At(*next, &choice, cuts + 1);
    next->ToEnd();
    const Scenario& scenario = session_.scenario();
    const Judgement judgement = JudgeOutcome(outcomes_[next->Outcome()], session_.oracle(),
                                             scenario.scheme->promise(scenario.params));
    VerdictPairs& sum = verdicts[static_cast<int>(judgement.kind)];
    (cuts > 0 ? sum.in_recovery : sum.direct) += 1;
  }

  BlockPool pool_;
  RecoveryOutcomes outcomes_;
  Session session_;
  uint32_t depth_;
  uint64_t most_ = 0;
};

std::unique_ptr<Verification> Verified(const Scenario& scenario,
                                       const VerifyOptions& options = {}) {
  auto verification = std::make_unique<Verification>(scenario, options);
  while (!verification->Advance(1000)) continue;
  return verification;
}

// Images that an earlier power cut left open are counted in parts.
constexpr double kPrecision = 1e-9;

// An image that a weaker promise allows is consistent to the brute force, too.
void ExpectSame(const Verification& verification, const BruteForce& brute) {
  EXPECT_TRUE(verification.exact());
  const double error = kPrecision * static_cast<double>(brute.pairs);
  EXPECT_NEAR(verification.pairs(), static_cast<double>(brute.pairs), error);
  for (uint32_t v = 0; v < kAllowedVerdict; ++v) {
    const VerdictPairs allowed = v == 0 ? verification.verdict(kAllowedVerdict) : VerdictPairs();
    EXPECT_NEAR(verification.verdict(v).direct + allowed.direct, brute.verdicts[v].direct, error)
        << VerdictName(v);
    EXPECT_NEAR(verification.verdict(v).in_recovery + allowed.in_recovery,
                brute.verdicts[v].in_recovery, error)
        << VerdictName(v);
  }
}

constexpr char kOne[] = R"([["begin T1", "A := 50", "commit"]])";

Script Of(const char* scheme, const char* params, const char* mutations = "[]") {
  Script script;
  script.threads = kOne;
  script.scheme = scheme;
  script.params = params;
  script.mutations = mutations;
  return script;
}

TEST(Verify, EqualsBruteForceWithPowerCutsInRecovery) {
  const Script scripts[] = {
      Of("nv-logging", R"({"persist": "flush-on-insert"})"),
      Of("aries", "{}", R"(["page-before-log"])"),
      Of("aries", "{}"),
      Of("nv-logging", R"({"persist": "flush-on-insert"})", R"(["state-bit-first"])"),
  };
  for (uint32_t i = 0; i < Effort(4, 1); ++i) {
    const Scenario scenario = ParsedScenario(scripts[i].Json());
    const auto lazy = Verified(scenario);
    BruteForce brute(scenario, 1);
    ASSERT_TRUE(brute.Run(60000)) << lazy->pairs();
    ExpectSame(*lazy, brute);
    EXPECT_LT(lazy->explorer().counters().runs, brute.pairs);
  }
}

TEST(Verify, EqualsBruteForceOnRandomScenarios) {
  uint32_t compared = 0;
  for (uint32_t seed = 1; compared < Effort(10, 10); ++seed) {
    ASSERT_LT(seed, 4000u);
    const Scenario scenario = ParsedScenario(RandomScenario(seed));
    for (const uint32_t depth : {1u, 0u}) {
      VerifyOptions options;
      options.depth = depth;
      options.budget.runs = 800;
      const auto lazy = Verified(scenario, options);
      if (!lazy->exact() || lazy->pairs() > 2000) continue;
      BruteForce brute(scenario, depth);
      ASSERT_TRUE(brute.Run(2000)) << seed;
      ExpectSame(*lazy, brute);
      ++compared;
      break;
    }
  }
}

TEST(Verify, AddsUpOverShards) {
  const Scenario scenario = ParsedScenario(Of("nv-logging", "{}").Json());
  const auto whole = Verified(scenario);
  double pairs = 0;
  size_t points = 0;
  for (uint32_t shard = 0; shard < 3; ++shard) {
    VerifyOptions options;
    options.shard = shard;
    options.shards = 3;
    const auto part = Verified(scenario, options);
    pairs += part->pairs();
    points += part->points().size();
  }
  EXPECT_NEAR(pairs, whole->pairs(), kPrecision * pairs);
  EXPECT_EQ(points, whole->points().size());
}

TEST(Verify, CatchesAMutationAndItsCaseCanBeReplayed) {
  const Scenario scenario = ParsedScenario(
      Of("nv-logging", R"({"persist": "flush-on-insert"})", R"(["leave-out-persist-2-1"])").Json());
  VerifyOptions options;
  options.first_failure = true;
  const auto verification = Verified(scenario, options);
  ASSERT_FALSE(verification->failures().empty());
  for (const Failure& failure : verification->failures()) {
    std::vector<SessionCut> cuts;
    std::string verdict;
    EXPECT_TRUE(ReplayCuts(scenario, failure, &cuts, &verdict)) << VerdictName(failure.verdict);
    EXPECT_EQ(cuts.size(), failure.reached.cuts.size());
  }
}

Scenario OfSeveralLives(const Script& script) {
  Scenario scenario;
  std::vector<Problem> problems;
  EXPECT_TRUE(ParseScenario(script.Json(), &scenario, &problems, Lives::kSeveral));
  return scenario;
}

TEST(Verify, GoesOnBehindACrashInEveryLife) {
  const char* schemes[] = {"aries", "nv-logging", "rewind"};
  for (uint32_t i = 0; i < Effort(3, 1); ++i) {
    SCOPED_TRACE(schemes[i]);
    Script script = Of(schemes[i], "{}");
    script.threads =
        R"([["begin T1", "A := A + 1", "commit", "begin T2", "A := 7", "crash",
             "begin T3", "A := A * 2", "commit", "crash", "begin T4", "B := A", "commit"],
            ["begin T5", "C := 9", "commit"]])";
    const Scenario scenario = OfSeveralLives(script);
    ASSERT_EQ(scenario.script.lives, 3u);
    VerifyOptions options;
    options.depth = i == 0 ? 1 : 0;
    const auto lazy = Verified(scenario, options);
    EXPECT_TRUE(lazy->failures().empty());
    uint32_t points[3] = {};
    for (const PointVerdict& point : lazy->points()) ++points[point.life];
    for (const uint32_t count : points) EXPECT_GT(count, 2u);
    BruteForce brute(scenario, options.depth);
    ASSERT_TRUE(brute.Run(200000)) << lazy->pairs();
    ExpectSame(*lazy, brute);
    // T2 was open and is gone; what T3 made of T1's value is what T4 has read.
    Session session(scenario, nullptr);
    while (session.Advance(~0u, false) != Session::Advanced::kEnded || session.NextLife()) continue;
    EXPECT_EQ(session.oracle().Expected(1), std::vector<Observed>({{true, true, 202}}));
  }
}

TEST(Verify, CatchesInALaterLifeWhatNoFirstOneShows) {
  Script script =
      Of("pcmlogging", R"({"slots": 32, "page_slots": 0, "frames": 4, "transactions": 4})",
         R"(["xids-from-one"])");
  script.threads = R"([["begin T1", "A := 50", "commit", "begin T2", "B := 60", "steal B",
                        "commit", "crash", "begin T3", "C := 70", "steal C", "commit"]])";
  const Scenario scenario = OfSeveralLives(script);
  const auto verification = Verified(scenario);
  ASSERT_FALSE(verification->failures().empty());
  for (const Failure& failure : verification->failures()) {
    EXPECT_EQ(failure.life, 1u);
    std::vector<SessionCut> cuts;
    std::string verdict;
    const Scenario& told = verification->session().scenario();
    EXPECT_TRUE(ReplayCuts(told, failure, &cuts, &verdict)) << VerdictName(failure.verdict);
    EXPECT_GT(cuts[0].at, verification->points().front().start);
  }
}

TEST(Verify, CallsAllowedWhatOnlyAWeakerPromisePermits) {
  const Scenario scenario = ParsedScenario(Of("aries", R"({"commit": "asynchronous"})").Json());
  const auto verification = Verified(scenario);
  EXPECT_TRUE(verification->failures().empty());
  EXPECT_GT(verification->verdict(kAllowedVerdict).direct, 0);
}

TEST(Verify, SamplesAsOftenAsThereAreImages) {
  const Scenario scenario = ParsedScenario(
      Of("nv-logging", R"({"persist": "flush-on-insert"})", R"(["leave-out-persist-2-1"])").Json());
  VerifyOptions options;
  options.depth = 0;
  const auto every = Verified(scenario, options);
  options.sampling = {400, 1, 3};
  const auto some = Verified(scenario, options);
  ASSERT_EQ(some->points().size(), every->points().size());
  for (size_t i = 0; i < every->points().size(); ++i) {
    for (uint32_t v = 0; v < kVerdicts; ++v) {
      const double share = every->points()[i].verdicts[v].direct / every->points()[i].images;
      EXPECT_NEAR(some->points()[i].verdicts[v].direct / 400, share, 0.1)
          << i << " " << VerdictName(v);
    }
  }
}

TEST(Verify, NeverCallsExhaustiveWhatABudgetEnded) {
  const Scenario scenario =
      ParsedScenario(Of("nv-logging", R"({"persist": "flush-on-insert"})").Json());
  const auto whole = Verified(scenario);
  EXPECT_EQ(whole->limit(), Limit::kNone);
  VerifyOptions options;
  options.budget.bytes = 10000;
  const auto poor = Verified(scenario, options);
  EXPECT_TRUE(poor->ended());
  EXPECT_FALSE(poor->exact());
  EXPECT_EQ(poor->limit(), Limit::kMemory);
  EXPECT_LT(poor->pairs(), whole->pairs());
  EXPECT_LT(poor->explorer().bytes(), 50000u);
  std::string report;
  WriteVerifyReport(*poor, &report);
  EXPECT_NE(report.find(R"("exact":false,"limit":"memory")"), std::string::npos);
}

TEST(Verify, ShowsEachWayOfAPoint) {
  const Scenario scenario =
      ParsedScenario(Of("nv-logging", R"({"persist": "flush-on-insert"})").Json());
  const auto verification = Verified(scenario);
  for (uint32_t i = 0; i < verification->points().size(); i += 5) {
    double images = 0;
    const auto ways = verification->WaysOf(i);
    for (const auto& way : ways) images += way.way.images;
    EXPECT_EQ(ways.size(), verification->points()[i].ways);
    EXPECT_EQ(images, verification->points()[i].images);
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif  // AFTERIMAGE_TRACED
