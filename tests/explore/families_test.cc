// Tests that every scheme keeps its promise, wherever the power fails, whatever survives, and
// wherever it fails once more during recovery.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>

#include "run/file/scenario/random_scenario.h"
#include "stories.h"
#include "support/scenarios.h"
#include "support/torn_pages.h"

namespace afterimage::testing_support {
namespace {

std::vector<Promising> AllPromising() {
  std::vector<Promising> all;
  for (const SchemeFamilies* families : DeclaredFamilies())
    all.insert(all.end(), families->promising.begin(), families->promising.end());
  return all;
}

bool Has(const std::vector<std::string>& stories, const std::string& story) {
  return std::find(stories.begin(), stories.end(), story) != stories.end();
}

// Each says in its report how many (point, image) pairs it explored, for who runs them one by one
// (web/scripts/suites/engine.mjs) and has to add up.
class Families : public testing::TestWithParam<Promising> {
 protected:
  static void SetUpTestSuite() { explored_ = pairs_in_all_ = 0; }
  // Prints the sums over all families, if one program runs them.
  static void TearDownTestSuite() {
    std::printf("%.6g (point, image) pairs of the stories in all\n", pairs_in_all_);
    if (explored_ == AllPromising().size()) EXPECT_GE(pairs_in_all_, 5e7);
  }

  void TearDown() override {
    ++explored_;
    pairs_in_all_ += pairs_;
    Tally(GetParam().family.scheme, "pairs", pairs_);
    Tally(GetParam().family.scheme, "recoveries", recoveries_);
  }

  void ExpectKept(const Verification& verification, const std::string& what) {
    EXPECT_TRUE(verification.exact()) << what;
    EXPECT_EQ(verification.checked().images, verification.points().size()) << what;
    EXPECT_EQ(verification.checked().broken, 0u) << what;
    const Session& session = verification.session();
    EXPECT_EQ(WrongReads(session.oracle(), session.scenario()), "") << what;
    for (const Failure& failure : verification.failures()) {
      ADD_FAILURE() << what << ": " << VerdictName(failure.verdict) << " after "
                    << failure.reached.cuts.size() << " power cuts, the first after event "
                    << failure.reached.cuts[0].at;
    }
    const ExplorerCounters& counters = verification.explorer().counters();
    pairs_ += counters.pairs;
    recoveries_ += static_cast<double>(counters.runs);
    std::printf("%s: %zu points, %.4g pairs, %llu recoveries run\n", what.c_str(),
                verification.points().size(), counters.pairs,
                static_cast<unsigned long long>(counters.runs));
  }

