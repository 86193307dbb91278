// Tests that destaging makes room in time, for clients and daemons.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/pcmlogging/pcm_play.h"

namespace afterimage::testing_support {
namespace {

Script Full(const std::string& threads, const std::string& params) {
  Script script = OnPcm(threads, params);
  script.records = R"({"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6, "G": 7, "H": 8, "I": 9})";
  return script;
}

// --- Who waits -----------------------------------------------------------------------------------

// PCM is full of what has committed, and its page is on its way to the disk, when T4 commits a
// version of what the destager is about to free. It waits for the room that this makes.
TEST(Destaging, DoesNotWaitForWhoeverWaitsForIt) {
  uint64_t waits = 0;
  for (const char* destage :
       {"", R"(, "destage": "adaptive", "destage_free": 200, "segment_bytes": 64)"}) {
    for (uint32_t wait = 0; wait <= 60; wait += 3) {
      const std::string threads =
          R"([["begin T1", "A := 1", "B := 1", "C := 1", "commit", "begin T2", "D := 2", "E := 2", "F := 2", "commit",
               "begin T3", "G := 3", "H := 3", "commit", "signal go", "checkpoint"],
              ["await go", "wait )" +
          std::to_string(wait) +
          R"(us", "begin T4", "H := 4", "commit", "begin T5", "A := 5", "I := 5", "commit"]])";
      Session session(
          ParsedScenario(
              Full(threads, R"({"slots": 8, "page_slots": 0, "frames": 4, "destage_high": 1000)" +
                                std::string(destage) + "}")
                  .Json()),
          nullptr);
      session.Advance(~0u, true);
      ASSERT_TRUE(session.world().ended()) << wait << destage;
      for (TxnLabel txn = 1; txn <= 5; ++txn)
        EXPECT_EQ(session.oracle().state(txn), ClientState::kAcknowledged) << txn << " " << wait;
      const EngineCounters counters = session.world().engine().counters();
      waits += counters.room_waits;
      EXPECT_EQ(counters.room_waits > 0, counters.room_wait_ns > 0);
    }
  }
  EXPECT_GT(waits, 0u);
}

// --- Where it begins, and which page goes --------------------------------------------------------

EngineCounters CountersOf(const Script& script) {
  Session session(ParsedScenario(script.Json()), nullptr);
  session.Advance(~0u, true);
  EXPECT_TRUE(session.world().ended());
  return session.world().engine().counters();
}

const char kThree[] =
    R"([["begin T1", "A := 1", "B := 1", "C := 1", "commit", "begin T2", "D := 2", "commit", "wait 500us"]])";

TEST(Destaging, UsesTheIdleDiskIfItIsToldTo) {
  const std::string room = R"("slots": 32, "page_slots": 0, "frames": 4)";
  EXPECT_EQ(CountersOf(Full(kThree, "{" + room + "}")).destage_writes, 0u);
  const EngineCounters idle =
      CountersOf(Full(kThree, "{" + room + R"(, "destage_when_idle": true})"));
  EXPECT_GT(idle.destage_writes, 0u);
  EXPECT_EQ(idle.pcmlogging.destage_reads, idle.destage_writes);
  EXPECT_EQ(idle.pcmlogging.destage_versions, 4u);
}

TEST(Destaging, BeginsWhereItIsAdaptiveAtSoMuchFree) {
  const std::string adaptive =
      R"({"slots": 32, "page_slots": 0, "frames": 4, "segment_bytes": 64, "destage": "adaptive", "destage_free": )";
  EXPECT_EQ(CountersOf(Full(kThree, adaptive + "800}")).destage_writes, 0u);
  EXPECT_GT(CountersOf(Full(kThree, adaptive + "950}")).destage_writes, 0u);
}

// --- What goes together --------------------------------------------------------------------------

TEST(Destaging, RefusesWhatDoesNotGoTogether) {
  struct Case {
    const char* params;
    const char* param;
    const char* en;
    const char* zh;
  };
  const Case cases[] = {
      {R"({"slots": 256, "destage": "adaptive", "segment_bytes": 655360})", "segment_bytes",
       "a segment is larger than what is free", "段大于"},
      {R"({"slots": 100000, "destage": "adaptive"})", "segment_bytes", "more than 64 segments",
       "超过 64 段"},
      {R"({"granularity": "page", "page_slots": 16, "destage": "adaptive"})", "segment_bytes",
       "a segment is larger than what is free", "段大于"},
      {R"({"destage_low": 990})", "destage_low", "destaging must end at less", "停止降级写回"},
      {R"({"slots": 8, "value_bytes": 256})", "slots", "do not fit into PCM", "PCM 容不下"},
      {R"({"granularity": "page", "page_slots": 2})", "page_slots", "is too small", "太小"},
      {R"({"placement": "btree", "page_slots": 10, "frames": 8})", "page_slots", "is too small",
       "太小"},
      {R"({"tables_in_pool": true, "slots": 65536, "frames": 100})", "frames",
       "take their bytes from it", "占用其中的空间"},
      {R"({"pcm_percent": 100, "frames": 2, "page_slots": 16})", "pcm_percent",
       "too small for its slots", "PCM 太小"},
      {R"({"swap_delta": -1})", "swap_delta", "0", "0"},
      {R"({"granularity": "page", "locks": "record"})", "locks", "no such", "没有"},
  };
  for (const Case& each : cases) {
    Scenario scenario;
    std::vector<Problem> problems;
    EXPECT_FALSE(ParseScenario(Full(kThree, each.params).Json(), &scenario, &problems));
    ASSERT_EQ(problems.size(), 1u) << each.params;
    EXPECT_EQ(problems[0].path, std::string("scheme.params.") + each.param);
    EXPECT_NE(problems[0].reason_en.find(each.en), std::string::npos) << problems[0].reason_en;
    EXPECT_NE(problems[0].reason_zh.find(each.zh), std::string::npos) << problems[0].reason_zh;
  }
  ParsedScenario(Full(kThree, R"({"slots": 256, "segment_bytes": 655360})").Json());
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
