// Logs in the forms in which people have them: is what the server did counted as the server would
// count it? Each file is small, and holds one thing that has been read wrongly somewhere.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "support/benchmark_run.h"
#include "support/trace_sum.h"
#include "support/wal_text.h"
#include "workload/pg_wal/trace_reader.h"
#include "workload/replay/replayed_log.h"

namespace afterimage::replay {
namespace {

using namespace testing_support;

std::string FormText(const std::string& name) {
  std::ifstream file(std::string(AFTERIMAGE_SCENARIOS) + "/../tests/fixtures/pg_wal/forms/" + name,
                     std::ios::binary);
  EXPECT_TRUE(file) << name;
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

std::shared_ptr<const Trace> Form(const std::string& name) {
  InputProblem problem;
  auto trace = ReadTrace(FormText(name), &problem);
  EXPECT_NE(trace, nullptr) << name << ' ' << problem.line << ": " << problem.reason.en;
  return trace;
}

std::string FormComplaint(const std::string& text) {
  InputProblem problem;
  EXPECT_EQ(ReadTrace(text, &problem), nullptr);
  return std::to_string(problem.line) + ':' + std::to_string(problem.column) + ": " +
         problem.reason.en;
}

std::string LocksOf(const Trace& trace) {
  std::string text;
  for (const uint64_t count : trace.locks) text += std::to_string(count) + ' ';
  return text;
}

struct FormCase {
  const char* name;
  const char* right;
};
constexpr FormCase kForms[] = {
    {"2pc.txt", "commits 3 aborts 1 inserts 3 updates 2 entries 3 before 2"},
    {"assignment.txt", "commits 1 aborts 1 inserts 2"},
    {"bkp-details.txt", "commits 1 locks 1 updates 1 before 1"},
    {"block-in-message.txt", "commits 2 inserts 2 entries 2"},
    {"bom.txt", "commits 2 inserts 3 erases 1"},
    {"commit-prepared.txt", "commits 3 inserts 2 updates 1"},
    {"copy.txt", "commits 2 inserts 28 updates 3"},
    {"cut-mid-line.txt",
     "commits 3 unfinished 1 locks 3 inserts 3 updates 10 entries 2 before 9 unread 1"},
    {"first-record-message.txt", "commits 2 inserts 3 erases 1 notes 1"},
    {"grep-context.txt", "commits 1 locks 1 updates 1 entries 1 before 1 notes 1"},
    {"indented.txt", "commits 2 inserts 3 erases 1"},
    {"index-methods.txt", "commits 1 inserts 1 entries 8"},
    {"logical-message-newline.txt", "commits 2 inserts 2 entries 2"},
    {"multi-insert-offsets.txt", "commits 2 inserts 3 erases 1"},
    {"overlapping-ranges.txt", "commits 2 inserts 3 erases 1 repeated 4"},
    {"pasted.txt", "commits 1 inserts 1 updates 1 notes 5 unread 1"},
    {"savepoint-among-others.txt", "commits 1 savepoints 1 inserts 3 entries 3 undone 2"},
    {"savepoint-before-parent.txt",
     "commits 1 savepoints 1 inserts 1 updates 1 erases 1 entries 1 undone 2"},
    {"savepoint-own-row.txt", "commits 1 savepoints 1 inserts 1 updates 2 undone 1"},
    {"server15-locks.txt", "commits 9 locks 8 inserts 5 updates 3 erases 1 entries 6 before 7"},
    {"server15-prepared.txt", "commits 3 aborts 1 inserts 2 updates 3 erases 1 entries 2 before 3"},
    {"server15-savepoints.txt",
     "commits 3 aborts 1 savepoints 3 inserts 7 updates 2 erases 1 entries 7 undone 6"},
    {"share-locks.txt", "commits 2 locks 2 inserts 2 before 1"},
    {"share-locks-and-exclusive.txt", "commits 3 locks 11 updates 1 before 5"},
    {"two-databases.txt", "commits 2 inserts 2"},
    {"version10.txt", "commits 1 locks 1 inserts 3 updates 1 erases 1 before 1"},
    {"version11.txt", "commits 2 inserts 2 updates 1 entries 2 before 1"},
    {"version12.txt", "commits 1 locks 1 inserts 3 updates 1 erases 1 entries 2 before 1"},
    {"version14.txt", "commits 1 locks 1 inserts 3 updates 1 erases 1 entries 2 before 1"},
    {"version13.txt", "commits 1 inserts 1 updates 1 entries 1 before 1"},
    {"version16.txt", "commits 1 locks 1 inserts 3 updates 1 erases 1 entries 1 before 1"},
    {"version18.txt", "commits 1 locks 1 inserts 3 erases 1"},
    {"version17.txt", "commits 2 updates 1 erases 2 before 3"},
    {"walinspect.csv", "commits 1 inserts 1 notes 1"},
    {"walinspect.txt", "commits 1 inserts 1 updates 1 notes 3"},
};

TEST(PgWalForms, EachIsReadAsTheServerMeantIt) {
  for (const FormCase& each : kForms) {
    const auto trace = Form(each.name);
    if (trace) EXPECT_EQ(Summed(*trace), each.right) << each.name;
  }
}

TEST(PgWalForms, EachIsDoneAgain) {
  for (const FormCase& each : kForms) {
    for (const bool at_row : {false, true}) {
      const auto trace = Form(each.name);
      Settings settings;
      settings.trace = trace.get();
      settings.clients = 3;
      settings.seed = 5;
      settings.wait_at_row = at_row;
      BenchmarkRun<ReplayedLog> run(settings);
      run.sim.recorder.Mute(true);
      run.Transactions(~uint64_t{0} >> 1);
      EXPECT_EQ(run.observer.acknowledged.size(), trace->commits) << each.name;
      EXPECT_EQ(run.run.abandoned, 0u) << each.name;
      EXPECT_EQ(run.Broken(), "") << each.name;
    }
  }
}

// Full-page images are most of the log and are not repeated: they are counted.
TEST(PgWalForms, WhatTheLogTakesIsCountedWithItsImagesOfPages) {
  const auto volume = [](const char* name) {
    const auto trace = Form(name);
    const LogVolume& of = trace->volume;
    return std::to_string(of.bytes()) + ' ' + std::to_string(of.image_records()) + ' ' +
           std::to_string(of.image_bytes()) + ' ' + std::to_string(of.pages());
  };
  EXPECT_EQ(volume("2pc.txt"), "8042 2 6516 2");
  EXPECT_EQ(volume("bkp-details.txt"), "8340 2 8181 2");
  EXPECT_EQ(volume("walinspect.txt"), "8361 1 8192 1");
}

TEST(PgWalForms, LocksKeepTheirStrength) {
  EXPECT_EQ(LocksOf(*Form("share-locks.txt")), "2 0 0 0 ");
  EXPECT_EQ(LocksOf(*Form("share-locks-and-exclusive.txt")), "0 5 1 5 ");
  EXPECT_EQ(LocksOf(*Form("server15-locks.txt")), "5 1 1 1 ");
}

// A lock is waited for where it does not go together with the own one: sharers do not wait for each
// other, and who erases the row waits for all of them.
TEST(PgWalForms, OnlyLocksThatConflictAreWaitedFor) {
  const auto lock = [](uint32_t xid, const char* bits) {
    return WalRecord(
        "Heap", 54, xid,
        std::string("LOCK off 1: xid 1: flags 0x00 LOCK_ONLY ") + bits + WalBlockAt(7, 0));
  };
  InputProblem problem;
  const auto trace =
      ReadTrace(lock(1, "KEYSHR_LOCK") + lock(2, "EXCL_LOCK KEYSHR_LOCK") + WalUpdate(3, 8, 1, 2) +
                    lock(3, "KEYSHR_LOCK") + WalEnd(1) + WalEnd(2) + WalEnd(3) +
                    WalUpdate(4, 7, 1, 2) + WalEnd(4) + WalDelete(5, 7, 2) + WalEnd(5),
                &problem);
  ASSERT_NE(trace, nullptr);
  std::string waits;
  for (uint32_t t = 0; t < trace->order.size(); ++t) {
    waits += std::to_string(t + 1) + " after";
    for (uint32_t i = 0; i < trace->order[t].count; ++i) {
      const Op& op = trace->ops[trace->order[t].first + i];
      if (op.after != 0) waits += ' ' + std::to_string(op.after);
    }
    waits += "; ";
  }
  EXPECT_EQ(waits, "1 after; 2 after; 3 after; 4 after 2; 5 after 4 1 3; ");
}

TEST(PgWalForms, RelationsAreNamedByDatabaseWhereThereAreSeveral) {
  const auto trace = Form("two-databases.txt");
  ASSERT_EQ(trace->tables.size(), 2u);
  EXPECT_EQ(trace->tables[0].id, "db-5-rel-16400");
  EXPECT_EQ(trace->tables[1].id, "db-16384-rel-16400");
  EXPECT_EQ(Form("indented.txt")->tables[0].id, "rel-20000");
}

TEST(PgWalForms, CommitsHaveTimes) {
  const auto trace = Form("commit-prepared.txt");
  EXPECT_EQ(trace->times.count(), 3u);
  EXPECT_EQ(trace->times.span(), 2'000'000);
  EXPECT_EQ(trace->times.busiest(), 1u);
  EXPECT_EQ(TimeIn("x 2024-02-29 00:00:01.500000"), TimeIn("2024-03-01 00:00:00") - 86'398'500'000);
  EXPECT_EQ(TimeIn("1970-01-02 00:00:00"), 86'400'000'000);
  EXPECT_EQ(TimeIn("no 12-34 time"), -1);
}

TEST(PgWalForms, CopiedRowsAreFoundOrCounted) {
  const auto copied = [](const std::string& before, const std::string& how) {
    InputProblem problem;
    return ReadTrace(
        before +
            WalRecord("Heap2", 50 + 3 * 49, 4, how + " 3 tuples flags 0x02" + WalBlockAt(7, 0)) +
            WalEnd(4) + WalUpdate(5, 7, 2, 9) + WalDelete(5, 7, 9) + WalEnd(5),
        &problem);
  };
  const auto fresh = copied("", "MULTI_INSERT+INIT");
  EXPECT_EQ(Summed(*fresh), "commits 2 inserts 3 updates 1 erases 1");
  EXPECT_EQ(fresh->hidden_rows, 0u);
  const auto behind = copied(WalInsert(3, 7, 1) + WalEnd(3), "MULTI_INSERT");
  EXPECT_EQ(Summed(*behind), "commits 3 inserts 4 updates 1 erases 1");
  EXPECT_EQ(behind->derived_rows, 3u) << "2, 3 and 4: the page was empty before the log";
  const auto somewhere = copied(WalInsert(3, 7, 6) + WalEnd(3), "MULTI_INSERT");
  EXPECT_EQ(Summed(*somewhere), "commits 3 inserts 4 updates 1 erases 1 before 1");
  EXPECT_EQ(somewhere->hidden_rows, 3u) << "the page had six rows: 2 is none of the copied ones";
}

TEST(PgWalForms, ASingleSessionsAbortWithinATransactionIsASavepoint) {
  const std::string savepoint =
      WalInsert(1, 7, 1) + WalInsert(2, 7, 2) + WalEnd(2, "ABORT") + WalInsert(1, 7, 3) + WalEnd(1);
  InputProblem problem;
  EXPECT_EQ(Summed(*ReadTrace(savepoint, &problem)), "commits 1 savepoints 1 inserts 3 undone 1");
  const std::string concurrent = WalInsert(3, 8, 1) + WalInsert(4, 8, 2) + WalEnd(3) + WalEnd(4);
  EXPECT_EQ(Summed(*ReadTrace(concurrent + savepoint, &problem)), "commits 3 aborts 1 inserts 5");
}

// A rollback to a savepoint takes back everything that was changed behind it.
TEST(PgWalForms, AVersionComesBackByteForByte) {
  InputProblem problem;
  const auto undone = [&](const std::string& changes) {
    const auto trace = ReadTrace(
        WalInsert(1, 8, 1) + changes + WalEnd(2, "ABORT") + WalInsert(1, 8, 2) + WalEnd(1),
        &problem);
    std::vector<uint32_t> bytes;
    for (const replay::Op& op : trace->ops) {
      if (op.lasting == replay::Lasting::kUndoing) bytes.push_back(op.bytes);
    }
    return bytes;
  };
  const std::vector<uint32_t> once = undone(WalUpdate(2, 7, 1, 2));
  ASSERT_EQ(once.size(), 1u);
  const std::vector<uint32_t> erased = undone(WalUpdate(2, 7, 1, 2) + WalDelete(2, 7, 2));
  ASSERT_EQ(erased.size(), 2u);
  EXPECT_LT(once[0], erased[1]);
  EXPECT_EQ(erased[1], uint32_t{UINT16_MAX}) << "all of the row was gone";
  const std::vector<uint32_t> other = undone(WalUpdate(2, 7, 1, 2) + WalDelete(2, 9, 2));
  EXPECT_EQ(other[1], once[0]) << "of another row";
}

TEST(PgWalForms, AServerThatStartsAgainHasForgottenWhatWasOpen) {
  InputProblem problem;
  const auto trace =
      ReadTrace(WalUpdate(1, 7, 1, 2) +
                    WalRecord("XLOG", 114, 0, "CHECKPOINT_SHUTDOWN redo 0/7000498; tli 1") +
                    WalUpdate(2, 7, 1, 3) + WalEnd(2, "ABORT") + WalUpdate(3, 7, 1, 3) + WalEnd(3),
                &problem);
  EXPECT_EQ(Summed(*trace), "commits 1 aborts 1 unfinished 1 updates 3 before 1");
}

TEST(PgWalForms, AMessageMayHoldAnything) {
  const std::string record = WalInsert(9, 9, 9);
  const std::string message = WalRecord(
      "LogicalMessage", 400, 1,
      "MESSAGE transactional, prefix \"a\n" + record + "\"; payload (4 bytes): 62 6F 64 79");
  InputProblem problem;
  const auto trace = ReadTrace(WalInsert(1, 7, 1) + message + WalEnd(1), &problem);
  EXPECT_EQ(Summed(*trace), "commits 1 inserts 1");
  const std::string cut = WalRecord("LogicalMessage", 60, 1, "MESSAGE transactional, prefix \"a");
  EXPECT_EQ(Summed(*ReadTrace(cut + WalInsert(1, 7, 1) + WalEnd(1), &problem)),
            "commits 1 inserts 1")
      << "its end is cut off: it takes nothing with it";
}

TEST(PgWalForms, WhatCannotBeReadIsRefusedWithWhatToDo) {
  EXPECT_NE(FormComplaint("").find("0:0: the text is empty; pg_waldump -p"), std::string::npos);
  EXPECT_NE(FormComplaint(FormText("statistics.txt")).find("leave --stats (-z) out"),
            std::string::npos);
  std::string segment(8192, '\0');
  segment[0] = 0x10;
  segment[1] = static_cast<char>(0xd1);
  EXPECT_NE(FormComplaint(segment).find("pg_waldump FILE > wal.txt"), std::string::npos);
  segment[1] = 'x';
  EXPECT_NE(FormComplaint(segment).find("this is no text"), std::string::npos);
  EXPECT_NE(FormComplaint("select 1;\n").find("1:0: no line of this is a record"),
            std::string::npos);
  EXPECT_NE(FormComplaint("SQLite format 3" + std::string(100, '\0')).find("JSON lines"),
            std::string::npos);
  EXPECT_EQ(FormComplaint("  rmgr: Heap len (rec/tot): 5/ 4, tx: 1\n"),
            "1:33: the record is longer than the total");
}

TEST(PgWalForms, ABadLineIsLeftOutAndCounted) {
  InputProblem problem;
  const auto trace = ReadTrace(
      WalInsert(1, 7, 1) + "rmgr: Heap  len (rec/tot): 59/ 59, tx: x\n" + WalEnd(1), &problem);
  EXPECT_EQ(Summed(*trace), "commits 1 inserts 1 unread 1");
  EXPECT_EQ(trace->first_unread.line, 2u);
  EXPECT_EQ(trace->first_unread.column, 40u);
}

TEST(PgWalForms, ATextComesInPiecesOfAnySize) {
  for (const size_t size : {1, 7, 64}) {
    for (const char* name : {"walinspect.txt", "logical-message-newline.txt", "bkp-details.txt"}) {
      const std::string text = FormText(name);
      Trace trace;
      TraceReader reader(&trace);
      WalText records(reader);
      for (size_t at = 0; at < text.size(); at += size) records.Feed(text.substr(at, size));
      records.Finish();
      EXPECT_EQ(trace.records, Form(name)->records) << name << ' ' << size;
    }
  }
}

}  // namespace
}  // namespace afterimage::replay
