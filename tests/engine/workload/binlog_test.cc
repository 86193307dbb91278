// Tests that every row is followed from image to image in what mysqlbinlog prints of a binary log
// in row format.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "support/benchmark_run.h"
#include "support/trace_sum.h"
#include "workload/replay/replayed_log.h"
#include "workload/work_log/row_images.h"

namespace afterimage::work_log {
namespace {

using namespace replay;
using namespace testing_support;

std::string Server() {
  std::ifstream file(std::string(AFTERIMAGE_SCENARIOS) +
                     "/../tests/fixtures/work/mariadb_10_11.txt");
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

std::shared_ptr<const Trace> Binary(const std::string& text) {
  InputProblem problem;
  auto trace = ReadTrace(text, &problem);
  EXPECT_NE(trace, nullptr) << problem.line << ": " << problem.reason.en;
  return trace;
}

const std::string kBegin =
    "#261129 21:14:50 server id 1  end_log_pos 9 GTID 0-1-1\nBEGIN\n/*!*/;\n";
const std::string kCommit = "COMMIT/*!*/;\n";
// An image of table t with the values of its columns; a column that is no number is left out.
std::string Image(const char* head, const std::vector<std::string>& values) {
  std::string text = std::string("### ") + head + "\n";
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] != "-") text += "###   @" + std::to_string(i + 1) + "=" + values[i] + "\n";
  }
  return text;
}
std::string Inserted(const std::vector<std::string>& after) {
  return "### INSERT INTO `d`.`t`\n" + Image("SET", after);
}
std::string Updated(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  return "### UPDATE `d`.`t`\n" + Image("WHERE", before) + Image("SET", after);
}
std::string Erased(const std::vector<std::string>& before) {
  return "### DELETE FROM `d`.`t`\n" + Image("WHERE", before);
}

// The fixture: savepoints, a transaction that was prepared and committed, one that was prepared and
// rolled back, a table without transactions, and rows with whole and with minimal images.
TEST(Binlog, OfAServerIsReadAsTheServerDidIt) {
  const auto trace = Binary(Server());
  EXPECT_EQ(Summed(*trace),
            "commits 14 aborts 1 savepoints 1 inserts 12 updates 7 erases 3 undone 1 notes " +
                std::to_string(trace->notes));
  ASSERT_EQ(trace->tables.size(), 3u);
  EXPECT_EQ(trace->tables[0].id, "shop.t");
  EXPECT_EQ(trace->tables[1].id, "shop.u");
  EXPECT_EQ(trace->tables[2].id, "shop.z");
  // A number, a name, a number, nothing, fifty letters, nothing.
  EXPECT_EQ(trace->tables[0].widest, 4u + 5 + 4 + 50);
  EXPECT_EQ(trace->times.count(), 14u);
  EXPECT_EQ(trace->times.span(), 44'000'000);
  replay::Settings settings;
  settings.trace = trace.get();
  settings.clients = 3;
  BenchmarkRun<ReplayedLog> run(settings);
  run.sim.recorder.Mute(true);
  run.Transactions(~uint64_t{0} >> 1);
  EXPECT_EQ(run.observer.acknowledged.size(), trace->commits);
  EXPECT_EQ(run.Broken(), "");
}

TEST(Binlog, ComesInPiecesAndWithOtherLineEnds) {
  const std::string text = Server(), expected = Summed(*Binary(text));
  for (const size_t size : {1, 100, 5000}) {
    const auto reader = NewTraceReader();
    for (size_t at = 0; at < text.size(); at += size) reader->Feed(text.substr(at, size));
    InputProblem problem;
    const auto input = reader->Finish(&problem);
    ASSERT_NE(input, nullptr) << size;
    EXPECT_EQ(Summed(static_cast<const Trace&>(*input)), expected);
  }
  std::string windows;
  for (const char each : text) windows += each == '\n' ? std::string("\r\n") : std::string(1, each);
  EXPECT_EQ(Summed(*Binary(windows)), expected);
}

