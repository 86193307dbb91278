// The order of stores, write-backs and promises, event by event (sections 4.3, 4.4, 5.2).
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <map>
#include <set>

#include "base/random.h"
#include "db/record.h"
#include "scheme/nv_logging/nv_story.h"
#include "support/effort.h"
#include "support/scenarios.h"
#include "support/wide_scenario.h"

namespace afterimage::testing_support {
namespace {

constexpr char kInsert[] = R"({"persist": "flush-on-insert"})";
constexpr char kCommit[] = R"({"persist": "flush-on-commit"})";
constexpr char kEntryAlone[] = R"({"persist": "flush-on-insert", "state_bits": "entry"})";
constexpr char kOneUpdate[] = R"([["begin T1", "A := 50", "commit"]])";

TEST(NvOrder, FlushOnInsertPersistsEachObjectBeforeThePageChanges) {
  Play play(Script{.threads = kOneUpdate, .params = kInsert});
  play.To();
  EXPECT_EQ(NvStory(play.events), "tail+ insert1 " + Persisted(1, true) + " page tail+ insert2 " +
                                      Persisted(2, false) + " tail! ack");
}

// Two write-backs less than with a bit in object and entry: one an object.
TEST(NvOrder, WithABitInTheEntryAloneTheEntryFollowsTheContent) {
  Play play(Script{.threads = kOneUpdate, .params = kEntryAlone});
  play.To();
  EXPECT_EQ(NvStory(play.events), "tail+ insert1 " + Persisted(1, true, false) +
                                      " page tail+ insert2 " + Persisted(2, false, false) +
                                      " tail! ack");
}

TEST(NvOrder, FlushOnInsertLeavesOnlyTheCommitObjectToCommit) {
  Play play(Script{.threads = R"([["begin T1", "A := 1", "B := 2", "C := 3", "commit"]])",
                   .params = kInsert});
  play.To();
  size_t commit = 0;
  while (play.events[commit].label != nvlog::kCommitScan) ++commit;
  EXPECT_EQ(NvStory(play.events, kAnyActor, commit),
            "tail+ insert4 " + Persisted(4, false) + " tail! ack");
}

TEST(NvOrder, FlushOnCommitLeavesThePersistingToTheDaemon) {
  Play play(Script{.threads = kOneUpdate, .params = kCommit});
  play.To();
  EXPECT_EQ(NvStory(play.events, 0),
            "tail+ insert1 page tail+ insert2 " + Persisted(2, false) + " tail! ack");
  EXPECT_EQ(NvStory(play.events, 1), Persisted(1, true));
}

TEST(NvOrder, FlushOnCommitPersistsAtCommitWhatTheDaemonHasNotDone) {
  Play play(
      Script{.threads = R"([["begin T1", "read A", "A := 1", "B := 2", "commit"]])",
             .params = kCommit,
             .overrides = R"({"cpu.cores": 1, "disk.read_ns": 10})"});  // the daemon has no core
  play.To();
  EXPECT_EQ(NvStory(play.events), "tail+ insert1 page tail+ insert2 page " + Persisted(1, true) +
                                      " " + Persisted(2, true) + " tail+ insert3 " +
                                      Persisted(3, false) + " tail! ack");
  EXPECT_EQ(NvStory(play.events, 1), "");
}

// A persist that the daemon has begun is not begun again: commit waits for it.
TEST(NvOrder, FlushOnCommitWaitsForTheObjectThatTheDaemonIsPersisting) {
  Play play(Script{.threads = kOneUpdate,
                   .params = kCommit,
                   .overrides = R"({"nvm.line_write_ns": 5000, "disk.read_ns": 10})"});
  play.To();
  EXPECT_EQ(NvStory(play.events, 1), Persisted(1, true));
  EXPECT_EQ(NvStory(play.events, 0),
            "tail+ insert1 page tail+ insert2 " + Persisted(2, false) + " tail! ack");
  Time durable = 0, second = 0;
  for (const Event& e : play.events) {
    if (e.kind == EventKind::kLogDurable && e.key == 1) durable = e.time_ns;
    if (NvWord(e) == "insert2") second = e.time_ns;
  }
  EXPECT_GT(durable, 15000u);
  EXPECT_GE(second, durable);
}

TEST(NvOrder, TheDaemonTakesTimeOffTheCriticalPath) {
  const auto acknowledged = [](const char* params) {
    Play play(Script{
        .threads = R"([["begin T1", "A := 1", "B := 2", "C := 3", "A := 4", "B := 5", "commit"]])",
        .params = params});
    play.To();
    return play.session().oracle().acknowledged_at(1);
  };
  EXPECT_LT(acknowledged(kCommit) + 1000, acknowledged(kInsert));
}

TEST(NvOrder, ATransactionThatChangesNothingWritesNothing) {
  Play play(
      Script{.threads = R"([["begin T1", "read A", "commit", "begin T2", "read B", "abort"]])"});
  play.To();
  EXPECT_EQ(NvStory(play.events), "ack aborted");
}

// --- Rolling back --------------------------------------------------------------------------------

TEST(NvOrder, AnAbortPersistsWhatWasDoneThenUndoesTheNewestFirst) {
  Play play(Script{.threads = R"([["begin T1", "A := 1", "B := 2", "abort"]])", .params = kInsert});
  play.To();
  size_t abort = 0;
  while (play.events[abort].label != nvlog::kAbortScan) ++abort;
  EXPECT_EQ(NvStory(play.events, kAnyActor, abort),
            "tail+ insert3 " + Persisted(3, true) + " undo2 tail+ insert4 " + Persisted(4, true) +
                " undo1 tail+ insert5 " + Persisted(5, false) + " aborted");
}

TEST(NvOrder, UnderFlushOnCommitAnAbortFirstPersistsWhatTheDaemonHasNot) {
  Play play(Script{.threads = R"([["begin T1", "read A", "A := 1", "abort"]])",
                   .params = kCommit,
                   .overrides = R"({"cpu.cores": 1, "disk.read_ns": 10})"});
  play.To();
  EXPECT_EQ(NvStory(play.events, 0),
            "tail+ insert1 page " + Persisted(1, true) + " tail+ insert2 " + Persisted(2, true) +
                " undo1 tail+ insert3 " + Persisted(3, false) + " aborted");
}

// --- Stealing a page -----------------------------------------------------------------------------

// Two names whose records are in different pages, of two.
std::pair<std::string, std::string> OnTwoPages() {
  const auto page = [](const std::string& name) { return Mix64(KeyFromName(name)) % 2; };
  for (char c = 'B'; c <= 'Z'; ++c) {
    if (page(std::string(1, c)) != page("A")) return {"A", std::string(1, c)};
  }
  return {};
}

TEST(NvOrder, StealingAPagePersistsItsObjectsAndTheTailAndNothingElse) {
  const auto [a, b] = OnTwoPages();
  Script script{.records = "{\"" + a + "\": 1, \"" + b + "\": 2}",
                .threads = "[[\"begin T1\", \"read " + a + "\", \"read " + b + "\", \"" + a +
                           " := 5\", \"" + b + " := 6\", \"" + a + " := 7\", \"steal " + a +
                           "\", \"commit\"]]",
                .params = R"({"persist": "flush-on-commit", "heap_pages": 2})",
                .overrides = R"({"cpu.cores": 1, "disk.read_ns": 10})"};
  Play play(script);
  play.To();
  size_t steal = 0;
  while (play.events[steal].label != nvlog::kGatePage) ++steal;
  size_t written = steal;
  while (play.events[written].kind != EventKind::kPageWriteStart) ++written;
  const std::vector<Event> gate(play.events.begin() + static_cast<ptrdiff_t>(steal),
                                play.events.begin() + static_cast<ptrdiff_t>(written));
  EXPECT_EQ(NvStory(gate), Persisted(1, true) + " " + Persisted(3, true) + " tail!");
  EXPECT_EQ(play.session().world().devices().disk.counters().writes, 1u);
}

// --- Over many runs ------------------------------------------------------------------------------

// Nothing is acknowledged before each object of the transaction is durable, and the tail with them.
TEST(NvOrder, NoAcknowledgementComesBeforeItsLogIsDurable) {
  uint32_t acknowledged = 0;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Play play(WideScenario(seed));
    play.To();
    std::map<TxnLabel, std::set<uint32_t>> pending;
    std::map<TxnLabel, bool> tail_due;  // objects since the last write-back of the tail began
    for (const Event& e : play.events) {
      const std::string word = NvWord(e);
      if (e.kind == EventKind::kLogInsert) {
        pending[e.txn].insert(e.key);
        tail_due[e.txn] = true;
      }
      if (e.kind == EventKind::kLogDurable) {
        for (auto& [txn, lsns] : pending) lsns.erase(e.key);
      }
      if (word == "tail!") tail_due[e.txn] = false;
      if (e.kind != EventKind::kAcknowledge) continue;
      ++acknowledged;
      EXPECT_TRUE(pending[e.txn].empty()) << "seed " << seed << " event " << e.seq;
      EXPECT_FALSE(tail_due[e.txn]) << "seed " << seed << " event " << e.seq;
    }
  }
  EXPECT_GT(acknowledged, 80u);
}

// Content, its write-back, state word, its write-back, entry, its write-back: for every object.
TEST(NvOrder, EveryObjectIsPersistedInTheOrderOfSection52) {
  uint32_t objects = 0;
  for (uint32_t seed = 0; seed < Effort(60, 1); ++seed) {
    Play play(WideScenario(seed));
    play.To();
    std::map<uint32_t, std::string> words;
    for (const Event& e : play.events) {
      if (e.kind == EventKind::kLogInsert) words[e.key].clear();
      const std::string word = NvWord(e);
      const std::string key = std::to_string(e.key);
      if (e.kind != EventKind::kStore && e.kind != EventKind::kWriteBack &&
          e.kind != EventKind::kLogDurable)
        continue;
      const char* stages[] = {"copy", "copy!", "state", "state!", "entry", "entry!"};
      for (int stage = 0; stage < 6; ++stage) {
        const std::string name = stages[stage];
        const bool back = name.back() == '!';
        if (word != (back ? name.substr(0, name.size() - 1) + key + "!" : name + key)) continue;
        std::string& so_far = words[e.key];
        if (so_far.empty() || so_far.back() != '0' + stage)
          so_far += static_cast<char>('0' + stage);
      }
      if (e.kind != EventKind::kLogDurable) continue;
      ++objects;
      EXPECT_EQ(words[e.key], "012345") << "seed " << seed << " lsn " << e.key;
    }
  }
  EXPECT_GT(objects, Effort(400, 1));
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
