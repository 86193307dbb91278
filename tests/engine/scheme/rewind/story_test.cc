// Do the listings and structures that REWIND declares agree with what its code does?
#include "scheme/systems/rewind/story.h"

#include <map>
#include <set>
#include <vector>

#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "support/scenarios.h"
#include "support/told_story.h"

namespace afterimage::testing_support {
namespace {

const SchemeInfo& Scheme() { return *FindScheme("rewind"); }

TEST(RewindStory, EachListingLabelIsUniqueAndNoneIsMissing) {
  EXPECT_EQ(ListedLabels(Scheme()), LabelsFrom(1, rewind::kLineCount));
}

TEST(RewindStory, EveryTextIsInBothLanguages) { ExpectToldInBothLanguages(Scheme()); }

// Plays one hash bucket, and recovery wherever the power fails: each version of the log has lines
// of its own.
TEST(RewindStory, EveryLineIsAnnouncedAndEveryStoreAndFenceHasALine) {
  const auto script = [](const std::string& params, const std::string& beside = "") {
    return Script{
        .records = R"({"A": 100, "B": 20, "C": 5})",
        .threads =
            R"([["begin T1", "read A", "A := 50", "delete B", "insert D := 1", "delete A", "delete D", "commit", "checkpoint"],
                ["begin T2", "delete C", "insert C := 7", "C := 8", "wait 60us", "abort", "begin T3", "delete C", "commit",
                 "begin T4", "insert E := 1", "insert F := 2", "commit", "checkpoint", "begin T5", "E := 2", "commit", "checkpoint"])" +
            beside + "]",
        .params = params,
        .scheme = "rewind"};
  };
  std::map<uint16_t, uint32_t> announced;
  const auto watch = [&](const Play& play) {
    for (const Event& e : play.events) {
      ++announced[e.label];
      ASSERT_LE(e.structure, Scheme().structures.size()) << "event " << e.seq;
      ASSERT_TRUE(e.label != 0 || (e.flags & kFlagDevice) == 0)
          << "event " << e.seq << " " << kEventKindNames[static_cast<int>(e.kind)];
    }
  };
  const std::string small = R"("bucket_records": 4, "group": 4, "log_slots": 96, "buckets": 1)";
  const std::string later =
      R"("policy": "no-force", "clear": "checkpoint", "compact_percent": 100)";
  const std::string under_way = R"(, ["begin U", "insert X := 1", "wait 120us", "commit"])";
  const std::pair<std::string, std::string> cases[] = {
      {R"({"log_slots": 64, "buckets": 1})", ""},
      {R"({"version": "optimized", )" + small + ", " + later + "}", under_way},
      {R"({"version": "batch", )" + small + "}", under_way},
      {R"({"version": "optimized", "layers": 2, )" + small + "}", under_way},
      {R"({"version": "batch", )" + small + ", " + later + "}", under_way},
  };
  std::vector<Script> scripts;
  for (const auto& [params, beside] : cases) scripts.push_back(script(params, beside));
  // Nodes split and join, the root too, while another thread looks for records.
  scripts.push_back(
      {.records = R"({"A": 1, "B": 2})",
       .threads =
           R"([["begin T1", "read A", "A := 2", "insert C := 3", "insert D := 4", "insert E := 5", "signal split", "wait 60us", "commit",
                "begin T2", "delete E", "delete D", "delete C", "commit"],
               ["await split", "begin T3", "read B", "abort"]])",
       .params = R"({"placement": "btree", "fanout": 4, "log_slots": 256})",
       .scheme = "rewind"});
  for (const Script& each : scripts) {
    Play play(each);
    play.To();
    watch(play);
    const uint32_t end = play.session().at();
    for (uint32_t at = 0; at <= end; at += Stride(1 + end / 400)) {
      Play cut(each);
      cut.To(at);
      ASSERT_TRUE(cut.Cut({SurvivePolicy::kRandom, at, {}}));
      cut.To(cut.session().at() + 80);
      if (!cut.session().world().ended()) ASSERT_TRUE(cut.Cut(None()));
      cut.To();
      watch(cut);
    }
  }
  for (const uint16_t label : ListedLabels(Scheme()))
    EXPECT_GT(announced[label], 0u) << "line " << label << " never runs";
  for (const auto& [label, times] : announced) EXPECT_LT(label, rewind::kLineCount);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
