// Tests that work given as JSON lines, of any database, is read as written and repeated.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "support/benchmark_run.h"
#include "support/trace_sum.h"
#include "workload/replay/replayed_log.h"

namespace afterimage::work_log {
namespace {

using namespace replay;
using namespace testing_support;

// Quotes are written as '.
std::string Lines(std::string text) {
  std::replace(text.begin(), text.end(), '\'', '"');
  return text;
}

std::shared_ptr<const Trace> Good(const std::string& text) {
  InputProblem problem;
  auto trace = ReadTrace(Lines(text), &problem);
  EXPECT_NE(trace, nullptr) << problem.line << ": " << problem.reason.en;
  return trace;
}

const std::string kInsert7 = "{'do':'insert','transaction':1,'table':'t','row':7,'bytes':40}\n";
const std::string kCommit1 = "{'do':'commit','transaction':1}\n";

// A line of a change of table t.
std::string Op(const char* act, const std::string& transaction, uint32_t row) {
  return std::string("{'do':'") + act + "','transaction':'" + transaction +
         "','table':'t','row':" + std::to_string(row) + "}\n";
}
std::string End(const char* act, const std::string& transaction) {
  return std::string("{'do':'") + act + "','transaction':'" + transaction + "'}\n";
}
std::string At(const char* act, const std::string& transaction, const char* savepoint) {
  return std::string("{'do':'") + act + "','transaction':'" + transaction + "','savepoint':'" +
         savepoint + "'}\n";
}

TEST(JsonLines, AreReadAsTheyAreWritten) {
  const auto trace = Good(
      "\n  {'do':'table','table':'accounts','bytes':96}\n"
      "{'do':'begin','transaction':'a','client':3}\n"
      "{'do':'read','transaction':'a','table':'accounts','row':'Ann'}\r\n"
      "{'do':'lock','transaction':'a','table':'accounts','row':'Ann','mode':'share'}\n"
      "{'do':'update','transaction':'a','table':'accounts','row':'Ann','bytes':8}\n"
      "{'do':'insert','transaction':'a','table':'log','row':1,'bytes':40,'client':3}\n"
      "{'do':'commit','transaction':'a','time':10.25}\n"
      "{'do':'erase','transaction':'b','table':'accounts','row':'Bob','client':4}\n"
      "{'do':'abort','transaction':'b'}\n"
      "{'do':'update','transaction':'c','table':'log','row':1}\n"
      "{'do':'commit','transaction':'c','time':12}");
  EXPECT_EQ(Summed(*trace),
            "commits 2 aborts 1 locks 1 inserts 1 updates 2 erases 1 reads 1 before 2");
  EXPECT_EQ(trace->clients, 2u);
  EXPECT_EQ(trace->times.span(), 1'750'000);
  ASSERT_EQ(trace->tables.size(), 2u);
  EXPECT_EQ(trace->tables[0].id, "accounts");
  EXPECT_EQ(trace->tables[0].widest, 96u);
  EXPECT_TRUE(trace->tables[1].whole);
  EXPECT_EQ(trace->locks[static_cast<int>(RowLock::kShare)], 1u);
  EXPECT_EQ(trace->lines, 12u);
  EXPECT_EQ(trace->records, 11u);
}

TEST(JsonLines, ARowIsTheOneThatHadItsNameLast) {
  // A rollback gives the name back to the row before.
  EXPECT_EQ(Summed(*Good(Op("update", "a", 1) + Op("erase", "a", 1) + Op("insert", "a", 1) +
                         End("abort", "a") + Op("update", "b", 1) + End("commit", "b"))),
            "commits 1 aborts 1 inserts 1 updates 2 erases 1 before 1");
  EXPECT_EQ(Summed(*Good(Op("insert", "a", 1) + End("abort", "a") + Op("insert", "b", 1) +
                         Op("erase", "b", 1) + Op("insert", "b", 1) + End("commit", "b"))),
            "commits 1 aborts 1 inserts 3 erases 1");
  // Changes that are impossible are dropped.
  EXPECT_EQ(Summed(*Good(Op("erase", "a", 1) + Op("update", "a", 1) + End("commit", "a"))),
            "commits 1 erases 1 before 1 dropped 1");
}

TEST(JsonLines, ASavepointIsTakenBackAsOftenAsItIsNamed) {
  EXPECT_EQ(Summed(*Good(Op("update", "a", 1) + At("savepoint", "a", "s") + Op("update", "a", 2) +
                         Op("insert", "a", 3) + At("rollback", "a", "s") + Op("insert", "a", 3) +
                         At("rollback", "a", "s") + Op("update", "a", 1) + End("commit", "a"))),
            "commits 1 savepoints 2 inserts 2 updates 3 undone 3 before 2");
  // The outer one takes the inner one along, and what followed it.
  EXPECT_EQ(Summed(*Good(At("savepoint", "a", "out") + Op("update", "a", 1) +
                         At("savepoint", "a", "in") + Op("update", "a", 2) +
                         At("rollback", "a", "out") + Op("update", "a", 3) + End("commit", "a"))),
            "commits 1 savepoints 1 updates 3 undone 2 before 3");
}

TEST(JsonLines, ABadLineIsLeftOutAndItsPlaceIsTold) {
  struct Case {
    const char* line;
    uint32_t column;
    const char* reason;
  };
  const Case cases[] = {
      {"{'do':'insert'", 15, "',' or '}' is expected"},
      {"{'do':'commit','do':'abort'}", 16, "appears twice"},
      {"{'do':'fly','transaction':1}", 7, "`do` is one of"},
      {"{'transaction':1}", 1, "`do` is one of"},
      {"{'do':'commit'}", 1, "`transaction` is missing"},
      {"{'do':'commit','transaction':-1}", 30, "a name of 1 to 64 bytes"},
      {"{'do':'commit','transaction':''}", 30, "a name of 1 to 64 bytes"},
      {"{'do':'commit','transaction':1,'when':2}", 39, "no such field"},
      {"{'do':'commit','transaction':1,'time':-2}", 39, "a time in seconds"},
      {"{'do':'begin','transaction':1,'client':1.5}", 40, "a client's number"},
      {"{'do':'insert','transaction':1,'row':1}", 1, "`table` is missing"},
      {"{'do':'insert','transaction':1,'table':'t'}", 1, "`row` is missing"},
      {"{'do':'insert','transaction':1,'table':'t','row':9007199254740992}", 50, "a name of 1"},
      {"{'do':'insert','transaction':1,'table':'t','row':1,'bytes':0}", 60, "a whole number"},
      {"{'do':'lock','transaction':1,'table':'t','row':1,'mode':'x'}", 57, "`key-share`, `share`"},
      {"{'do':'savepoint','transaction':1}", 1, "`savepoint` is missing"},
      {"{'do':'rollback','transaction':1,'savepoint':'s'}", 46, "no savepoint of this name"},
  };
  for (const Case& each : cases) {
    const auto trace = Good(kInsert7 + each.line + "\n" + kCommit1);
    EXPECT_EQ(Summed(*trace), "commits 1 inserts 1 unread 1") << each.line;
    EXPECT_EQ(trace->first_unread.line, 2u);
    EXPECT_EQ(trace->first_unread.column, each.column) << each.line;
    EXPECT_NE(std::string(trace->first_unread.reason.en).find(each.reason), std::string::npos)
        << each.line << ": " << trace->first_unread.reason.en;
  }
  const auto trace = Good(kInsert7 + "{'do':'" + std::string(1 << 20, 'x') + "'}\n" + kCommit1);
  EXPECT_EQ(Summed(*trace), "commits 1 inserts 1 unread 1");
  EXPECT_EQ(trace->lines, 3u);
}

TEST(JsonLines, ATextWithoutACommitIsRefused) {
  InputProblem problem;
  EXPECT_EQ(ReadTrace(Lines(kInsert7), &problem), nullptr);
  EXPECT_STREQ(problem.reason.en, "no transaction in it changes a row and commits");
  EXPECT_EQ(ReadTrace(Lines(kInsert7 + "{'do':'commit'}"), &problem), nullptr);
  EXPECT_EQ(problem.line, 2u);
}

TEST(JsonLines, ComeInPiecesOfAnySize) {
  const std::string text = Lines("\n \n" + kInsert7 + kInsert7 + kCommit1);
  for (size_t size = 1; size < 80; size += 13) {
    const auto reader = NewTraceReader();
    for (size_t at = 0; at < text.size(); at += size) reader->Feed(text.substr(at, size));
    InputProblem problem;
    const auto input = reader->Finish(&problem);
    ASSERT_NE(input, nullptr) << size;
    EXPECT_EQ(Summed(static_cast<const Trace&>(*input)), "commits 1 inserts 2");
  }
}

// Transactions of three clients on a few rows, with savepoints and roll-backs.
std::string RandomLines(uint32_t count, uint64_t seed) {
  static constexpr const char* kActs[] = {"read", "update", "insert", "erase", "update", "read"};
  Random random(seed);
  std::string text;
  for (uint32_t i = 0; i < count; ++i) {
    const std::string transaction = std::to_string(random.Below(3));
    const uint32_t what = random.Below(12);
    // A row of one client alone: the order of lines is one in which they can happen.
    const uint32_t row = random.Below(4) * 3 + (transaction[0] - '0');
    if (what < 6) text += Op(kActs[what], transaction, row);
    if (what == 6 || what == 7) text += End(what == 6 ? "commit" : "abort", transaction);
    if (what == 8) text += At("savepoint", transaction, "s");
    if (what == 9) text += At("rollback", transaction, "s");
    if (what > 9) text += Op("read", transaction, random.Below(12));
  }
  return text + Op("update", "last", 99) + End("commit", "last");
}

TEST(JsonLines, WhatTheySayIsDoneAgainByAnyNumberOfClients) {
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    const auto trace = Good(RandomLines(200, seed));
    for (const uint32_t clients : {1u, 4u}) {
      replay::Settings settings;
      settings.trace = trace.get();
      settings.clients = clients;
      settings.seed = seed;
      settings.reads = seed % 2 ? 0 : 150;
      BenchmarkRun<ReplayedLog> run(settings);
      run.sim.recorder.Mute(true);
      run.Transactions(~uint64_t{0} >> 1);
      EXPECT_EQ(run.observer.acknowledged.size(), trace->commits) << seed;
      EXPECT_EQ(run.run.abandoned, 0u) << seed;
      EXPECT_EQ(run.Broken(), "") << seed;
    }
  }
}

TEST(JsonLines, ReadsAreMadeForEachHundredChanges) {
  std::string text;
  for (uint32_t i = 0; i < 1'000; ++i) {
    text += Op("update", std::to_string(i), i % 50) + End("commit", std::to_string(i));
  }
  const auto trace = Good(text);
  const auto reads = [&](uint32_t of_hundred) {
    replay::Settings settings;
    settings.trace = trace.get();
    settings.seed = 3;
    settings.reads = of_hundred;
    BenchmarkRun<ReplayedLog> run(settings);
    run.sim.recorder.Mute(true);
    run.Transactions(~uint64_t{0} >> 1);
    const uint64_t operations = run.engine.operations;
    EXPECT_EQ(run.Broken(), "");
    return operations;
  };
  const uint64_t own = reads(0);
  EXPECT_NEAR(static_cast<double>(reads(25) - own), 250, 40);
  EXPECT_EQ(reads(300) - own, 3'000u);
}

}  // namespace
}  // namespace afterimage::work_log
