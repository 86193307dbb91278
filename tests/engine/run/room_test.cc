// Tests that a result reports what a staging area in PCM had room for, and that a run ends if a
// transaction will never fit.
#include <gtest/gtest.h>

#include "run/file/experiment/experiment.h"
#include "run/measure/point.h"

namespace afterimage {
namespace {

struct Measured {
  bool complete = false;
  std::string too_small;  // the parameter; empty where none was
  EngineCounters engine;
  std::string text;
};

// TPC-B by four clients under a system with these parameters, on PCMLogging's machine.
Measured RunOn(const std::string& scheme, const std::string& params, uint32_t transactions = 400) {
  const std::string text =
      R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"}, "scale": "quick",
      "machine": {"id": "pcmlogging-ssd"}, "warmup": 100, "threads": 4, "transactions": )" +
      std::to_string(transactions) +
      R"(, "workload": {"id": "tpcb", "params": {"branches": 2, "accounts": 200}}, "schemes": [{"id": ")" +
      scheme + R"(", "params": {"placement": "btree", "page_bytes": 4096, "spare_pages": 400, )" +
      params + "}}]}";
  Experiment experiment;
  std::vector<Problem> problems;
  EXPECT_TRUE(ParseExperiment(text, &experiment, &problems))
      << problems[0].path << ": " << problems[0].reason_en;
  PointRun point(experiment.Point(0));
  EXPECT_TRUE(point.formatted());
  while (!point.Advance(1 << 20)) continue;
  const Mismatch* small = point.too_small();
  Measured result{point.complete(), small ? small->field : "", point.after().engine, ""};
  WritePointResult(point, &result.text);
  return result;
}
bool Has(const Measured& result, const std::string& part) {
  return result.text.find(part) != std::string::npos;
}

TEST(Room, EndsTheRunWhereATransactionWillNeverFit) {
  struct Case {
    const char* params;
    const char* param;
  };
  for (const auto& [params, param] :
       {Case{R"("slots": 12, "page_slots": 32, "frames": 50)", "slots"},
        Case{R"("pcm_percent": 70, "page_slots": 32, "frames": 50)", ""},
        Case{R"("granularity": "page", "page_slots": 16, "frames": 50)", "page_slots"}}) {
    const Measured result = RunOn("pcmlogging", params);
    if (*param == 0) {
      EXPECT_TRUE(result.complete);
      EXPECT_EQ(result.too_small, "");
      EXPECT_FALSE(Has(result, "too_small"));
      continue;
    }
    EXPECT_FALSE(result.complete) << params;
    EXPECT_EQ(result.too_small, param) << params;
    EXPECT_TRUE(Has(result, R"("too_small":{"param":")" + std::string(param) +
                                R"(","reason":{"en":"PCM is smaller)"))
        << result.text.substr(0, 300);
  }
}

TEST(Room, SaysHowFullItWas) {
  const Measured half = RunOn("pcmlogging", R"("slots": 4096, "page_slots": 32, "frames": 50)");
  EXPECT_EQ(half.engine.room_slots, 4096u);
  EXPECT_GT(half.engine.room_used, 0u);
  EXPECT_LT(half.engine.room_used, 4096u);
  EXPECT_EQ(half.engine.destage_writes, 0u);
  EXPECT_TRUE(Has(half, R"("pcm.used_before":0.)"));
  const Measured full = RunOn("pcmlogging", R"("slots": 256, "page_slots": 32, "frames": 50)");
  EXPECT_GT(full.engine.room_used, 192u);
  EXPECT_GT(full.engine.destage_writes, 0u);
  // Versions of one to four slots: some free ones lie where none of the longest fits.
  EXPECT_LE(full.engine.room_used + full.engine.pcmlogging.room_scattered, 256u);
  const Measured zone = RunOn(
      "pcm-wal",
      R"("cache_pages": 64, "buffer_kb": 16, "partition_kb": 64, "checkpoint_kb": 96, "frames": 50)");
  EXPECT_EQ(zone.engine.room_slots, 64u);
  EXPECT_TRUE(Has(zone, R"("pcm.used":)"));
  EXPECT_FALSE(Has(
      RunOn("aries", R"("buffer_kb": 16, "partition_kb": 64, "checkpoint_kb": 96, "frames": 50)"),
      "pcm.used"));
}

}  // namespace
}  // namespace afterimage
