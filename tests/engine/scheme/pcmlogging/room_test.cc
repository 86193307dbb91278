// Tests that whoever sleeps for a slot hears of each one that becomes free, not of the destager's
// alone.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/pcmlogging/pcm_play.h"

namespace afterimage::testing_support {
namespace {

// Six of eight slots have committed versions, T3 takes the others, and T4 finds none. The destager
// has begun by then, and writes a page for 20 ms; T3 rolls back long before.
TEST(PcmRoom, ARollbackWakesWhoSleepsForASlot) {
  Script script = OnPcm(
      R"([["begin T1", "A := 1", "B := 1", "C := 1", "commit",
          "begin T2", "D := 1", "E := 1", "F := 1", "commit",
          "begin T3", "A := 2", "steal A", "B := 2", "steal B", "wait 1000us", "abort"],
         ["wait 500us", "begin T4", "F := 2", "steal F", "commit"]])",
      R"({"slots": 8, "page_slots": 0, "frames": 8, "heap_pages": 4, "transactions": 4,
          "destage_high": 990, "destage_low": 400, "swap_delta": 0})");
  script.records = R"({"A": 9, "B": 9, "C": 9, "D": 9, "E": 9, "F": 9})";
  script.overrides = R"({"cpu.cores": 4, "disk.read_ns": 1000, "disk.write_ns": 20000000})";
  Play play(script);
  World& world = play.session().world();
  world.kernel().Limit(1000000);
  play.To();
  EXPECT_TRUE(world.ended() && AllEnded(play.session().oracle()));
  EXPECT_EQ(world.engine().counters().room_waits, 1u);
  EXPECT_LT(world.kernel().thread(1).now(), 10000000u);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
