// Tests look-ups without locks (REWIND's peers, `read_locks` off): what they see, what they wait
// for, and how the oracle judges them.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <string>

#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

struct Peer {
  const char* scheme;
  const char* params;  // of its own
};
void PrintTo(const Peer& peer, std::ostream* out) { *out << peer.scheme; }

constexpr char kDisk[] =
    R"("log_on": "disk", "data_on": "disk", "torn_pages": "detect", "partition_kb": 64, "checkpoint_kb": 96)";
constexpr char kRings[] =
    R"("archive": false, "data_on": "disk", "torn_pages": "detect", "ring_kb": 64, "checkpoint_kb": 24)";

class UnlockedReads : public testing::TestWithParam<Peer> {
 protected:
  static Script Make(const std::string& threads, const std::string& more) {
    const Peer& peer = GetParam();
    return Script{.threads = threads,
                  .params = std::string("{") + peer.params + more + "}",
                  .scheme = peer.scheme};
  }
  static Script Free(const std::string& threads, const std::string& more = "") {
    return Make(threads, R"(, "read_locks": false)" + more);
  }
  // The values of all reads, in the order of time; -1: no such record.
  static std::vector<int> Seen(const Play& play) {
    std::vector<int> seen;
    for (const Event& e : play.events) {
      if (e.kind == EventKind::kRead) seen.push_back(e.a ? static_cast<int>(e.b) : -1);
    }
    return seen;
  }
};

constexpr char kTree[] = R"(, "placement": "btree", "frames": 64)";
INSTANTIATE_TEST_SUITE_P(Peers, UnlockedReads,
                         testing::Values(Peer{"stasis", kDisk}, Peer{"berkeley-db", kDisk},
                                         Peer{"shore-mt", kRings}),
                         [](const auto& each) {
                           std::string name = each.param.scheme;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

// T1 has changed A, and has neither committed nor rolled back when T2 looks.
constexpr char kUnderWay[] =
    R"([["begin T1", "A := 50", "signal on", "wait 100us", "abort"],
        ["await on", "begin T2", "read A", "read B", "commit"]])";

TEST_P(UnlockedReads, SeeWhatIsUnderWayAndWaitForNobody) {
  for (const char* placement : {R"(, "heap_pages": 4)", kTree}) {
    Play free(Free(kUnderWay, placement));
    free.To();
    EXPECT_EQ(Seen(free), (std::vector<int>{50, 20}));
    EXPECT_EQ(free.Count(EventKind::kLockWait), 0u);
    Play locked(Make(kUnderWay, placement));
    locked.To();
    EXPECT_EQ(Seen(locked), (std::vector<int>{100, 20}));
    EXPECT_EQ(locked.Count(EventKind::kLockWait), 1u);
  }
}

TEST_P(UnlockedReads, TakeNoLockAtAll) {
  Play play(Free(R"([["begin T1", "read A", "read B", "read A", "commit"]])", kTree));
  play.To();
  EXPECT_EQ(Seen(play), (std::vector<int>{100, 20, 100}));
  EXPECT_EQ(play.Count(EventKind::kLockGrant), 0u);
}

// A record that is to be changed is locked by the read already.
TEST_P(UnlockedReads, AreNoReadsOfWhatTheStatementChanges) {
  Play play(Free(R"([["begin T1", "A := A + 1", "signal on", "wait 100us", "commit"],
                     ["await on", "begin T2", "A := A + 1", "commit"]])",
                 kTree));
  play.To();
  EXPECT_EQ(play.Count(EventKind::kLockWait), 1u);
  ASSERT_TRUE(play.Cut(None()));
  play.To();
  EXPECT_EQ(play.Number("A"), 102);
}

TEST_P(UnlockedReads, FindWhatTheirOwnTransactionHasChanged) {
  Play play(Free(
      R"([["begin T1", "A := 7", "read A", "insert D := 4", "read D", "delete B", "read B", "A := A + 1", "read A", "commit"]])",
      kTree));
  play.To();
  EXPECT_EQ(Seen(play), (std::vector<int>{7, 4, -1, 8}));
}

// T2 was never promised that the value it saw would remain: a power cut that takes T1 back breaks
// no promise to T2, whose own change is there.
TEST_P(UnlockedReads, RestOnNobody) {
  const std::string threads =
      R"([["begin T1", "A := 50", "signal on", "wait 900us", "commit"],
          ["await on", "begin T2", "insert D := A + 1", "commit", "signal off"],
          ["await off"]])";
  const std::string alone = R"(, "placement": "btree", "frames": 64)";
  // One lock on the database would make T2 wait; it changes something.
  if (std::string(GetParam().scheme) == "berkeley-db") return;
  Play play(Free(threads, alone));
  uint32_t at = 0;
  while (play.session().oracle().state(2) != ClientState::kAcknowledged) play.To(++at);
  ASSERT_EQ(play.session().oracle().state(1), ClientState::kActive);
  EXPECT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
  EXPECT_EQ(play.Number("A"), 100);
  EXPECT_EQ(play.Number("D"), 51);
}

// Readers look at all keys all the time, while others insert, delete and roll back: pages come and
// go, nodes split, and splits are undone. The readers find complete records or none, and they end.
TEST_P(UnlockedReads, EndWhateverOthersDo) {
  std::string inserts, deletes, reads, records;
  for (int i = 0; i < 40; ++i) {
    const std::string name = "K" + std::to_string(i);
    inserts += ", \"insert " + name + " := " + std::to_string(1000 + i) + "\"";
    if (i % 2 == 0) deletes += ", \"delete " + name + "\"";
    reads += ", \"read " + name + "\"";
  }
  const std::string threads = "[[\"begin T1\"" + inserts + R"(, "abort", "begin T2")" + inserts +
                              R"(, "commit", "begin T3")" + deletes + R"(, "abort", "begin T4")" +
                              deletes + R"(, "commit"], ["begin T5")" + reads + reads + reads +
                              R"(, "commit"], ["begin T6")" + reads + reads + R"(, "commit"]])";
  for (const char* frames : {"4", "5", "64"}) {
    Play play(Free(threads, R"(, "placement": "btree", "page_bytes": 512, "spare_pages": 100)" +
                                (std::string(R"(, "frames": )") + frames)));
    play.To();
    ASSERT_TRUE(play.session().world().ended()) << frames;
    for (const int value : Seen(play)) EXPECT_TRUE(value == -1 || value >= 1000) << value;
    EXPECT_EQ(Seen(play).size(), 200u) << "nobody was refused anything";
    StructureReport report;
    StructureCheck check(&report);
    play.session().world().engine().CheckStructures(check);
    EXPECT_TRUE(report.holds);
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
