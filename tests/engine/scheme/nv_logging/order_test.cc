// The order of writes that NV-Logging's promise rests on, event by event (sections 4.3 and 5.2).
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <map>
#include <set>

#include "scheme/nv_logging/story.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

using nvlog::Line;

// Positions of the first and last event with a label about log object `lsn`.
struct Range {
  uint32_t first = ~0u;
  uint32_t last = 0;
};
Range Find(const Play& play, Line line, uint32_t lsn, EventKind kind) {
  Range range;
  for (const Event& event : play.events) {
    if (event.label != line || event.key != lsn || event.kind != kind) continue;
    range.first = std::min(range.first, event.seq);
    range.last = std::max(range.last, event.seq);
  }
  EXPECT_NE(range.first, ~0u) << "no event at line " << line << " for LSN " << lsn;
  return range;
}

void ExpectPersistedInOrder(const Play& play, uint32_t lsn) {
  const Range copy = Find(play, nvlog::kPersistCopy, lsn, EventKind::kStore);
  const Range content = Find(play, nvlog::kPersistWriteBack, lsn, EventKind::kWriteBack);
  const Range state = Find(play, nvlog::kPersistState, lsn, EventKind::kStore);
  const Range state_back = Find(play, nvlog::kPersistStateBack, lsn, EventKind::kWriteBack);
  const Range entry = Find(play, nvlog::kPersistEntry, lsn, EventKind::kStore);
  const Range entry_back = Find(play, nvlog::kPersistEntryBack, lsn, EventKind::kWriteBack);
  EXPECT_LT(copy.last, content.first);
  EXPECT_LT(content.last, state.first);
  EXPECT_LT(state.last, state_back.first);
  EXPECT_LT(state_back.last, entry.first);
  EXPECT_LT(entry.last, entry_back.first);
}

uint32_t First(const Play& play, EventKind kind) {
  for (const Event& event : play.events) {
    if (event.kind == kind) return event.seq;
  }
  ADD_FAILURE() << "no such event";
  return 0;
}

class Order : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Policies, Order, testing::Values("flush-on-insert", "flush-on-commit"));

TEST_P(Order, ContentThenStateBitsThenTailThenTheAcknowledgement) {
  Play play(Script{.threads = R"([["begin T1", "A := 50", "B := 70", "commit"]])",
                   .params = std::string(R"({"persist": ")") + GetParam() + "\"}"});
  play.To();
  for (const uint32_t lsn : {1, 2, 3}) ExpectPersistedInOrder(play, lsn);
  const uint32_t acknowledged = First(play, EventKind::kAcknowledge);
  const Range commit = Find(play, nvlog::kPersistEntryBack, 3, EventKind::kWriteBack);
  const Range tail = Find(play, nvlog::kCommitTail, 1, EventKind::kWriteBack);
  EXPECT_LT(Find(play, nvlog::kPersistEntryBack, 1, EventKind::kWriteBack).last,
            Find(play, nvlog::kPersistCopy, 3, EventKind::kStore).first);
  EXPECT_LT(commit.last, tail.first);
  EXPECT_LT(tail.last, acknowledged);
  EXPECT_LT(acknowledged, First(play, EventKind::kLockRelease));
}

TEST(FlushOnInsert, LeavesNothingToPersistAtCommit) {
  Play play(Script{.threads = R"([["begin T1", "A := 50", "B := 70", "commit"]])", .params = R"({"persist": "flush-on-insert"})"});
  play.To();
  uint32_t commit_statement = 0;
  for (const Event& event : play.events) {
    if (event.kind == EventKind::kStatement && event.statement == 3) commit_statement = event.seq;
  }
  for (const Event& event : play.events) {
    if (event.label != nvlog::kPersistCopy || event.key >= 3) continue;
    EXPECT_LT(event.seq, commit_statement);
  }
}

