// Sequence numbers, fences and waits of Distributed Logging; chunks of the decentralized log.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <map>

#include "scheme/distributed/distributed_play.h"

namespace afterimage::testing_support {
namespace {

using distributed::Kind;

const Distribution kFourLogs{"four", kRings, R"({"logs": 4, "heap_pages": 2, "group_us": 5})"};
const Distribution kOneFile{"file", kChunks, R"({"log_on": "disk"})"};

bool Takes(const Event& e, Kind kind) {
  return e.kind == EventKind::kLogInsert && e.a == static_cast<uint32_t>(kind);
}

Play Played(const Distribution& distribution, const std::string& threads) {
  Play play(Under(distribution, threads));
  play.To();
  return play;
}

constexpr char kFour[] =
    R"([["begin T1", "A := 1", "B := 2", "commit", "begin T5", "C := 3", "commit"],
                             ["begin T2", "B := 5", "A := 6", "commit"], ["begin T3", "C := 7", "B := 1", "abort"],
                             ["begin T4", "A := 9", "commit", "checkpoint", "begin T6", "B := 8", "commit"]])";

TEST(SequenceNumbers, NameTheirLogAndGrowInEachLogTransactionAndPage) {
  const Play play = Played(kFourLogs, kFour);
  std::map<ActorId, uint32_t> of_log;
  std::map<TxnLabel, uint32_t> of_txn;
  std::map<uint32_t, uint32_t> of_page;
  uint32_t records = 0, changes = 0;
  for (const Event& e : play.events) {
    if (e.kind == EventKind::kLogInsert) {
      EXPECT_EQ(e.key % 4, e.actor % 4u);
      EXPECT_GT(e.key, of_log[e.actor]);
      EXPECT_GT(e.key, of_txn[e.txn]);
      of_log[e.actor] = of_txn[e.txn] = e.key;
      ++records;
    }
    if (e.kind == EventKind::kWrite) {
      EXPECT_GT(e.a, of_page[e.key]);
      of_page[e.key] = e.a;
      ++changes;
    }
  }
  EXPECT_GE(records, 16u);
  EXPECT_GE(changes, 8u);
}

TEST(RingFences, StandBetweenEachRecordAndItsTail) {
  const Play play = Played(kFourLogs, kFour);
  std::map<ActorId, uint32_t> state;  // 1 copied, 2 fenced
  uint32_t records = 0;
  for (const Event& e : play.events) {
    if (e.label == distributed::kInsertCopy && e.kind == EventKind::kStore) state[e.actor] = 1;
    if (e.label == distributed::kInsertFence && e.kind == EventKind::kFence) state[e.actor] = 2;
    if (e.label != distributed::kInsertTail) continue;
    EXPECT_EQ(state[e.actor], 2u) << e.seq;
    state[e.actor] = 0;
    ++records;
  }
  EXPECT_GE(records, 16u);
}

// T1 has logged and does not commit, so T2 waits until the daemon has made T1's log durable.
TEST(PassiveGroupCommit, WaitsForLogsThatLagAndOnlyForThem) {
  Play lags = Played(
      kFourLogs,
      R"([["begin T1", "A := 1", "signal go", "wait 50us", "commit"], ["await go", "begin T2", "C := 2", "commit"]])");
  Time fenced = 0, told = 0;
  for (const Event& e : lags.events) {
    if (e.label == distributed::kDaemonFence && e.kind == EventKind::kFence && fenced == 0)
      fenced = e.time_ns;
    if (e.kind == EventKind::kAcknowledge && told == 0) told = e.time_ns;
  }
  EXPECT_GT(fenced, 0u);
  EXPECT_GE(told, fenced);
  Play idle = Played(
      kFourLogs,
      R"([["begin T1", "A := 1", "commit"], ["wait 50us", "begin T2", "C := 2", "commit"]])");
  for (const Event& e : idle.events) EXPECT_NE(e.label, distributed::kDaemonPause);
}

