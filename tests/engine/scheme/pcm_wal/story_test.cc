// Does WAL with PCM do what its listings say, line by line?
#include "scheme/systems/pcm_wal/story.h"

#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/pcm_wal/wal_play.h"
#include "support/told_story.h"

namespace afterimage::testing_support {
namespace {

const SchemeInfo& Wal() { return *FindScheme("pcm-wal"); }

TEST(PcmWalStory, HasEachLabelOnce) {
  EXPECT_EQ(ListedLabels(Wal()), LabelsFrom(1, pcm_wal::kRecoverOlderBack + 1));
}

TEST(PcmWalStory, IsToldInBothLanguages) { ExpectToldInBothLanguages(Wal()); }

TEST(PcmWalStory, HasAriesMutationsFirst) {
  EXPECT_EQ(Wal().mutations.size(), uint32_t{pcm_wal::kMutationEnd});
  EXPECT_STREQ(Wal().mutations[pcm_wal::kLogReused].id, "log-reused");
  EXPECT_STREQ(Wal().mutations[pcm_wal::kCleanBeforeDisk].id, "clean-before-disk");
}

// Pages leave DRAM again and again, and the log goes through its zone several times. That ARIES's
// own lines run is seen with ARIES.
TEST(PcmWalStory, AnnouncesEveryLineAndNoStoreWithoutOne) {
  Announced announced(Wal());
  const char* const all =
      R"([["begin T1", "A := 50", "steal A", "A := 51", "steal A", "signal on", "insert D := 4", "commit", "checkpoint", "begin T2", "B := 1", "steal B", "abort"],
          ["await on", "begin T3", "read C", "C := C + 1", "insert E := 5", "commit", "begin T4", "read A", "A := 1", "insert F := 6", "commit"]])";
  for (const Form& form : kWalForms) announced.WatchCut(OnPcmWal(all, form.params), Stride(2, 1));
  // More pages than slots, all changed.
  Script full = OnPcmWal(
      R"([["begin T1", "A := 1", "B := 1", "C := 1", "D := 1", "E := 1", "F := 1", "G := 1", "H := 1", "commit"]])",
      R"({"heap_pages": 6, "frames": 2, "cache_pages": 2})");
  full.records = R"({"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6, "G": 7, "H": 8})";
  announced.WatchCut(full, Stride(4, 1));
  announced.ExpectAll(aries::kLineCount);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
