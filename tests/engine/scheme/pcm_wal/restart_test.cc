// Tests that the state which a restart leaves in PCM is right for the work that follows, until the
// power fails again.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/pcm_wal/wal_play.h"
#include "support/second_life.h"

namespace afterimage::testing_support {
namespace {

// The page of A comes to PCM twice: at some power cuts both slots have it. The second life takes
// pages out of PCM again, for there are few slots.
Script TwoSlots() {
  Script script = OnPcmWal(
      R"([["begin T1", "A := A + 1", "steal A", "A := A + 10", "steal A", "commit", "begin T2", "B := 5", "steal B", "commit"]])",
      R"({"frames": 2, "cache_pages": 2, "log_kb": 2, "transfer_kb": 1, "partition_kb": 2, "checkpoint_kb": 1, "heap_pages": 5})");
  script.records = R"({"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6, "G": 7, "H": 8})";
  return script;
}

TEST(PcmWalRestart, GoesOnWithThePagesThatWereFound) {
  const Script script = TwoSlots();
  const uint32_t end = Play(script).To().session().at();
  for (uint32_t at = 0; at <= end; at += Stride(4, 1)) {
    for (const uint64_t steps : {100, 300, 1000, 100000}) {
      Play play(script);
      play.To(at);
      ASSERT_TRUE(play.Cut(All()));
      play.To();
      SecondLife life(play.session());
      life.Run(steps);
      ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, at + 1, {}}));
      play.To();
      ASSERT_EQ(play.session().world().report().status, Status::kOk) << at << " " << steps;
      ASSERT_EQ(life.Wrong(play.session().world().observed()), "") << at << " " << steps;
    }
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
