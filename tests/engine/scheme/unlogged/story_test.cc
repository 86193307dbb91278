// Do the systems without a log do what their listings say, and no more?
#include "scheme/shared/unlogged_heap/story.h"

#include <map>
#include <set>

#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "support/scenarios.h"
#include "support/told_story.h"

namespace afterimage::testing_support {
namespace {

class UnloggedStory : public testing::TestWithParam<const char*> {
 protected:
  const SchemeInfo& scheme() const { return *FindScheme(GetParam()); }
  Script Told(const char* params) const {
    Script script;
    script.scheme = GetParam();
    script.params = params;
    // Records until leaves split and the root does, then fewer until they join again; a rollback.
    script.threads =
        R"([["begin T1", "A := 1", "insert D := 4", "insert E := 5", "insert F := 6", "insert G := 7", "insert H := 8", "commit", "begin T2", "delete D", "delete E", "delete F", "delete A", "delete B", "commit", "begin T3", "C := 9", "abort"],
            ["begin T4", "read C", "insert I := 1", "commit"]])";
    return script;
  }
};
INSTANTIATE_TEST_SUITE_P(Both, UnloggedStory, testing::Values("unlogged-nvm", "unlogged-dram"),
                         [](const auto& each) {
                           return std::string(each.param).substr(sizeof "unlogged-" - 1);
                         });

TEST_P(UnloggedStory, AnnouncesLinesOfItsListingsOnly) {
  const std::set<uint16_t> lines = ListedLabels(scheme());
  std::map<uint16_t, uint32_t> announced;
  for (const char* params :
       {R"({"placement": "hash"})", R"({"placement": "btree", "fanout": 4})"}) {
    Play play(Told(params));
    play.To();
    ASSERT_TRUE(play.session().world().ended());
    std::vector<Event> events = play.events;
    ASSERT_TRUE(play.Cut({SurvivePolicy::kAll, 0, {}}));
    play.To();
    events.insert(events.end(), play.events.begin(), play.events.end());
    for (const Event& e : events) {
      ++announced[e.label];
      EXPECT_LE(e.structure, scheme().structures.size()) << "event " << e.seq;
      EXPECT_TRUE(e.label != 0 || (e.flags & kFlagDevice) == 0)
          << "event " << e.seq << " " << kEventKindNames[static_cast<int>(e.kind)];
    }
  }
  for (const auto& [label, times] : announced)
    EXPECT_TRUE(label == 0 || lines.contains(label)) << "label " << label << " is in no listing";
  // The other lines need an empty bucket, or another thread to wait for.
  EXPECT_GT(announced.size(), lines.size() * 3 / 4);
}

TEST_P(UnloggedStory, IsToldInBothLanguages) { ExpectToldInBothLanguages(scheme()); }

}  // namespace
}  // namespace afterimage::testing_support
#endif
