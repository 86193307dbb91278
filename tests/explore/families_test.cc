// Does every scheme keep its promise, wherever the power fails, whatever survives, and wherever it
// fails once more during recovery?
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>

#include "run/file/random_scenario.h"
#include "stories.h"
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
  // Of all families together, where one program runs them.
  static void TearDownTestSuite() {
    std::printf("%.6g (point, image) pairs of the stories in all\n", pairs_in_all_);
    if (explored_ == AllPromising().size()) EXPECT_GE(pairs_in_all_, 5e7);
  }

  void TearDown() override {
    ++explored_;
    pairs_in_all_ += pairs_;
    char pairs[32];
    std::snprintf(pairs, sizeof pairs, "%.0f", pairs_);
    RecordProperty("pairs", pairs);
  }

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
    pairs_ += counters.pairs;
    std::printf("%s: %zu points, %.4g pairs, %llu recoveries run\n", what.c_str(),
                verification.points().size(), counters.pairs,
                static_cast<unsigned long long>(counters.runs));
  }

  static inline size_t explored_ = 0;
  static inline double pairs_in_all_ = 0;
  double pairs_ = 0;
};

TEST_P(Families, KeepTheirPromise) {
  const Promising& promising = GetParam();
  const Family& family = promising.family;
  std::vector<std::string> stories = promising.stories.empty() ? Stories() : promising.stories;
  if (Deep())
    stories.insert(stories.end(), promising.deep_stories.begin(), promising.deep_stories.end());
  // Some stories take so long that each has to be told alone.
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
      return earlier->mutations == kSchemes[i]->mutations;
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

// Without a log a power cut shows halves of transactions, and trees that do not hold together: what
// the log of REWIND keeps whole in the same story is not whole by itself.
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

// Parameters of every scheme, by chance, so that each pair of values is met sooner or later.
TEST(RandomFamilies, KeepTheirPromises) {
  VerifyOptions options;
  options.budget.runs = Deep() ? 200000 : 1000;
  uint32_t exact = 0;
  for (uint32_t seed = 1; seed <= (Deep() ? 2000u : 60u); ++seed) {
    Scenario scenario;
    std::vector<Problem> problems;
    ASSERT_TRUE(ParseScenario(RandomScenario(seed), &scenario, &problems));
    const auto verification = Explored(scenario, options);
    exact += verification->exact() ? 1 : 0;
    if (scenario.scheme->promise(scenario.params) == Promise::kNone) continue;
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

}  // namespace
}  // namespace afterimage::testing_support