TEST(ClocksOfLogs, AreBroughtTogetherByACheckpoint) {
  const Play play = Played(
      kFourLogs,
      R"([["begin T1", "A := 1", "A := 2", "A := 3", "A := 4", "commit", "checkpoint", "signal go"],
                                       ["await go", "begin T2", "C := 2", "commit"]])");
  uint32_t before = 0, first = 0;
  for (const Event& e : play.events) {
    if (e.kind != EventKind::kLogInsert) continue;
    if (e.actor == 0) before = e.key;
    if (e.actor == 1 && first == 0) first = e.key;
  }
  EXPECT_GT(first, before);
}

TEST(PrivateBuffers, GoToTheFileInOneChunkAtCommit) {
  const Play play = Played(kOneFile, R"([["begin T1", "A := 1", "B := 2", "C := 3", "commit"]])");
  uint32_t records = 0, chunks = 0;
  for (const Event& e : play.events) {
    records += e.kind == EventKind::kLogInsert;
    chunks += e.label == distributed::kChunkWrite && e.kind == EventKind::kPageWrite;
  }
  EXPECT_EQ(records, 4u);
  EXPECT_EQ(chunks, 1u);
}

// Two commits at the same time are two writes: no chunk carries another transaction's records.
TEST(PrivateBuffers, AreNotGrouped) {
  const Play play = Played(
      kOneFile,
      R"([["begin T1", "A := 1", "commit"], ["begin T2", "B := 2", "commit"], ["begin T3", "C := 3", "commit"]])");
  uint32_t durable = 0;
  for (const Event& e : play.events) durable += e.kind == EventKind::kLogDurable;
  EXPECT_EQ(durable, 3u);
}

// T1's chunk takes three flash pages and T2's, behind it, one: T2 is acknowledged while T1's is
// still being written. T2 survives whatever else does.
TEST(Holes, DoNotHideWhatIsDurableBehindThem) {
  const Distribution flash{
      "flash", kChunks,
      R"({"log_on": "ssd", "value_bytes": 256, "page_bytes": 2048, "partition_kb": 32})"};
  std::string many = R"("begin T1")";
  for (int i = 0; i < 40; ++i) many += ", \"A := " + std::to_string(i) + "\"";
  uint32_t across = 0;
  for (uint32_t wait = 0; wait < 120 && across == 0; ++wait) {
    const std::string threads = "[[" + many + R"(, "commit"], ["wait )" + std::to_string(wait) +
                                R"(us", "begin T2", "C := 2", "commit"]])";
    Play play(Under(flash, threads));
    uint32_t first_place = 0;
    while (!play.session().world().ended()) {
      play.To(play.session().at() + 1);
      if (play.events.empty()) continue;
      const Event& e = play.events.back();
      if (e.label == distributed::kChunkReserve && e.txn == 1 && e.kind == EventKind::kStep)
        first_place = e.seq + 1;
      if (e.kind == EventKind::kAcknowledge) break;
    }
    if (first_place == 0 || play.session().oracle().state(2) != ClientState::kAcknowledged)
      continue;
    ASSERT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
    across += play.Number("C") == 2 && play.Number("A") == 100;
  }
  EXPECT_GT(across, 0u);
}

TEST(DistributedRecords, OfARolledBackTransactionAreCompensatedByName) {
  for (const Distribution& distribution : {kFourLogs, kOneFile}) {
    const Play play = Played(distribution, R"([["begin T1", "A := 1", "B := 2", "abort"]])");
    std::vector<uint32_t> updates, undone;
    for (const Event& e : play.events) {
      if (Takes(e, Kind::kUpdate)) updates.push_back(e.key);
      if (e.kind == EventKind::kUndo) undone.push_back(e.key);
    }
    ASSERT_EQ(updates.size(), 2u);
    EXPECT_EQ(undone, (std::vector<uint32_t>{updates[1], updates[0]}));
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
