// Tests the cost of destaging to clients in a measured run.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "run/file/experiment/experiment.h"
#include "run/measure/point.h"

namespace afterimage::testing_support {
namespace {

// TATP over a hard disk: clients read more than they write, so the disk can keep up. PCM is nearly
// full when the measured part begins.
struct Measured {
  EngineCounters before;
  EngineCounters after;
  Occupancy occupancy;
  Time elapsed = 0;
  Time longest = 0;
  double mean = 0;

  uint64_t waits() const { return after.room_waits - before.room_waits; }
  Time waited() const { return after.room_wait_ns - before.room_wait_ns; }
  uint64_t written() const { return after.destage_writes - before.destage_writes; }
};

Measured Measure(const char* name, const std::string& params, uint32_t seed = 1,
                 uint32_t slots = 2000) {
  const std::string text =
      R"({"format": 1, "id": "x", "kind": "experiment", "title": {"en": "t", "zh": "t"}, "scale": "quick",
      "machine": {"id": "pcmlogging-hdd"}, "transactions": 6000, "warmup": 10000, "threads": 8, "deadlock": "wait-die", "seed": )" +
      std::to_string(seed) +
      R"(,
      "workload": {"id": "tatp", "params": {"subscribers": 10000}},
      "schemes": [{"id": "pcmlogging", "params": {"placement": "btree", "page_bytes": 4096, "frames": 150, "spare_pages": 2000,
                   "slots": )" +
      std::to_string(slots) +
      R"(, "page_slots": 64, "transactions": 32, "torn_pages": "double-write")" + params + "}}]}";
  Experiment experiment;
  std::vector<Problem> problems;
  EXPECT_TRUE(ParseExperiment(text, &experiment, &problems))
      << problems[0].path << ": " << problems[0].reason_en;
  PointRun point(experiment.Point(0));
  EXPECT_TRUE(point.formatted());
  while (!point.Advance(1 << 20)) continue;
  EXPECT_TRUE(point.complete());
  Measured measured;
  measured.before = point.before().engine;
  measured.after = point.after().engine;
  measured.occupancy = point.occupancy();
  measured.elapsed = point.after().time - point.before().time;
  Histogram all;
  for (const Statistics::Kind& kind : point.kinds()) all.Add(kind.latency);
  measured.longest = all.max();
  measured.mean = static_cast<double>(all.sum()) / static_cast<double>(all.count());
  std::printf(
      "%s: longest commit %.1f ms, mean %.1f ms; %llu waits; %llu pages destaged, %llu reads for "
      "them; %llu of %llu windows without equilibrium\n",
      name, static_cast<double>(measured.longest) / 1e6, measured.mean / 1e6,
      static_cast<unsigned long long>(measured.waits()),
      static_cast<unsigned long long>(measured.written()),
      static_cast<unsigned long long>(measured.after.pcmlogging.destage_reads -
                                      measured.before.pcmlogging.destage_reads),
      static_cast<unsigned long long>(measured.after.pcmlogging.destage_outrun),
      static_cast<unsigned long long>(measured.after.pcmlogging.destage_windows));
  return measured;
}

// With watermarks little is free when destaging begins, and clients find no room before the first
// pages have gone. The longest commit is a single draw and may have waited for anything: it is not
// compared.
TEST(Destaging, AtAMeasuredRateLetsClientsWaitLessForRoom) {
  uint64_t waits[2] = {};
  Time waited[2] = {};
  for (const uint32_t seed : {1, 2}) {
    const Measured watermark = Measure("watermark", "", seed, 2200);
    const Measured adaptive = Measure(
        "adaptive", R"(, "destage": "adaptive", "segment_bytes": 640, "rate_window_us": 1000000)",
        seed, 2200);
    EXPECT_GT(watermark.waits(), 0u);
    EXPECT_GT(adaptive.written(), 0u);
    EXPECT_EQ(watermark.after.pcmlogging.destage_windows, 0u);
    EXPECT_EQ(watermark.occupancy.info, nullptr) << "a watermark has no states";
    EXPECT_GT(adaptive.after.pcmlogging.destage_windows, adaptive.after.pcmlogging.destage_outrun);
    waits[0] += watermark.waits();
    waits[1] += adaptive.waits();
    waited[0] += watermark.waited();
    waited[1] += adaptive.waited();
  }
  EXPECT_LT(waits[1], waits[0]);
  EXPECT_LT(waited[1], waited[0]);
}

// Every plan has the smallest rho, a thousandth, if births do not depend on the state.
TEST(Destaging, SpendsTheMeasuredPartInStatesThatItHasPlanned) {
  const Measured measured = Measure(
      "states",
      R"(, "destage": "adaptive", "segment_bytes": 640, "rate_window_us": 1000000, "warm_up_windows": 0)");
  const Occupancy& occupancy = measured.occupancy;
  ASSERT_NE(occupancy.info, nullptr);
  ASSERT_EQ(occupancy.states, 12u) << "50 slots of 128 bytes, in segments of 5";
  Time spent = 0;
  double planned = 0;
  for (uint32_t k = 0; k < occupancy.states; ++k) {
    spent += occupancy.spent[k];
    planned += occupancy.Planned(k);
  }
  EXPECT_EQ(spent, measured.elapsed);
  EXPECT_GT(occupancy.spent[1], occupancy.spent[11]) << "clients wait seldom";
  EXPECT_GT(occupancy.spent[11], Time{0});
  EXPECT_LE(occupancy.spent[11], measured.waited()) << "somebody waits all that time";
  ASSERT_TRUE(occupancy.balanced());
  EXPECT_EQ(occupancy.plans,
            measured.after.pcmlogging.destage_windows - measured.before.pcmlogging.destage_windows);
  EXPECT_GT(occupancy.unbalanced, 0u);
  EXPECT_NEAR(planned, 1, 1e-9);
  for (uint32_t k = 0; k < 10; ++k)
    EXPECT_NEAR(occupancy.Planned(k + 1) / occupancy.Planned(k), 1e-3, 1e-9) << k;
}

}  // namespace
}  // namespace afterimage::testing_support
