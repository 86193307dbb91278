// Power cuts everywhere, in recovery too, under both schemes that distribute the log.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/distributed/distributed_play.h"

namespace afterimage::testing_support {
namespace {

const char kMeet[] = R"([["begin T1", "A := 50", "B := B + 50", "signal ready", "commit"],
                         ["await ready", "begin T2", "insert D := 1", "delete C", "steal D", "commit"],
                         ["begin T3", "C := C + 1", "abort", "checkpoint"]])";

class DistributedCrash : public testing::TestWithParam<Distribution> {
 protected:
  static Script Make() { return Under(GetParam(), kMeet); }
};
INSTANTIATE_TEST_SUITE_P(
    Shapes, DistributedCrash,
    testing::Values(
        Distribution{"rings", kRings, "{}"},
        Distribution{"early", kRings, R"({"logs": 3, "elr": true, "group_us": 0})"},
        Distribution{
            "small", kRings,
            R"({"ring_kb": 2, "checkpoint_kb": 1, "archive": true, "archive_kb": 1, "log_on": "disk"})"},
        Distribution{"values", kRings,
                     R"({"value_bytes": 64, "cleaner_us": 1, "frames": 2, "heap_pages": 3})"},
        Distribution{"buffers", kBuffers, "{}"},
        Distribution{
            "buffers_small", kBuffers,
            R"({"ring_kb": 2, "checkpoint_kb": 1, "archive_kb": 1, "undo_kb": 0, "elr": true})"},
        Distribution{"tmpfs", kChunks, "{}"},
        Distribution{"disk", kChunks, R"({"log_on": "disk", "elr": true})"},
        Distribution{
            "pmfs", kChunks,
            R"({"log_on": "pmfs", "partition_kb": 2, "partitions": 3, "checkpoint_kb": 1})"},
        Distribution{
            "mmap", kChunks,
            R"({"log_on": "mmap", "value_bytes": 64, "cleaner_us": 1, "frames": 2, "heap_pages": 3, "elr": true})"}),
    NameOf);

TEST_P(DistributedCrash, IsConsistentAtEveryEvent) {
  Play play(Make());
  ExpectConsistentEverywhere(play, 1, 400);
}

TEST_P(DistributedCrash, IsConsistentAtEveryEventOfEveryRecovery) {
  const uint32_t end = Play(Make()).To().session().at();
  for (uint32_t at = 3; at < end; at += Stride(23)) {
    for (const Survive& survive : {None(), All(), Survive{SurvivePolicy::kRandom, at, {}}}) {
      Play play(Make());
      play.To(at);
      ASSERT_TRUE(play.Cut(survive));
      ExpectConsistentEverywhere(play, 7, 60);
    }
  }
}

TEST_P(DistributedCrash, ManyCrashesInARowLoseNothing) {
  const uint32_t end = Play(Make()).To().session().at();
  for (uint32_t part = 1; part < 8; ++part) {
    Play play(Make());
    play.To(end * part / 8);
    for (uint32_t life = 1; life <= 16; ++life) {
      ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, life * part, {}}));
      play.To(play.session().at() + 5 + 4 * life);
    }
    ASSERT_TRUE(play.Cut(All()));
    play.To();
    EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << part;
  }
}

// T1 has many locks and releases them, A and B first, before its commit is durable. T2 takes A and
// rolls back, T3 takes B and has its page stolen: neither's before image may survive T1.
class RestsOnEarlyRelease : public testing::TestWithParam<Distribution> {
 protected:
  static uint32_t BadAnywhere(const std::string& mutations) {
    std::string records = R"({"A": 100, "B": 20)", changes;
    for (char name = 'C'; name <= 'T'; ++name) {
      records += std::string(", \"") + name + "\": 1";
      changes += std::string("\"") + name + " := 2\", ";
    }
    Script script = Under(
        GetParam(), R"([["begin T1", )" + changes + R"("B := 7", "A := 50", "signal go", "commit"],
                                          ["await go", "begin T2", "A := A + 1", "abort"],
                                          ["await go", "begin T3", "B := B + 1", "wait 20us", "steal B", "commit"]])",
        mutations);
    script.records = records + "}";
    script.overrides =
        R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "disk.sector_bytes": 1024})";
    const uint32_t end = Play(script).To().session().at();
    Play play(script);
    uint32_t bad = 0;
    for (uint32_t at = 0; at <= end; at += Stride(1)) {
      play.To(at);
      const Outlook outlook = LookAhead(play.session(), 200);
      bad += outlook.runs - outlook.verdicts[0].runs;
    }
    return bad;
  }
};
INSTANTIATE_TEST_SUITE_P(
    Shapes, RestsOnEarlyRelease,
    testing::Values(
        Distribution{
            "rings", kRings,
            R"({"logs": 3, "elr": true, "page_bytes": 1024, "ring_kb": 16, "checkpoint_kb": 16})"},
        Distribution{"flash", kChunks,
                     R"({"log_on": "ssd", "elr": true, "page_bytes": 1024, "partition_kb": 32})"}),
    NameOf);

TEST_P(RestsOnEarlyRelease, NothingIsDurableBeforeWhatItRestsOn) {
  EXPECT_EQ(BadAnywhere("[]"), 0u);
  EXPECT_GT(BadAnywhere(R"(["no-dependency-wait"])"), 0u);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
