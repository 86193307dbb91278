// Does every scheme keep its promise, wherever the power fails, whatever survives, and wherever it
// fails once more during recovery?
#include <gtest/gtest.h>

#include <cstdio>

#include "run/file/random_scenario.h"
#include "stories.h"
#include "support/torn_pages.h"

namespace afterimage::testing_support {
namespace {

// One configuration a family, small enough to be explored whole.
const Family kNvLogging{"NV-Logging",
                        "nv-logging",
                        {{"persist", 0}, {"entries", 32}, {"checkpoint_after", 24}, {"frames", 3}}};
const Family kFlushOnCommit{
    "NV-Logging, flush-on-commit",
    "nv-logging",
    {{"persist", 1}, {"entries", 32}, {"checkpoint_after", 24}, {"frames", 3}}};
const Family kAries{"ARIES", "aries", {{"frames", 3}}};
const Family kRewind{"REWIND", "rewind", {}};
const Family kDistributed{
    "Distributed Logging",
    "distributed",
    {{"ring_kb", 2}, {"checkpoint_kb", 1}, {"archive_kb", 1}, {"frames", 3}, {"elr", 1}},
    true};
const Family kDecentralized{"NV-Disk, decentralized, on a disk",
                            "nv-disk-decentralized",
                            {{"log_on", 0},
                             {"partition_kb", 2},
                             {"partitions", 6},
                             {"checkpoint_kb", 2},
                             {"frames", 3},
                             {"elr", 1}}};
// A chunk in tmpfs may survive line by line and word by word: most stories have too many images.
const Family kDecentralizedInNvram{
    "NV-Disk, decentralized, on tmpfs",
    "nv-disk-decentralized",
    {{"partition_kb", 2}, {"partitions", 3}, {"checkpoint_kb", 2}, {"frames", 3}}};
const Family kNvWsp{
    "NV-WSP", "nv-wsp", {{"entries", 16}, {"marks", 4}, {"installs", 2}, {"frames", 3}}};
const Family kNvWspEarly{
    "NV-WSP, early lock release",
    "nv-wsp",
    {{"entries", 16}, {"marks", 4}, {"installs", 1}, {"frames", 3}, {"elr", 1}}};

double pairs_in_all = 0;  // of the stories

void ExpectKept(const Verification& verification, const std::string& what) {
  EXPECT_TRUE(verification.exact()) << what;
  EXPECT_EQ(verification.checked().images, verification.points().size()) << what;
  EXPECT_EQ(verification.checked().broken, 0u) << what;
  for (const Failure& failure : verification.failures()) {
    ADD_FAILURE() << what << ": " << VerdictName(failure.verdict) << " after "
                  << failure.reached.cuts.size() << " power cuts, the first after event "
                  << failure.reached.cuts[0].at;
  }
  const ExplorerCounters& counters = verification.explorer().counters();
  pairs_in_all += counters.pairs;
  std::printf("%s: %zu points, %.4g pairs, %llu recoveries run\n", what.c_str(),
              verification.points().size(), counters.pairs,
              static_cast<unsigned long long>(counters.runs));
}

// `long_story` has too many images for every day: a power cut in its recovery only in the deep
// exploration.
void ExploreAll(const Family& family, const char* long_story = "") {
  VerifyOptions options;
  for (const std::string& story : Stories()) {
    options.depth = story != long_story || Deep() ? 1 : 0;
    ExpectKept(*Explored(Tell(story, family), options), family.name + (", " + story));
  }
}

TEST(Families, NvLoggingKeepsItsPromise) { ExploreAll(kNvLogging); }
TEST(Families, AriesKeepsItsPromise) { ExploreAll(kAries); }
TEST(Families, RewindKeepsItsPromise) { ExploreAll(kRewind, "explore-again"); }
TEST(Families, DistributedLoggingKeepsItsPromise) { ExploreAll(kDistributed); }
TEST(Families, DecentralizedLoggingKeepsItsPromise) { ExploreAll(kDecentralized); }
TEST(Families, DecentralizedLoggingKeepsItsPromiseInNvram) {
  VerifyOptions options;
  options.depth = 0;
  for (const char* story : {"explore-again", "explore-checkpoint", "explore-steal"}) {
    ExpectKept(*Explored(Tell(story, kDecentralizedInNvram), options),
               kDecentralizedInNvram.name + (", " + std::string(story)));
  }
}
TEST(Families, NvWspKeepsItsPromise) { ExploreAll(kNvWsp); }
TEST(Families, NvWspKeepsItsPromiseWithEarlyLockRelease) { ExploreAll(kNvWspEarly); }
TEST(Families, NvLoggingKeepsItsPromiseWithFlushOnCommit) { ExploreAll(kFlushOnCommit); }

// Parameters of every scheme, by chance, so that each pair of values is met sooner or later.
TEST(Families, KeepTheirPromisesUnderRandomParameters) {
  VerifyOptions options;
  options.budget.runs = Deep() ? 200000 : 1000;
  uint32_t exact = 0;
  for (uint32_t seed = 1; seed <= (Deep() ? 2000u : 60u); ++seed) {
    Scenario scenario;
    std::vector<Problem> problems;
    ASSERT_TRUE(ParseScenario(RandomScenario(seed), &scenario, &problems));
    const auto verification = Explored(scenario, options);
    exact += verification->exact() ? 1 : 0;
    const bool may_tear = MayFindTornPages(scenario);
    for (const Failure& failure : verification->failures()) {
      if (may_tear && failure.verdict == static_cast<uint32_t>(VerdictKind::kDamaged)) continue;
      ADD_FAILURE() << "seed " << seed << ": " << VerdictName(failure.verdict) << " after "
                    << failure.reached.cuts.size() << " power cuts";
    }
  }
  std::printf("%u scenarios explored whole\n", exact);
  EXPECT_GT(exact, 3u);
}

TEST(Families, StandForFiftyMillionImages) {
  std::printf("%.6g (point, image) pairs of the stories in all\n", pairs_in_all);
  EXPECT_GE(pairs_in_all, 5e7);
}

}  // namespace
}  // namespace afterimage::testing_support
