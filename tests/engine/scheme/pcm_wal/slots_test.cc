// Tests that a thread that needs a slot of the cache gets one, however few there are.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/pcm_wal/wal_play.h"

namespace afterimage::testing_support {
namespace {

// Each slot has a page that its client writes anew: each needs another slot, and only these two can
// be freed. Once both waited for ever.
TEST(PcmWalSlots, PagesThatAreWrittenAnewBothFindRoom) {
  uint32_t ends = 0;
  for (const char other : {'B', 'C', 'D', 'E', 'F', 'G', 'H'}) {
    const auto writes = [](char record, int txn) {
      std::string all = "\"begin T" + std::to_string(txn) + "\"";
      for (int i = 0; i < 4; ++i)
        all += std::string(", \"") + record + " := " + std::to_string(i) + "\", \"steal " + record +
               "\"";
      return "[" + all + ", \"commit\"]";
    };
    Script script = OnPcmWal("[" + writes('A', 1) + ", " + writes(other, 2) + "]",
                             R"({"heap_pages": 6, "frames": 4, "cache_pages": 2})");
    script.records = R"({"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6, "G": 7, "H": 8})";
    script.overrides = R"({"disk.write_ns": 200000})";
    Play play(script);
    play.session().world().kernel().Limit(1000000);
    play.To();
    EXPECT_TRUE(play.session().world().ended() && AllEnded(play.session().oracle())) << other;
    ++ends;
  }
  EXPECT_EQ(ends, 7u);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
