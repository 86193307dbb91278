// Do the listings, structures and mutations that the schemes of the folder declare agree with what
// their code does?
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <algorithm>
#include <set>

#include "run/file/scenario/random_scenario.h"
#include "scheme/distributed/distributed_play.h"
#include "scheme/shared/record_logs/hooks.h"
#include "support/peer_play.h"
#include "support/split_story.h"
#include "support/told_story.h"

namespace afterimage::testing_support {
namespace {

class DistributedStory : public testing::TestWithParam<const char*> {
 protected:
  const SchemeInfo& Scheme() const { return *FindScheme(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(All, DistributedStory, testing::Values(kRings, kBuffers, kChunks, kScm),
                         [](const auto& each) {
                           std::string name = each.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST_P(DistributedStory, EveryTextIsInBothLanguages) { ExpectToldInBothLanguages(Scheme()); }

TEST_P(DistributedStory, EveryLineIsAnnouncedAndEveryAnnouncedLabelIsALine) {
  std::set<uint16_t> announced;
  const auto watch = [&](const Play& play) {
    for (const Event& e : play.events) {
      announced.insert(e.label);
      ASSERT_LE(e.structure, Scheme().structures.size()) << "event " << e.seq;
    }
  };
  const std::string wanted = std::string("\"scheme\":{\"id\":\"") + GetParam() + "\"";
  uint32_t tried = 0;
  for (uint32_t seed = 0; tried < 240; ++seed) {
    const std::string json = RandomScenario(seed);
    if (json.find(wanted) == std::string::npos) continue;
    ++tried;
    Play play(json);
    play.To();
    const uint32_t end = play.session().at();
    watch(play);
    Play cut(json);
    cut.To(end / 2 + seed % 50);
    ASSERT_TRUE(cut.Cut({SurvivePolicy::kRandom, seed, {}}));
    cut.To();
    watch(cut);
  }
  announced.erase(0);
  for (const uint16_t label : ListedLabels(Scheme()))
    EXPECT_EQ(announced.count(label), 1u) << "line " << label << " never runs";
  for (const uint16_t label : announced)
    EXPECT_EQ(ListedLabels(Scheme()).count(label), 1u) << "label " << label << " is no line";
}

// --- Mutations -----------------------------------------------------------------------------------

struct BrokenLog {
  Distribution where;
  const char* mutation;
  const char* threads;  // null: the story in which a leaf splits
};

constexpr char kStolen[] =
    R"([["begin T1", "A := 50", "steal A", "B := 7", "wait 20us", "commit"]])";
constexpr char kOne[] = R"([["begin T1", "A := 50", "commit", "wait 200us"]])";
constexpr char kRolledBack[] =
    R"([["begin T1", "A := 50", "B := 7", "abort", "begin T2", "C := 3", "commit"]])";
constexpr char kChangedTwice[] = R"([["begin T1", "A := 50", "A := 60", "abort", "wait 200us"]])";
constexpr char kReader[] =
    R"([["begin T1", "A := 50", "commit"], ["wait 1us", "begin T2", "read A", "commit"]])";

const BrokenLog kBrokenLogs[] = {
    {{"page_before_log", kRings, "{}"}, "page-before-log", kStolen},
    {{"acknowledge_first", kRings, "{}"}, "acknowledge-first", kOne},
    {{"no_clr", kRings, "{}"}, "no-clr", kRolledBack},
    {{"no_dependency_wait", kRings, R"({"elr": true})"}, "no-dependency-wait", kReader},
    {{"tail_first", kRings, "{}"}, "tail-first", kOne},
    {{"undo_in_place", kRings, R"(, "ring_kb": 64, "checkpoint_kb": 24)"},
     "undo-in-place",
     nullptr},
    {{"undo_oldest_first", kRings, "{}"}, "undo-oldest-first", kChangedTwice},
    {{"chunk_page_before_log", kChunks, R"({"log_on": "disk"})"}, "page-before-log", kStolen},
    {{"chunk_acknowledge_first", kChunks, R"({"log_on": "disk"})"}, "acknowledge-first", kOne},
    {{"chunk_no_clr", kChunks, R"({"log_on": "disk"})"}, "no-clr", kRolledBack},
    {{"chunk_no_dependency_wait", kChunks, R"({"elr": true, "log_on": "disk"})"},
     "no-dependency-wait",
     kReader},
    {{"commit_record_first", kChunks, R"({"log_on": "disk"})"}, "commit-record-first", kStolen},
    {{"chunk_undo_in_place", kChunks, R"(, "log_on": "disk", "partition_kb": 32)"},
     "undo-in-place",
     nullptr},
    {{"chunk_undo_oldest_first", kChunks, R"({"log_on": "disk"})"},
     "undo-oldest-first",
     kChangedTwice},
};

class BrokenDistribution : public testing::TestWithParam<BrokenLog> {
 protected:
  // NVM so slow that a reader can be done before a commit is durable.
  static Script Make(bool broken) {
    const BrokenLog& log = GetParam();
    const std::string mutations = broken ? std::string("[\"") + log.mutation + "\"]" : "[]";
    if (!log.threads) return Splitting(log.where.scheme, log.where.params, mutations);
    Script script = Under(log.where, log.threads, mutations);
    script.overrides = R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "nvm.slowdown": 1000})";
    return script;
  }
};
INSTANTIATE_TEST_SUITE_P(Declared, BrokenDistribution, testing::ValuesIn(kBrokenLogs),
                         [](const auto& each) { return std::string(each.param.where.name); });

TEST_P(BrokenDistribution, LosesSomethingAndNothingWithoutIt) {
  EXPECT_TRUE(LosesSomething(Make(true), 300));
  EXPECT_FALSE(SeemsToLoseSomething(Make(false), 300));
}

TEST_P(BrokenDistribution, SaysWhereItBreaksTheRule) {
  Play play(Make(true));
  play.To();
  uint32_t flagged = 0;
  for (const Event& e : play.events) flagged += (e.flags & kFlagBroken) != 0;
  EXPECT_GT(flagged, 0u);
  EXPECT_LT(flagged, play.events.size());
}

TEST(BrokenDistributions, AreAllTriedHere) {
  EXPECT_EQ(FindScheme(kRings)->mutations.size() + FindScheme(kChunks)->mutations.size(),
            std::size(kBrokenLogs));
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
