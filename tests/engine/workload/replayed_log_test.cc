// The log of a PostgreSQL server: is every line understood or named, and is what it did done again?
#include "workload/replay/replayed_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "support/benchmark_run.h"
#include "support/pieces.h"
#include "support/wal_text.h"
#include "workload/pg_wal/wal_line.h"

namespace afterimage::replay {
namespace {

using namespace testing_support;
using ReplayRun = BenchmarkRun<ReplayedLog>;

std::shared_ptr<const Trace> Good(const std::string& text) {
  InputProblem problem;
  auto trace = ReadTrace(text, &problem);
  EXPECT_NE(trace, nullptr) << problem.line << ": " << problem.reason.en;
  return trace;
}

// "3: what is wrong"
std::string Complaint(const std::string& text) {
  InputProblem problem;
  EXPECT_EQ(ReadTrace(text, &problem), nullptr);
  return std::to_string(problem.line) + ": " + problem.reason.en;
}

std::string RealText() {
  std::ifstream file(std::string(AFTERIMAGE_SCENARIOS) + "/../tests/fixtures/pg_wal/pgbench.txt");
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

Settings Of(const Trace& trace, uint32_t clients = 1) {
  Settings settings;
  settings.trace = &trace;
  settings.clients = clients;
  settings.seed = 5;
  return settings;
}

// Runs all of a text; "" or what is broken.
std::string Replayed(const std::string& text, uint32_t clients) {
  const auto trace = Good(text);
  ReplayRun run(Of(*trace, clients));
  run.sim.recorder.Mute(true);
  run.Transactions(~uint64_t{0} >> 1);
  EXPECT_EQ(run.observer.acknowledged.size(), trace->commits);
  EXPECT_EQ(run.run.abandoned, 0u);
  EXPECT_EQ(run.observer.disorder, 0u);
  EXPECT_TRUE(run.engine.stopped);
  return run.Broken();
}

// --- Lines ---------------------------------------------------------------------------------------

TEST(WalLine, IsReadAsPgWaldumpPrintsIt) {
  WalLine line;
  uint32_t column = 0;
  ASSERT_EQ(ParseWalLine("rmgr: Heap        len (rec/tot):    171/   8171, tx:        736, lsn: "
                         "0/04A6E0F0, prev 0/04A6E0B8, desc: "
                         "UPDATE+INIT off 24 xmax 736 flags 0x03 ; new off 25 xmax 0, blkref #0: "
                         "rel 1663/16384/16397 blk 6557 FPW, "
                         "blkref #1: rel 1663/16384/16397 blk 581",
                         &line, &column),
            nullptr);
  EXPECT_EQ(line.manager, "Heap");
  EXPECT_EQ(line.operation, "UPDATE");
  EXPECT_TRUE(line.fresh_page);
  EXPECT_EQ(line.bytes, 171u);
  EXPECT_EQ(line.xid, 736u);
  uint32_t from = 0, to = 0;
  EXPECT_TRUE(line.Number("off", 0, &from) && line.Number("off", 1, &to));
  EXPECT_TRUE(from == 24 && to == 25);
  EXPECT_FALSE(line.Number("off", 2, &from));
  EXPECT_FALSE(line.Number("ff", 0, &from)) << "a part of a word";
  ASSERT_EQ(line.block_count, 2u);
  EXPECT_TRUE(line.blocks[0].image && !line.blocks[1].image);
  EXPECT_EQ(line.blocks[1].relation, "1663/16384/16397");
  EXPECT_EQ(line.blocks[1].block, 581u);
}

TEST(WalLine, LaterVersionsNameTheirNumbers) {
  WalLine line;
  uint32_t column = 0;
  ASSERT_EQ(ParseWalLine("rmgr: Heap        len (rec/tot):     72/    72, tx:        736, lsn: "
                         "0/04A6E0F0, prev 0/04A6E0B8, desc: "
                         "HOT_UPDATE old_xmax: 736, old_off: 3, old_infobits: [], flags: 0x20, "
                         "new_xmax: 0, new_off: 4, blkref #0: rel "
                         "1663/5/16397 fork vm blk 7",
                         &line, &column),
            nullptr);
  uint32_t number = 0;
  EXPECT_TRUE(line.Number("old_off", 0, &number) && number == 3);
  EXPECT_TRUE(line.Number("new_off", 0, &number) && number == 4);
  EXPECT_FALSE(line.Number("off", 0, &number));
  EXPECT_FALSE(line.blocks[0].main_fork);
}

TEST(WalLine, SaysWhatIsWrong) {
  const std::string good = WalInsert(7, 8, 1);
  struct Case {
    const char* from;
    const char* to;
    const char* reason;
  };
  const Case cases[] = {
      {"rmgr: Heap", "Heap", "this is no record: \"rmgr:\" is expected"},
      {"rmgr: Heap", "rmgr: ,", "\"rmgr:\" and a name are expected"},
      {"(rec/tot)", "(rec)", "\"len (rec/tot):\" and two numbers are expected"},
      {"    94/   94", "    94/   93", "the record is longer than the total"},
      {"    94/   94", "    99999999999/   94", "\"len (rec/tot):\" and two numbers are expected"},
      {"tx:        7", "tx: seven", "\"tx:\" and a number are expected"},
      {"0/04A6E0F0", "04A6E0F0", "\"lsn:\" and two hexadecimal numbers are expected"},
      {"prev 0/", "prev g/", "\"prev\" and two hexadecimal numbers are expected"},
      {"desc: INSERT off 1 flags 0x00", "desc: ", "\"desc:\" and an operation are expected"},
      {"INSERT off 1", "HOT_UPDATE off 1", "the record does not say where on the page"},
      {"blk 0", "blk x", "a block is expected: \"blkref #0: rel 1/2/3 blk 4\""},
      {"blk 0", "blk 4294967295", "a block is expected: \"blkref #0: rel 1/2/3 blk 4\""},
      {"1663/5/8", "1663/5", "a block is expected: \"blkref #0: rel 1/2/3 blk 4\""},
      {"off 1", "off 0", "an offset on a page is from 1 to 32767"},
      {", blkref #0: rel 1663/5/8 blk 0", "", "the record names no block"}};
  for (const Case& each : cases) {
    std::string bad = good;
    ASSERT_NE(bad.find(each.from), std::string::npos) << each.from;
    bad.replace(bad.find(each.from), std::string(each.from).size(), each.to);
    EXPECT_EQ(Complaint(good + bad), std::string("2: ") + each.reason) << bad;
  }
}

// --- Texts ---------------------------------------------------------------------------------------

TEST(ReplayedLog, ARealLogIsUnderstoodToTheLastLine) {
  const std::string text = RealText();
  const auto trace = Good(text);
  EXPECT_EQ(trace->lines, 120u);
  EXPECT_EQ(trace->records, 120u);
  uint64_t known = trace->commits + trace->aborts + trace->dropped;
  for (const uint64_t count : trace->counts) known += count;
  for (const auto& [name, count] : trace->skipped) known += count;
  EXPECT_EQ(known, 120u);
  EXPECT_EQ(trace->dropped, 0u);
  ASSERT_EQ(trace->tables.size(), 5u);  // accounts and their index, tellers, branches, history
  const auto history = std::find_if(trace->tables.begin(), trace->tables.end(),
                                    [](const TraceTable& t) { return t.id == "rel-16399"; });
  EXPECT_EQ(history->widest, 25u) << "four integers, a timestamp and a byte of nulls";
  EXPECT_EQ(history->first_rows.size(), 0u);
}

TEST(ReplayedLog, ARealLogIsDoneAgain) {
  for (const uint32_t clients : {1, 8}) EXPECT_EQ(Replayed(RealText(), clients), "");
}

TEST(ReplayedLog, RandomLogsAreDoneAgainByAnyNumberOfClients) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const std::string text = RandomWal(60, seed);
    EXPECT_EQ(Good(text)->dropped, 0u);
    for (const uint32_t clients : {1, 3, 20}) EXPECT_EQ(Replayed(text, clients), "") << seed;
  }
}

TEST(ReplayedLog, WaitingAtTheRowComesToTheSame) {
  const auto trace = Good(RandomWal(200, 3));
  uint64_t digests[2];
  Time ends[2];
  for (const bool at_row : {false, true}) {
    Settings settings = Of(*trace, 6);
    settings.wait_at_row = at_row;
    ReplayRun run(settings);
    run.sim.recorder.Mute(true);
    run.Transactions(100000);
    digests[at_row] = run.engine.Digest();
    ends[at_row] = run.sim.kernel.now();
    EXPECT_EQ(run.engine.waits, 0u) << "nobody asks for a row before its turn";
  }
  EXPECT_EQ(digests[0], digests[1]);
  EXPECT_LT(ends[1], ends[0]);
}

TEST(ReplayedLog, ARowIsFollowedFromVersionToVersion) {
  const auto trace =
      Good(WalUpdate(1, 7, 5, 6) + WalUpdate(1, 7, 6, 7) + WalEnd(1) + WalUpdate(2, 7, 7, 8) +
           WalEnd(2) + WalDelete(3, 7, 8) + WalEnd(3) + WalInsert(4, 7, 5) + WalEnd(4));
  ASSERT_EQ(trace->tables[0].keys.size(), 2u);
  EXPECT_EQ(trace->tables[0].first_rows.size(), 1u);
  ASSERT_EQ(trace->ops.size(), 5u);
  EXPECT_EQ(trace->ops[2].row, 0u);
  EXPECT_EQ(trace->ops[2].after, 1u);
  EXPECT_EQ(trace->ops[3].after, 2u);
  EXPECT_EQ(trace->ops[4].row, 1u) << "another row in an old place";
  EXPECT_EQ(trace->ops[4].after, 0u);
  EXPECT_EQ(trace->ops[0].bytes, 10u);
}

TEST(ReplayedLog, TransactionsAreInTheOrderOfTheirEnds) {
  const auto trace = Good(WalInsert(1, 7, 1) + WalInsert(2, 7, 2) + WalInsert(3, 7, 3) + WalEnd(2) +
                          WalEnd(1, "ABORT") + WalInsert(4, 7, 4) + WalEnd(4));
  ASSERT_EQ(trace->order.size(), 4u);
  EXPECT_EQ(trace->commits, 2u);
  EXPECT_EQ(trace->aborts, 1u);
  EXPECT_EQ(trace->unfinished, 1u);
  const bool commits[] = {true, false, true, false};
  const uint32_t rows[] = {1, 0, 3, 2};
  for (uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(trace->order[i].commits, commits[i]);
    EXPECT_EQ(trace->ops[trace->order[i].first].row, rows[i]);
  }
}

TEST(ReplayedLog, SubTransactionsBelongToTheirParent) {
  const auto trace =
      Good(WalInsert(1, 7, 1) + WalInsert(2, 7, 2) + WalInsert(3, 7, 3) + WalEnd(3, "ABORT") +
           WalRecord("Transaction", 60, 1, "COMMIT 2026-11-21 10:18:46.014779 UTC; subxacts: 2 9"));
  EXPECT_EQ(trace->sub_transactions, 3u);
  EXPECT_EQ(trace->savepoints, 1u) << "3 lies among the sub-transactions of 1, and is no other's";
  ASSERT_EQ(trace->order.size(), 1u);
  EXPECT_TRUE(trace->order[0].commits);
  EXPECT_EQ(trace->order[0].count, 4u) << "its own, two of savepoints, and one undone";
}

TEST(ReplayedLog, WhatIsNoRowIsCountedByName) {
  const auto trace =
      Good(WalRecord("Heap2", 56, 0,
                     "PRUNE latestRemovedXid 747 nredirected 0 ndead 1" + WalBlockAt(7, 1)) +
           WalRecord("Standby", 50, 0, "RUNNING_XACTS nextXid 1061") +
           WalRecord("Martian", 50, 4, "LAND") + WalRecord("Martian", 50, 4, "LAND") +
           WalInsert(4, 7, 1) + WalEnd(4) +
           "pg_waldump: fatal: error in WAL record at 0/1: invalid record length\n");
  EXPECT_EQ(trace->skipped,
            (std::map<std::string, uint64_t>{
                {"Heap2 PRUNE", 1}, {"Standby RUNNING_XACTS", 1}, {"Martian LAND", 2}}));
  EXPECT_EQ(trace->notes, 1u);
  std::string many;
  for (int i = 0; i < 1000; ++i) many += WalRecord("M" + std::to_string(i), 50, 4, "X");
  EXPECT_EQ(Good(many + WalInsert(4, 7, 1) + WalEnd(4))->skipped.size(), Trace::kMaxNames + 1);
}

TEST(ReplayedLog, ManyTuplesInARecordAreManyRows) {
  for (const char* tuples :
       {"3 tuples flags 0x02", "ntuples: 3, flags: 0x02, offsets: [1, 2, 3]"}) {
    const auto trace =
        Good(WalRecord("Heap2", 50 + 3 * 49, 4,
                       std::string("MULTI_INSERT+INIT ") + tuples + WalBlockAt(7, 1)) +
             WalEnd(4));
    EXPECT_EQ(trace->counts[static_cast<int>(OpKind::kInsert)], 3u);
    EXPECT_EQ(trace->tables[0].widest, 40u);
  }
  const std::string none = WalRecord("Heap2", 99, 4, "MULTI_INSERT tuples" + WalBlockAt(7, 1));
  EXPECT_EQ(Complaint(none), "1: the number of tuples is expected, from 1 to 2047");
  const std::string many = WalRecord("Heap2", 99, 4, "MULTI_INSERT 2048 tuples" + WalBlockAt(7, 1));
  EXPECT_EQ(Complaint(many), "1: the number of tuples is expected, from 1 to 2047");
}

// The text may begin in the middle, or be put together by hand.
TEST(ReplayedLog, WhatCannotBeIsDropped) {
  const auto trace = Good(WalInsert(1, 7, 1) + WalDelete(2, 7, 1) + WalEnd(2) + WalEnd(1));
  EXPECT_EQ(trace->dropped, 1u) << "a row is erased before it has been inserted";
  EXPECT_EQ(trace->commits, 1u);
  EXPECT_EQ(trace->empty, 1u);
  EXPECT_EQ(Complaint(WalEnd(1)), "0: no transaction in it changes a row and commits");
}

TEST(ReplayedLog, TheBusiestRelationsAreTablesTheOthersShareOne) {
  std::string text;
  for (uint32_t relation = 1; relation <= 40; ++relation) {
    for (uint32_t i = 0; i < relation; ++i) text += WalInsert(1, relation, i + 1, relation);
    text += WalUpdate(1, relation, 50, 51);
  }
  const auto trace = Good(text + WalEnd(1));
  ASSERT_EQ(trace->tables.size(), kMaxTables);
  EXPECT_EQ(trace->tables[0].id, "rel-40");
  EXPECT_EQ(trace->tables[14].id, "rel-26");
  EXPECT_EQ(trace->tables[15].id, "others");
  EXPECT_EQ(trace->tables[15].keys.size(), 25u * 26 / 2 + 25);
  EXPECT_EQ(trace->tables[15].first_rows.size(), 25u);
  EXPECT_EQ(trace->dropped, 0u);
  EXPECT_EQ(Replayed(text + WalEnd(1), 2), "");
}

TEST(ReplayedLog, RowsBeforeTheLogReadInPieces) {
  const auto trace = Good(RandomWal(100, 1));
  const ReplayedLog workload(Of(*trace));
  ExpectRowsInPieces(workload);
  ExpectRowsAreFound(workload);
  EXPECT_EQ(workload.RowCount(0) + workload.RowCount(1), 12u);
}

TEST(ReplayedLog, ALostChangeIsNoticed) {
  const std::string text = WalInsert(1, 7, 1) + WalUpdate(1, 8, 1, 2) + WalInsert(1, 9, 1) +
                           WalEnd(1) + WalUpdate(2, 8, 2, 3) + WalInsert(2, 9, 2) + WalEnd(2);
  const auto trace = Good(text);
  for (TableId table = 0; table < 3; ++table) {
    ReplayRun run(Of(*trace));
    run.engine.bad_table = table;
    run.engine.bad_change =
        trace->tables[table].keys.size() == 1 && trace->tables[table].initial[0] ? 1 : 0;
    run.Transactions(10);
    EXPECT_EQ(run.Broken(), "condition 2: the changes of a transaction are all there, or none is")
        << int{table};
  }
}

TEST(ReplayedLog, DescribesWhatItFound) {
  std::string text;
  JsonWriter json(text);
  Good(RealText())->Describe(json);
  EXPECT_NE(text.find(R"("lines":120,"records":120)"), std::string::npos);
  EXPECT_NE(text.find(R"({"id":"rel-16399","index":false)"), std::string::npos);
}

TEST(ReplayedLog, TracingChangesNothing) {
  const auto trace = Good(RandomWal(100, 1));
  ReplayRun run(Of(*trace, 4));
  run.Transactions(1000);
  EXPECT_EQ(run.engine.Digest(), 7217230001021484474u);
  EXPECT_EQ(run.sim.kernel.now(), 281750u);
}

}  // namespace
}  // namespace afterimage::replay