TEST(Binlog, ARowIsFollowedFromImageToImage) {
  EXPECT_EQ(Summed(*Binary(kBegin + Inserted({"1", "'a'"}) + Updated({"1", "'a'"}, {"1", "'b'"}) +
                           Updated({"1", "'b'"}, {"2", "'b'"}) + Erased({"2", "'b'"}) + kCommit)),
            "commits 1 inserts 1 updates 2 erases 1");
  // Rows that look alike are counted as often as they occur.
  EXPECT_EQ(Summed(*Binary(kBegin + Inserted({"1"}) + Inserted({"1"}) + Erased({"1"}) +
                           Erased({"1"}) + kCommit)),
            "commits 1 inserts 2 erases 2");
  // From the first short image on its columns identify rows; a change may move the key.
  EXPECT_EQ(Summed(*Binary(kBegin + Inserted({"1", "'a'", "7"}) + Inserted({"2", "'a'", "7"}) +
                           Updated({"2", "-", "-"}, {"-", "-", "8"}) +
                           Updated({"2", "-", "-"}, {"3", "-", "-"}) + Erased({"3"}) +
                           Erased({"1"}) + kCommit)),
            "commits 1 inserts 2 updates 2 erases 2");
}

// No server writes this: another transaction erases the row of one that is only prepared.
TEST(Binlog, WhatIsRolledBackMayBeGoneAlready) {
  EXPECT_EQ(Summed(*Binary("#261129 21:14:50 server id 1  end\nXA START 'x'\n" + Inserted({"1"}) +
                           "XA PREPARE 'x'\n" + kBegin + Erased({"1"}) + Inserted({"2"}) + kCommit +
                           "XA ROLLBACK 'x'\n")),
            "commits 1 aborts 1 inserts 2 dropped 1");
}

TEST(Binlog, ValuesHaveTheTypesThatVerboseTwiceAdds) {
  const std::string typed = "7 /* INT meta=0 nullable=0 is_null=0 */";
  EXPECT_EQ(Summed(*Binary(kBegin + Inserted({typed, "'x /* y */'"}) +
                           Erased({"7", "'x /* y */'"}) + kCommit)),
            "commits 1 inserts 1 erases 1");
  EXPECT_EQ(BytesOf(std::string("NULL")), 0u);
  EXPECT_EQ(BytesOf(std::string("-17")), 4u);
  EXPECT_EQ(BytesOf(std::string("12345678901")), 8u);
  EXPECT_EQ(BytesOf(std::string("1.50")), 8u);
  EXPECT_EQ(BytesOf(std::string("'it's\\x0anew'")), 8u);
}

TEST(Binlog, WhatCannotBeReadIsLeftOutOrRefused) {
  struct Case {
    std::string line;
    uint32_t column;
    const char* reason;
  };
  const Case cases[] = {
      {"### UPSERT `d`.`t`\n", 5, "name of a table"},
      {"### DELETE FROM t\n", 5, "name of a table"},
      {"###   @1=7\n", 1, "without the line"},
      {"### INSERT INTO `d`.`t`\n###   @x=7\n", 9, "a column and its value"},
      {"### INSERT INTO `d`.`t`\n###   @0=7\n", 9, "from 1 to 4096"},
  };
  for (const Case& each : cases) {
    const auto trace = Binary(kBegin + Inserted({"1"}) + kCommit + kBegin + each.line + kCommit);
    EXPECT_EQ(trace->unread, 1u) << each.line;
    EXPECT_EQ(trace->first_unread.column, each.column) << each.line;
    EXPECT_NE(std::string(trace->first_unread.reason.en).find(each.reason), std::string::npos)
        << each.line << trace->first_unread.reason.en;
  }
  InputProblem problem;
  EXPECT_EQ(ReadTrace(kBegin + "BINLOG '\nZk4x\n'/*!*/;\n" + kCommit, &problem), nullptr);
  EXPECT_NE(std::string(problem.reason.en).find("the rows are encoded"), std::string::npos);
  EXPECT_EQ(ReadTrace(kBegin + "update t set a = 1\n/*!*/;\n" + kCommit, &problem), nullptr);
  EXPECT_NE(std::string(problem.reason.en).find("binlog_format=ROW"), std::string::npos);
}

}  // namespace
}  // namespace afterimage::work_log
