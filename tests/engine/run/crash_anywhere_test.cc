// Cuts the power everywhere, in recovery too, and asks the oracle. Only the traced build knows the
// single stores that may survive.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <fstream>

#include "run/file/scenario/random_scenario.h"
#include "support/effort.h"
#include "support/scenarios.h"
#include "support/torn_pages.h"

namespace afterimage::testing_support {
namespace {

const char kTwoThreads[] = R"([["begin T1", "A := 50", "B := B + 50", "signal ready", "commit"],
                               ["await ready", "begin T2", "insert D := 1", "delete C", "steal D", "commit"],
                               ["begin T3", "C := C + 1", "abort", "checkpoint"]])";

class CrashAnywhere : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(
    Policies, CrashAnywhere,
    testing::Values(
        R"({"persist": "flush-on-insert"})", R"({"persist": "flush-on-commit"})",
        R"({"persist": "flush-on-commit", "entries": 8, "checkpoint_after": 4, "backup": true})",
        R"({"persist": "flush-on-commit", "value_bytes": 64, "cleaner_us": 1, "frames": 2, "heap_pages": 3})"));

TEST_P(CrashAnywhere, IsConsistentAtEveryEvent) {
  Script script{.threads = kTwoThreads, .params = GetParam()};
  Play play(script);
  ExpectConsistentEverywhere(play, 1, 3000);
}

TEST_P(CrashAnywhere, IsConsistentAtEveryEventOfEveryRecovery) {
  Script script{.threads = kTwoThreads, .params = GetParam()};
  const uint32_t end = Play(script).To().session().at();
  for (uint32_t at = 3; at < end; at += Stride(17)) {
    for (const Survive& survive : {None(), All(), Survive{SurvivePolicy::kRandom, at, {}}}) {
      Play play(script);
      play.To(at);
      ASSERT_TRUE(play.Cut(survive));
      ExpectConsistentEverywhere(play, 5, 500);
    }
  }
}

// The third life starts in the middle of the second one's recovery.
TEST_P(CrashAnywhere, ManyCrashesInARowLoseNothing) {
  Script script{.threads = kTwoThreads, .params = GetParam()};
  const uint32_t end = Play(script).To().session().at();
  Play play(script);
  play.To(end * 3 / 4);
  for (uint32_t life = 1; life <= 12; ++life) {
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, life, {}}));
    play.To(play.session().at() + 5 + 4 * life);
  }
  ASSERT_TRUE(play.Cut(All()));
  play.To();
  EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent);
}

uint32_t Good(const Session& session, const Outlook& outlook) {
  const Scenario& scenario = session.scenario();
  if (scenario.scheme->promise(scenario.params) == Promise::kNone) return outlook.runs;
  uint32_t runs = outlook.verdicts[static_cast<int>(VerdictKind::kConsistent)].runs;
  if (MayFindTornPages(session.scenario())) {
    runs += outlook.verdicts[static_cast<int>(VerdictKind::kDamaged)].runs +
            outlook.verdicts[static_cast<int>(VerdictKind::kRecoveryFailed)].runs;
  }
  return runs;
}

TEST(CrashRandomly, NoRandomScenarioEverLosesAPromise) {
  uint32_t whole = 0;
  for (uint32_t seed = 0; seed < Effort(200, 8); ++seed) {
    const std::string json = RandomScenario(seed);
    const uint32_t end = Play(json).To().session().at();
    Play play(json);
    whole += MayFindTornPages(play.session().scenario()) ? 0 : 1;
    for (uint32_t at = seed % 23; at <= end; at += 1 + end / 12) {
      play.To(at);
      const Outlook outlook = LookAhead(play.session(), 100);
      ASSERT_EQ(Good(play.session(), outlook), outlook.runs)
          << "seed " << seed << " at event " << at;
    }
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, seed, {}}));
    for (uint32_t at = play.session().at(); !play.session().world().ended(); at += 41) {
      play.To(at);
      const Outlook outlook = LookAhead(play.session(), 30);
      ASSERT_EQ(Good(play.session(), outlook), outlook.runs)
          << "seed " << seed << " in recovery at event " << at;
    }
  }
  EXPECT_GE(whole, Effort(100, 8));
}

// Lazily decided lines stand for all images: an eager enumeration finds the same outcomes.
TEST(LazyChoices, FindWhatBruteForceFinds) {
  Script script{.threads = kTwoThreads,
                .params = R"({"persist": "flush-on-insert"})",
                .mutations = R"(["state-bit-first"])"};
  const uint32_t end = Play(script).To().session().at();
  uint32_t compared = 0;
  for (uint32_t at = 0; at < end; at += Stride(3)) {
    Play play(script);
    play.To(at);
    const std::vector<PersistUnit> units = play.session().Units();
    uint64_t images = 1;
    for (const PersistUnit& unit : units) images *= unit.options();
    if (images > 200) continue;
    const Outlook lazy = LookAhead(play.session(), 100000);
    bool seen[static_cast<int>(VerdictKind::kCount)] = {};
    for (uint64_t image = 0; image < images; ++image) {
      uint64_t rest = image;
      struct Fixed final : PersistChoice {
        std::vector<PersistUnit> units;
        std::vector<uint32_t> options;
        uint32_t Choose(uint32_t, const PersistUnit& unit) override {
          for (size_t i = 0; i < units.size(); ++i) {
            if (units[i].tier == unit.tier && units[i].address == unit.address) return options[i];
          }
          return 0;
        }
      } fixed;
      fixed.units = units;
      for (const PersistUnit& unit : units) {
        fixed.options.push_back(static_cast<uint32_t>(rest % unit.options()));
        rest /= unit.options();
      }
      seen[static_cast<int>(play.session().Try(fixed).judgement.kind)] = true;
    }
    for (int kind = 0; kind < static_cast<int>(VerdictKind::kCount); ++kind) {
      EXPECT_EQ(lazy.verdicts[kind].runs > 0, seen[kind])
          << "verdict " << kVerdictNames[kind] << " at event " << at;
    }
    ASSERT_TRUE(lazy.exact);
    EXPECT_LE(lazy.runs, images);
    ++compared;
  }
  EXPECT_GE(compared, Effort(10));
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