TEST(FlushOnCommit, LetsTheDaemonPersistOffTheCriticalPath) {
  Play play(Script{.threads = R"([["begin T1", "A := 50", "wait 50us", "commit"]])"});
  play.To();
  std::set<ActorId> persisted_update;
  for (const Event& event : play.events) {
    if (event.label == nvlog::kPersistCopy && event.key == 1) persisted_update.insert(event.actor);
  }
  EXPECT_EQ(persisted_update.size(), 1u);
  EXPECT_NE(*persisted_update.begin(), 0);  // not the client
}

TEST(Steal, PersistsJustThePagesOwnObjectsAndTheTail) {
  // A and B live on different pages; the daemon is slower than the steal.
  Script script{.records = R"({"A": 1, "B": 2, "C": 3, "D": 4})",
                .threads = R"([["begin T1", "A := 5", "B := 6", "C := 7", "D := 8", "steal A", "commit"]])",
                .params = R"({"heap_pages": 4, "persist": "flush-on-commit"})",
                .overrides = R"({"nvm.line_write_ns": 100000})"};
  Play play(script);
  play.To();
  const uint32_t page_write = First(play, EventKind::kPageWriteStart);
  PageId stolen = 0;
  for (const Event& event : play.events) {
    if (event.kind == EventKind::kPageWriteStart) stolen = event.key;
  }
  std::map<uint32_t, PageId> page_of;
  for (const Event& event : play.events) {
    if (event.kind == EventKind::kWrite) page_of[event.a] = event.key;
  }
  bool tail = false;
  for (const Event& event : play.events) {
    if (event.label == nvlog::kGatePersist) {
      EXPECT_EQ(page_of[event.key], stolen);
    }
    tail |= event.label == nvlog::kGateTail && event.kind == EventKind::kWriteBack && event.seq < page_write;
  }
  EXPECT_TRUE(tail);
}

TEST(Truncation, TheHeadIsDurableBeforeABitIsClearedAndBitsBeforeReuse) {
  std::string statements;
  for (int i = 1; i <= 30; ++i) statements += "\"begin T" + std::to_string(i) + "\", \"A := " + std::to_string(i) + "\", \"commit\", ";
  Play play(Script{.threads = "[[" + statements + "\"wait 1us\"]]",
                   .params = R"({"entries": 8, "checkpoint_after": 4, "backup": true})"});
  play.To();
  EXPECT_GT(play.Count(EventKind::kTruncate), 5u);
  EXPECT_GT(play.Count(EventKind::kBackup), 0u);
  EXPECT_EQ(play.Count(EventKind::kAcknowledge), 30u);  // a full ring delays, it does not abort
  uint32_t head_back = 0;
  std::map<uint32_t, uint32_t> cleared;  // entry address -> event
  for (const Event& event : play.events) {
    if (event.label == nvlog::kCheckpointHeadBack && event.kind == EventKind::kWriteBack) head_back = event.seq;
    if (event.label == nvlog::kCheckpointClear && event.kind == EventKind::kStore) {
      EXPECT_GT(head_back, 0u);
      cleared[event.address] = event.seq;
    }
    if (event.label == nvlog::kPersistEntry && event.kind == EventKind::kStore && event.key > 8) {
      ASSERT_TRUE(cleared.count(event.address)) << "LSN " << event.key << " reuses an entry that was not cleared";
      cleared.erase(event.address);
    }
  }
}

TEST(LogSpace, ATransactionThatCannotFitIsRolledBackNotHung) {
  std::string statements = "\"begin T1\"";
  for (int i = 0; i < 12; ++i) statements += ", \"A := " + std::to_string(i) + "\"";
  Play play(Script{.threads = "[[" + statements + ", \"commit\", \"begin T2\", \"B := 1\", \"commit\"]]",
                   .params = R"({"entries": 8, "checkpoint_after": 4})"});
  play.To();
  EXPECT_EQ(play.Count(EventKind::kAbort), 1u);
  EXPECT_EQ(play.Count(EventKind::kAcknowledge), 1u);
  EXPECT_GT(play.Count(EventKind::kLogSpaceWait), 0u);
  EXPECT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
  EXPECT_EQ(play.Number("A"), 100);
  EXPECT_EQ(play.Number("B"), 1);
}

