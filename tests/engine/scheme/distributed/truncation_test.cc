// Logs that are full, wrap around and are cut off.
#include "scheme/distributed/distributed_play.h"
#include "support/read_back.h"

namespace afterimage::testing_support {
namespace {

// `count` transactions of one thread, each adding 1 to A.
std::string Adding(int count, const std::string& prefix) {
  std::string statements;
  for (int i = 1; i <= count; ++i) {
    statements += (i > 1 ? ", \"begin " : "\"begin ") + prefix + std::to_string(i) +
                  "\", \"A := A + 1\", \"commit\"";
  }
  return "[" + statements + "]";
}

class ShortLog : public testing::TestWithParam<Distribution> {};
INSTANTIATE_TEST_SUITE_P(
    Shapes, ShortLog,
    testing::Values(
        Distribution{"rings", kRings, R"({"ring_kb": 2, "checkpoint_kb": 1, "archive_kb": 1})"},
        Distribution{"archive", kRings,
                     R"({"ring_kb": 2, "checkpoint_kb": 1, "archive": true, "archive_kb": 1})"},
        Distribution{
            "archive_disk", kRings,
            R"({"ring_kb": 2, "checkpoint_kb": 2, "archive": true, "archive_kb": 2, "log_on": "disk", "elr": true})"},
        Distribution{
            "wide", kRings,
            R"({"ring_kb": 5, "checkpoint_kb": 1, "archive_kb": 1, "value_bytes": 256, "page_bytes": 4096, "torn_pages": "double-write"})"},
        Distribution{"one_log", kScm,
                     R"({"ring_kb": 2, "checkpoint_kb": 1, "archive_kb": 1, "archive": false})"},
        Distribution{"one_log_archived", kScm,
                     R"({"ring_kb": 2, "checkpoint_kb": 1, "archive_kb": 1, "elr": true})"},
        Distribution{
            "one_log_wide", kScm,
            R"({"ring_kb": 5, "checkpoint_kb": 1, "archive_kb": 2, "log_on": "pmfs", "value_bytes": 256, "page_bytes": 4096, "torn_pages": "double-write"})"},
        Distribution{"tmpfs", kChunks,
                     R"({"partition_kb": 2, "partitions": 3, "checkpoint_kb": 2})"},
        Distribution{
            "disk", kChunks,
            R"({"partition_kb": 4, "partitions": 3, "checkpoint_kb": 3, "log_on": "disk", "elr": true})"},
        Distribution{
            "cleaner", kChunks,
            R"({"partition_kb": 3, "partitions": 3, "checkpoint_kb": 4, "cleaner_us": 3, "log_on": "mmap"})"}),
    NameOf);

Script Long(const Distribution& distribution) {
  Script script = Under(distribution, "[" + Adding(150, "T") + "," + Adding(50, "U") + "]");
  script.records = R"({"A": 0, "B": 20})";
  script.overrides = R"({"disk.sector_bytes": 512, "disk.write_ns": 3000, "disk.read_ns": 100})";
  script.deadlock = "wait-die";
  return script;
}

TEST_P(ShortLog, WrapsManyTimesAndLosesNothing) {
  Play play(Long(GetParam()));
  play.To();
  EXPECT_GE(play.session().world().engine().counters().log_records, 400u);
  EXPECT_GT(play.session().world().engine().counters().checkpoints, 5u);
  for (uint32_t i = 0; i + 1 < play.session().world().kernel().thread_count(); ++i) {
    EXPECT_TRUE(play.session().world().kernel().thread(i).done()) << i;
  }
  EXPECT_EQ(ReadBack(play.session()), "A=200 B=20");
}

#if AFTERIMAGE_TRACED
TEST_P(ShortLog, IsFoundWholeAfterAPowerCutOnAnyLap) {
  const uint32_t end = Play(Long(GetParam())).To().session().at();
  Play play(Long(GetParam()));
  for (uint32_t at = 11; at < end; at += Stride(1 + end / 150)) {
    play.To(at);
    const Outlook outlook = LookAhead(play.session(), 4);
    ASSERT_EQ(outlook.verdicts[0].runs, outlook.runs) << "at event " << at;
  }
}
#endif

// A transaction that needs more log than there is must fail, and only it.
TEST_P(ShortLog, LeadsToAnAbortAndNotToAHang) {
  std::string statements = "\"begin T1\"";
  for (int i = 0; i < 200; ++i) statements += ", \"A := A + 1\"";
  Play play(
      Under(GetParam(), "[[" + statements + R"(, "commit", "begin T2", "B := 7", "commit"]])"));
  play.To();
  EXPECT_EQ(play.session().oracle().state(1), ClientState::kAborted);
  EXPECT_EQ(play.session().oracle().state(2), ClientState::kAcknowledged);
  EXPECT_EQ(ReadBack(play.session()), "A=100 B=7 C=5");
}

}  // namespace
}  // namespace afterimage::testing_support
