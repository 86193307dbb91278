// Does swapping move what is cold, and lose nothing?
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "base/build.h"
#include "run/file/experiment/experiment.h"
#include "run/measure/point.h"
#include "run/measure/wear_map.h"
#include "support/effort.h"
#if AFTERIMAGE_TRACED
#include "scheme/pcmlogging/pcm_play.h"
#endif

namespace afterimage::testing_support {
namespace {

#if AFTERIMAGE_TRACED
// A is moved for B, and whichever of them is next for C.
Script Swapping(const std::string& params = R"("slots": 16, "page_slots": 0, "frames": 4)") {
  return OnPcm(
      R"([["begin T1", "A := 50", "commit", "begin T2", "B := 60", "commit", "begin T3", "C := 70", "commit"]])",
      "{" + params + R"(, "swap_delta": 1})");
}

TEST(PcmSwap, CountsWhatItMovesAndWhatThatWrites) {
  Session session(ParsedScenario(Swapping().Json()), nullptr);
  session.Advance(~0u, true);
  const EngineCounters counters = session.world().engine().counters();
  EXPECT_EQ(counters.pcmlogging.swaps, 2u);
  // A line each for the content and for the bits of both places.
  EXPECT_EQ(counters.pcmlogging.swap_lines, 6u);
  Script off = Swapping();
  off.params = R"({"slots": 16, "page_slots": 0, "frames": 4})";
  Session without(ParsedScenario(off.Json()), nullptr);
  without.Advance(~0u, true);
  EXPECT_EQ(without.world().engine().counters().pcmlogging.swaps, 0u);
}

// Between the two bits a version counts twice.
TEST(PcmSwap, LeavesTwoEqualVersionsToAPowerCutWhichAreNoError) {
  const char* const forms[] = {
      R"("slots": 16, "page_slots": 0, "frames": 4)",
      R"("granularity": "page", "page_slots": 16, "frames": 4, "heap_pages": 3)",
      R"("placement": "btree", "spare_pages": 12, "slots": 64, "page_slots": 16, "frames": 12, "value_bytes": 64)"};
  for (const char* form : forms) {
    const Script script = Swapping(form);
    const uint32_t end = Play(script).To().session().at();
    uint32_t twice = 0;
    for (uint32_t at = 0; at <= end; ++at) {
      Play play(script);
      play.To(at);
      ASSERT_TRUE(play.Cut(All()));
      play.To();
      ASSERT_EQ(play.session().world().report().status, Status::kOk) << form << at;
      ASSERT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << form << at;
      for (const Event& event : play.events)
        twice += event.kind == EventKind::kCheck && event.label == pcm::kRecoverNewer;
    }
    EXPECT_GT(twice, 0u) << form;
  }
}
#endif

// --- Measured ------------------------------------------------------------------------------------

PointConfig Config(const std::string& workload, const std::string& params) {
  const std::string text =
      R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"}, "scale": "quick",
      "machine": {"id": "pcmlogging-ssd"}, "transactions": 2000, "warmup": 200, "threads": 4, "deadlock": "wait-die",
      "crash": {"check": true}, "workload": )" +
      workload +
      R"(, "schemes": [{"id": "pcmlogging", "params": {"placement": "btree", "page_bytes": 4096, "frames": 400, "spare_pages": 4000,
                   "page_slots": 64, "transactions": 32, "torn_pages": "double-write")" +
      params + "}}]}";
  Experiment experiment;
  std::vector<Problem> problems;
  EXPECT_TRUE(ParseExperiment(text, &experiment, &problems))
      << problems[0].path << ": " << problems[0].reason_en;
  return experiment.Point(0);
}

// TPC-C has rows of many lengths, so a version may be too long for the place of another. Its trees
// are split, and there is little room for whole pages: some of them move, or belong to a split,
// while they are on their way to the disk.
TEST(PcmSwap, LeavesATpccThatRecoversAsConsistent) {
  for (uint64_t seed = 0; seed < Effort(12); ++seed) {
    PointConfig config =
        Config(R"({"id": "tpcc", "params": {"customers": 30, "items": 1000, "orders": 30}})",
               R"(, "slots": 20000, "swap_delta": 20)");
    config.seed = seed;
    PointRun point(config);
    ASSERT_TRUE(point.formatted());
    while (!point.Advance(1 << 20)) continue;
    EXPECT_TRUE(point.complete());
    EXPECT_GT(point.after().engine.pcmlogging.swaps, 100u);
    EXPECT_GT(point.after().engine.destage_writes, 100u);
    EXPECT_EQ(point.recovery().status, Status::kOk);
    EXPECT_TRUE(point.consistency().holds) << seed << ": " << point.consistency().broken.en;
  }
}

// The unevenness of the writes to record slots: the variance of parts of them over the square of
// their mean. The list, the bitmap and the slots for pages are left out.
double Unevenness(const WearMap& map) {
  const size_t from = map.writes.size() / 16, to = map.writes.size() / 2;
  double sum = 0, squares = 0;
  for (size_t i = from; i < to; ++i) {
    sum += static_cast<double>(map.writes[i]);
    squares += static_cast<double>(map.writes[i]) * static_cast<double>(map.writes[i]);
  }
  const double mean = sum / static_cast<double>(to - from);
  return squares / static_cast<double>(to - from) / (mean * mean) - 1;
}

// History grows and is never changed, tellers and branches are hot. PCM is large enough that
// nothing is destaged: without swapping, what is cold keeps its slot for good.
TEST(PcmSwap, SpreadsTheWritesAndWritesMore) {
  struct Worn {
    double unevenness;
    uint64_t lines;
  };
  const auto measure = [](const char* params) {
    PointRun point(Config(R"({"id": "tpcb", "params": {"branches": 4, "accounts": 300}})",
                          std::string(R"(, "slots": 8000)") + params));
    EXPECT_TRUE(point.formatted());
    while (!point.Advance(1 << 20)) continue;
    const EngineCounters& engine = point.after().engine;
    EXPECT_EQ(engine.destage_writes, 0u);
    EXPECT_LE(engine.pcmlogging.swap_lines, point.after().nvm.lines_written);
    const Worn worn = {Unevenness(point.wear_map()), point.after().nvm.lines_written};
    std::printf("%s: %llu swaps, %llu of %llu lines written; unevenness %.4f\n", params,
                static_cast<unsigned long long>(engine.pcmlogging.swaps),
                static_cast<unsigned long long>(engine.pcmlogging.swap_lines),
                static_cast<unsigned long long>(worn.lines), worn.unevenness);
    return worn;
  };
  const Worn off = measure("");
  const Worn seldom = measure(R"(, "swap_delta": 10000)");
  const Worn often = measure(R"(, "swap_delta": 1000)");
  EXPECT_LT(often.unevenness, off.unevenness);
  EXPECT_LT(off.lines, seldom.lines);
  EXPECT_LT(seldom.lines, often.lines);
}

}  // namespace
}  // namespace afterimage::testing_support