TEST(Abort, CompensatesEachUpdateOnceNewestFirst) {
  Play play(Script{.threads = R"([["begin T1", "A := 50", "B := 70", "A := 60", "abort"]])"});
  play.To();
  std::vector<uint32_t> undone;
  for (const Event& event : play.events) {
    if (event.kind == EventKind::kUndo) undone.push_back(event.key);
  }
  EXPECT_EQ(undone, (std::vector<uint32_t>{3, 2, 1}));
  EXPECT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
  EXPECT_EQ(play.Count(EventKind::kUndo), 0u);  // recovery repeats the CLRs, it does not undo again
  EXPECT_EQ(play.Number("A"), 100);
}

TEST(Objects, SpanSeveralEntriesAndDoNotWrap) {
  std::string statements;
  for (int i = 1; i <= 12; ++i) statements += "\"begin T" + std::to_string(i) + "\", \"A := " + std::to_string(i) + "\", \"commit\", ";
  for (const char* params : {R"({"value_bytes": 128, "object_bytes": 64, "entries": 40, "checkpoint_after": 12})",
                             R"({"value_bytes": 256, "object_bytes": 128, "entries": 41, "checkpoint_after": 12, "page_bytes": 1024})"}) {
    Play play(Script{.threads = "[[" + statements + "\"wait 1us\"]]", .params = params});
    play.To();
    EXPECT_EQ(play.Count(EventKind::kAcknowledge), 12u);
    EXPECT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
    EXPECT_EQ(play.Number("A"), 12);
  }
}

// What the code announces and what the listings show are the same set.
TEST(Listings, EveryLineIsAnnouncedAndEveryAnnouncementIsALine) {
  std::set<uint16_t> listed;
  const SchemeInfo& scheme = *FindScheme("nv-logging");
  for (uint32_t i = 0; i < scheme.listing_count; ++i) {
    for (uint32_t l = 0; l < scheme.listings[i].count; ++l) {
      EXPECT_TRUE(listed.insert(scheme.listings[i].lines[l].label).second) << "a label stands twice";
    }
  }
  EXPECT_EQ(listed.size(), static_cast<size_t>(nvlog::kLineCount - 1));
  std::set<uint16_t> announced;
  const auto collect = [&](const Play& play) {
    for (const Event& event : play.events) {
      if (event.label != 0) announced.insert(event.label);
    }
  };
  const std::string busy =
      R"([["begin T1", "A := 50", "B := 70", "steal A", "commit"], ["begin T2", "C := 1", "abort", "checkpoint"],
          ["wait 1ms", "begin T3", "A := 3", "C := 4", "steal A", "wait 9ms", "commit"]])";
  const std::string quiet = R"([["begin T1", "A := 50", "commit", "checkpoint", "begin T2", "B := 1", "steal B", "C := 2", "commit"]])";
  const std::string slow = R"({"nvm.line_write_ns": 50000, "disk.read_ns": 1000, "disk.write_ns": 1000})";
  for (const char* policy : {"flush-on-insert", "flush-on-commit"}) {
    for (const std::string& threads : {busy, quiet}) {
      Script script{.threads = threads, .params = std::string(R"({"backup": true, "persist": ")") + policy + "\"}"};
      if (threads == quiet) script.overrides = slow;
      const uint32_t end = Play(script).To().session().at();
      for (uint32_t at = end / 4; at <= end; at += end / 8) {
        Play cut(script);
        cut.To(at);
        collect(cut);
        cut.Cut(All());
        cut.To();
        collect(cut);
      }
    }
  }
  for (const uint16_t label : listed) EXPECT_TRUE(announced.count(label)) << "line " << label << " is never announced";
  for (const uint16_t label : announced) EXPECT_TRUE(listed.count(label)) << "label " << label << " is in no listing";
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
