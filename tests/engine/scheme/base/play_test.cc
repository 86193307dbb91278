// Tests BaSE step by step.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <algorithm>
#include <cstring>

#include "scheme/systems/base/base.h"
#include "scheme/systems/base/story.h"
#include "support/peer_play.h"
#include "support/split_story.h"
#include "support/told_story.h"

namespace afterimage::testing_support {
namespace {

constexpr const char* kShapes[] = {
    R"({"heap_pages": 4, "frames": 3})",
    R"({"heap_pages": 4, "frames": 2, "elr": true, "heap_kb": 3, "checkpoint_kb": 1})",
    R"({"heap_pages": 4, "frames": 2, "transactions": 2, "redo_buckets": 1, "lsn_step": 1})",
    R"({"heap_pages": 4, "frames": 2, "data_on": "hdd", "torn_pages": "double-write"})",
    R"({"heap_pages": 4, "frames": 2, "durable": "commit", "elr": true, "heap_kb": 3, "checkpoint_kb": 1})",
    R"({"heap_pages": 2, "frames": 3, "durable": "commit", "redo_buckets": 1, "recovery_threads": 3})",
    R"({"placement": "btree", "frames": 5, "durable": "commit", "heap_kb": 64, "checkpoint_kb": 4})",
    R"({"placement": "btree", "frames": 5, "heap_kb": 64, "checkpoint_kb": 4})",
    R"({"heap_pages": 4, "frames": 3, "recovery": "serial"})",
    R"({"heap_pages": 4, "frames": 4, "page_bytes": 1024, "torn_pages": "double-write", "cleaner_us": 20})"};

// T2 takes A, and T3 reads it, where T1 has released it early.
constexpr char kBehind[] =
    R"([["begin T1", "A := 50", "commit"], ["wait 1us", "begin T2", "A := A + 1", "commit"], ["wait 1us", "begin T3", "read B", "read A", "commit"]])";
constexpr char kSlowFences[] =
    R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "nvm.slowdown": 100, "cpu.clwb": 1})";

Script Base(const std::string& threads, const std::string& params = kShapes[0],
            const std::string& mutations = "[]") {
  Script script = ScriptOn("base", threads, params, mutations);
  script.overrides = R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "cpu.clwb": 1})";
  return script;
}

class BasePlay : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Shapes, BasePlay, testing::ValuesIn(kShapes));

TEST_P(BasePlay, KeepsItsPromiseWhereverThePowerFailsTwice) {
  const Script script = Base(kBusyPeer, GetParam());
  Play play(script);
  play.To();
  EXPECT_TRUE(play.session().world().ended());
  EXPECT_TRUE(StructuresHold(play));
  ExpectConsistentAfterTwoCuts(script);
}

// Undo of all its changes stays until it ends.
TEST(BaseRoom, IsTooSmallForATransactionThatWillNeverFit) {
  for (const uint32_t updates : {4u, 60u}) {
    std::string thread = R"([["begin T1")";
    for (uint32_t i = 0; i < updates; ++i)
      thread += ", \"" + std::string(1, "ABC"[i % 3]) + " := " + std::to_string(i) + '"';
    Play play(
        Base(thread + R"(, "commit"]])", R"({"heap_kb": 2, "checkpoint_kb": 1, "frames": 3})"));
    play.To();
    EXPECT_TRUE(play.session().world().ended());
    const Mismatch* small = play.session().world().engine().too_small();
    ASSERT_EQ(small != nullptr, updates > 10) << updates;
    if (small) EXPECT_STREQ(small->field, "heap_kb");
    EXPECT_EQ(play.session().oracle().state(1),
              small ? ClientState::kAborted : ClientState::kAcknowledged);
  }
}

// With a double-write area the pages of a checkpoint go home after one write of all copies, or each
// after a write of its own.
TEST(BaseBatches, TakeOneWriteForAllCopies) {
  for (const uint32_t batch : {1u, 2u, 120u}) {
    Script script =
        Base(R"([["begin T1", "A := 1", "D := 2", "Q := 3", "commit", "checkpoint"]])",
             R"({"heap_pages": 3, "frames": 4, "page_bytes": 1024, "torn_pages": "double-write",
                 "doublewrite_batch": )" +
                 std::to_string(batch) + "}");
    script.records = R"({"A": 100, "D": 50, "Q": 7})";
    Play play(script);
    play.To();
    ASSERT_TRUE(play.session().world().ended());
    EXPECT_EQ(play.session().world().engine().counters().page_writes, 3u);
    const auto writes = std::count_if(play.events.begin(), play.events.end(), [](const Event& e) {
      return e.kind == EventKind::kPageWrite;
    });
    // There is one batch of two pages and one of a single page.
    EXPECT_EQ(writes, batch == 1 ? 6 : batch == 2 ? 5 : 4);
  }
}

TEST(BaseSplits, KeepTheirPromiseWhereverThePowerFails) {
  const Script script = Splitting("base", R"(, "heap_kb": 64, "checkpoint_kb": 4)");
  Play play(script);
  play.To();
  EXPECT_TRUE(play.session().world().ended());
  ExpectConsistentAfterTwoCuts(script);
}

TEST(BaseStory, IsToldInBothLanguagesAndEveryLineIsReached) {
  ExpectToldInBothLanguages(kBase);
  EXPECT_EQ(ListedLabels(kBase), LabelsFrom(1, base::kLineCount));
  Announced announced(kBase);
  for (const char* params : kShapes) {
    // A write of a repair has no line in the listing.
    if (!std::strstr(params, "double-write")) announced.WatchCut(Base(kBusyPeer, params), 9);
  }
  announced.WatchCut(Splitting("base", R"(, "heap_kb": 64, "checkpoint_kb": 4)"), 29);
  Script early = Base(kBehind, kShapes[1]);
  early.overrides = kSlowFences;
  announced.WatchCut(early, 5);
  announced.ExpectAll();
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
