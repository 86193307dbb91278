// Do the listings and structures that NV-WSP declares agree with what its code does?
#include "scheme/nv_wsp/story.h"

#include <map>
#include <set>

#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/nv_wsp/wsp_play.h"
#include "support/tpcc_scenario.h"

namespace afterimage::testing_support {
namespace {

const SchemeInfo& Wsp() { return *FindScheme("nv-wsp"); }

std::set<uint16_t> LinesOfWsp() {
  std::set<uint16_t> labels;
  for (uint32_t i = 0; i < Wsp().listing_count; ++i) {
    const Listing& listing = Wsp().listings[i];
    for (uint32_t line = 0; line < listing.count; ++line) {
      EXPECT_TRUE(labels.insert(listing.lines[line].label).second)
          << "label " << listing.lines[line].label << " stands twice";
    }
  }
  return labels;
}

TEST(WspStory, EachListingLabelIsUniqueAndNoneIsMissing) {
  std::set<uint16_t> all;
  for (uint16_t label = 1; label < nvwsp::kLineCount; ++label) all.insert(label);
  EXPECT_EQ(LinesOfWsp(), all);
}

TEST(WspStory, EveryTextIsInBothLanguages) {
  const auto check = [](const Text& text, const std::string& what) {
    EXPECT_STRNE(text.en, "") << what;
    EXPECT_STRNE(text.zh, "") << what;
  };
  for (uint32_t i = 0; i < Wsp().listing_count; ++i) {
    const Listing& listing = Wsp().listings[i];
    check(listing.title, listing.id);
    EXPECT_LE(listing.count, 25u);
    for (uint32_t line = 0; line < listing.count; ++line) {
      check(listing.lines[line].text, listing.id);
      check(listing.lines[line].why, listing.lines[line].text.en);
    }
  }
  for (uint32_t i = 0; i < Wsp().structure_count; ++i)
    check(Wsp().structures[i].title, Wsp().structures[i].id);
  for (uint32_t i = 0; i < Wsp().mutation_count; ++i) {
    check(Wsp().mutations[i].title, Wsp().mutations[i].id);
    check(Wsp().mutations[i].rule, Wsp().mutations[i].id);
  }
  for (uint32_t i = 0; i < Wsp().param_count; ++i) {
    check(Wsp().params[i].title, Wsp().params[i].id);
    check(Wsp().params[i].help, Wsp().params[i].id);
  }
}

TEST(WspStory, NothingIsAskedThatMeansNothingHere) {
  for (uint32_t i = 0; i < Wsp().param_count; ++i) {
    EXPECT_STRNE(Wsp().params[i].id, "data_on");
    EXPECT_STRNE(Wsp().params[i].id, "torn_pages");
  }
  EXPECT_STREQ(Wsp().params[Wsp().param_count - 1].id, "value_bytes");
}

// A script with everything, cut everywhere, and a benchmark whose trees split.
TEST(WspStory, EveryLineIsAnnouncedAndEveryStoreHasALine) {
  std::map<uint16_t, uint32_t> announced;
  const auto watch = [&](const Play& play) {
    for (const Event& e : play.events) {
      ++announced[e.label];
      ASSERT_LE(e.structure, Wsp().structure_count) << "event " << e.seq;
      ASSERT_TRUE(e.label != 0 || (e.flags & kFlagDevice) == 0)
          << "event " << e.seq << " " << kEventKindNames[static_cast<int>(e.kind)];
    }
  };
  const Script script = OnNvWsp(
      R"([["begin T1", "A := 50", "signal on", "insert D := 4", "commit", "checkpoint", "begin T2", "B := 1", "steal B", "abort"],
                                    ["await on", "begin T3", "read A", "A := A + 1", "commit"]])",
      R"({"elr": true, "entries": 16, "marks": 2, "value_bytes": 24})");
  Play play(script);
  play.To();
  watch(play);
  const uint32_t end = play.session().at();
  for (uint32_t at = 0; at <= end; at += Stride(2, 1)) {
    Play cut(script);
    cut.To(at);
    ASSERT_TRUE(cut.Cut({SurvivePolicy::kRandom, at, {}}));
    cut.To();
    watch(cut);
  }
  TpccScenario benchmark = TpccOnNvWsp();
  benchmark.mix = "standard";
  benchmark.transactions = 12;
  Play splits(benchmark.Json());
  splits.To();
  watch(splits);
  for (const uint16_t label : LinesOfWsp())
    EXPECT_GT(announced[label], 0u) << "line " << label << " never runs";
  for (const auto& [label, times] : announced) EXPECT_LT(label, nvwsp::kLineCount);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