  static inline size_t explored_ = 0;
  static inline double pairs_in_all_ = 0;
  double pairs_ = 0;
  double recoveries_ = 0;
};

TEST_P(Families, KeepTheirPromise) {
  const Promising& promising = GetParam();
  const Family& family = promising.family;
  std::vector<std::string> stories = promising.stories.empty() ? Stories() : promising.stories;
  if (Deep())
    stories.insert(stories.end(), promising.deep_stories.begin(), promising.deep_stories.end());
  // Some stories take so long that each has to run alone.
  if (const char* one = std::getenv("AFTERIMAGE_STORY")) {
    if (!Has(stories, one)) GTEST_SKIP() << "it does not have the story " << one;
    stories = {one};
  }
  for (const std::string& story : stories) {
    VerifyOptions options;
    options.depth = Has(promising.small_stories, story) ? 2 : 1;
    if (!Deep() && Has(promising.long_stories, story)) --options.depth;
    ExpectKept(*Explored(Tell(story, family), options), family.name + (", " + story));
  }
}

INSTANTIATE_TEST_SUITE_P(, Families, testing::ValuesIn(AllPromising()), [](const auto& tested) {
  std::string name;
  for (const char c : std::string(tested.param.family.name)) {
    if (std::isalnum(static_cast<unsigned char>(c))) name += c;
  }
  return name;
});

TEST(DeclaredFamilies, AreThoseOfEverySystem) {
  for (uint32_t i = 0; i < kSchemeCount; ++i) {
    const SchemeFamilies* families = FamiliesOf(*kSchemes[i]);
    ASSERT_NE(families, nullptr) << kSchemes[i]->id << " has no file in families/";
    if (kSchemes[i]->promise(ParamValues()) == Promise::kNone) {
      EXPECT_TRUE(families->promising.empty() && !families->mutated) << kSchemes[i]->id;
      continue;
    }
    const bool own = std::none_of(kSchemes, kSchemes + i, [&](const SchemeInfo* earlier) {
      return earlier->mutations.data() == kSchemes[i]->mutations.data();
    });
    EXPECT_EQ(families->mutated.has_value(), own) << kSchemes[i]->id;
    EXPECT_EQ(families->promising.empty(), !own) << kSchemes[i]->id;
  }
}

// The same families without the second copies: a page may be torn, which is found, and nothing
// worse happens.
TEST(TornPages, AreFoundWhereThereIsNoSecondCopy) {
  uint32_t systems = 0;
  for (const SchemeFamilies* families : DeclaredFamilies()) {
    for (const Promising& promising : families->promising) {
      if (!Has(promising.stories, "own/explore-torn-page")) continue;
      ++systems;
      Family family = promising.family;
      family.params.push_back({"torn_pages", static_cast<int64_t>(TornPages::kDetect)});
      for (const std::string& story : promising.stories) {
        const auto verification = Explored(Tell(story, family), {});
        EXPECT_FALSE(verification->failures().empty()) << family.name << ", " << story;
        for (const Failure& failure : verification->failures())
          EXPECT_EQ(failure.verdict, static_cast<uint32_t>(VerdictKind::kDamaged)) << story;
      }
    }
  }
  EXPECT_EQ(systems, 2u);
}

// Without a log a power cut shows halves of transactions, and trees that do not hold together: the
// atomicity that REWIND's log gives in the same story is missing.
TEST(UnloggedSystems, KeepNothingWhole) {
  for (const char* scheme : {"unlogged-nvm", "unlogged-dram"}) {
    const Family family{.name = scheme,
                        .scheme = scheme,
                        .params = {{"placement", 1}, {"fanout", 4}, {"spare_kb", 4}}};
    VerifyOptions options;
    options.depth = 1;
    const auto verification = Explored(Tell("explore-insert-delete", family), options);
    EXPECT_FALSE(verification->failures().empty()) << scheme;
  }
}

// Explores it, and fails the test where it breaks its promise; returns whether all was tried.
// `what` says how to make the scenario again.
bool ExpectPromiseKept(const Scenario& scenario, const VerifyOptions& options,
                       const std::string& what) {
  const auto verification = Explored(scenario, options);
  if (scenario.scheme->promise(scenario.params) == Promise::kNone) return verification->exact();
  const Session& session = verification->session();
  EXPECT_EQ(WrongReads(session.oracle(), session.scenario()), "") << what;
  const bool may_tear = MayFindTornPages(scenario);
  for (const Failure& failure : verification->failures()) {
    if (may_tear && failure.verdict == static_cast<uint32_t>(VerdictKind::kDamaged)) continue;
    std::string events;
    for (const auto& cut : failure.reached.cuts) events += " " + std::to_string(cut.at);
    ADD_FAILURE() << what << ": " << VerdictName(failure.verdict) << " after power cuts at"
                  << events;
  }
  return verification->exact();
}

// Parameters of every scheme, by chance, so that each pair of values is met sooner or later.
TEST(RandomFamilies, KeepTheirPromises) {
  VerifyOptions options;
  options.budget.runs = Deep() ? 200000 : 1000;
  uint32_t exact = 0;
  for (uint32_t seed = 1; seed <= (Deep() ? 2000u : 60u); ++seed) {
    const Scenario scenario = Parsed(RandomScenario(seed));
    exact += ExpectPromiseKept(scenario, options, "seed " + std::to_string(seed)) ? 1 : 0;
  }
  std::printf("%u scenarios explored whole\n", exact);
  EXPECT_GT(exact, 3u);
}

// Every system at its smallest, where all that is freed is used again at once. A search goes on
// from a seed of one's own: AFTERIMAGE_SEED=1000 AFTERIMAGE_SEEDS=100000.
class Smallest : public testing::TestWithParam<const SchemeInfo*> {};

TEST_P(Smallest, KeepsItsPromise) {
  const uint32_t from = FromEnvironment("AFTERIMAGE_SEED", 1);
  const uint32_t count = FromEnvironment("AFTERIMAGE_SEEDS", Deep() ? 2000 : 8);
  VerifyOptions whole;
  whole.depth = 0;
  whole.budget = {Deep() ? 200000u : 4000u, uint64_t{1} << 30};
  VerifyOptions sampled;
  sampled.sampling.images = 1;
  sampled.sampling.inner_stride = 20;
  sampled.budget = {Deep() ? 20000u : 1000u, uint64_t{1} << 30};
  uint32_t explored = 0, exact = 0;
  for (uint32_t seed = from; seed - from < count; ++seed) {
    const std::string text = SmallestScenario(*GetParam(), seed);
    const Scenario scenario = Parsed(text);
    if (!Session(scenario, nullptr).formatted()) continue;
    ++explored;
    const std::string what = "seed " + std::to_string(seed) + ", " + text;
    exact += ExpectPromiseKept(scenario, whole, what) ? 1 : 0;
    sampled.sampling.seed = seed;
    ExpectPromiseKept(scenario, sampled, what);
    if (HasFailure()) break;
  }
  std::printf("%s: seeds from %u on, %u stories, %u of them explored whole\n", GetParam()->id, from,
              explored, exact);
  Tally(GetParam()->id, "stories", explored);
  EXPECT_GT(explored, 0u);
}

INSTANTIATE_TEST_SUITE_P(, Smallest, testing::ValuesIn(kSchemes, kSchemes + kSchemeCount),
                         [](const auto& tested) {
                           std::string name = tested.param->id;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace afterimage::testing_support
