// Do the listings and structures that NV-WSP declares agree with what its code does?
#include "scheme/systems/nv_wsp/story.h"

#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/nv_wsp/wsp_play.h"
#include "support/told_story.h"
#include "support/tpcc_scenario.h"

namespace afterimage::testing_support {
namespace {

const SchemeInfo& Wsp() { return *FindScheme("nv-wsp"); }

TEST(WspStory, EachListingLabelIsUniqueAndNoneIsMissing) {
  EXPECT_EQ(ListedLabels(Wsp()), LabelsFrom(1, nvwsp::kLineCount));
}

TEST(WspStory, EveryTextIsInBothLanguages) { ExpectToldInBothLanguages(Wsp()); }

TEST(WspStory, NothingIsAskedThatMeansNothingHere) {
  for (uint32_t i = 0; i < Wsp().params.size(); ++i) {
    EXPECT_STRNE(Wsp().params[i].id, "data_on");
    EXPECT_STRNE(Wsp().params[i].id, "torn_pages");
  }
  EXPECT_STREQ(Wsp().params[Wsp().params.size() - 1].id, "value_bytes");
}

// A script with everything, cut everywhere, and a benchmark whose trees split.
TEST(WspStory, EveryLineIsAnnouncedAndEveryStoreHasALine) {
  Announced announced(Wsp());
  const Script script = OnNvWsp(
      R"([["begin T1", "A := 50", "signal on", "insert D := 4", "commit", "checkpoint", "begin T2", "B := 1", "steal B", "abort"],
                                    ["await on", "begin T3", "read A", "A := A + 1", "commit"]])",
      R"({"elr": true, "entries": 16, "marks": 2, "value_bytes": 24})");
  announced.WatchCut(script, Stride(2, 1));
  TpccScenario benchmark = TpccOnNvWsp();
  benchmark.mix = "standard";
  benchmark.transactions = 12;
  Play splits(benchmark.Json());
  splits.To();
  announced.Watch(splits.events);
  announced.ExpectAll();
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
