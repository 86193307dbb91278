// Does PCMLogging do what its listings say, line by line?
#include "scheme/pcmlogging/story.h"

#include <map>
#include <set>

#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/pcmlogging/pcm_play.h"

namespace afterimage::testing_support {
namespace {

const SchemeInfo& Pcm() { return *FindScheme("pcmlogging"); }

std::set<uint16_t> Lines() {
  std::set<uint16_t> labels;
  for (uint32_t i = 0; i < Pcm().listing_count; ++i) {
    for (uint32_t line = 0; line < Pcm().listings[i].count; ++line) {
      const uint16_t label = Pcm().listings[i].lines[line].label;
      EXPECT_TRUE(labels.insert(label).second) << "label " << label << " stands twice";
    }
  }
  return labels;
}

TEST(PcmStory, HasEachLabelOnce) {
  std::set<uint16_t> all;
  for (uint16_t label = 1; label < pcm::kLineCount; ++label) all.insert(label);
  EXPECT_EQ(Lines(), all);
}

TEST(PcmStory, IsToldInBothLanguages) {
  const auto told = [](const Text& text, const char* what) {
    EXPECT_STRNE(text.en, "") << what;
    EXPECT_STRNE(text.zh, "") << what;
  };
  for (uint32_t i = 0; i < Pcm().listing_count; ++i) {
    const Listing& listing = Pcm().listings[i];
    told(listing.title, listing.id);
    EXPECT_LE(listing.count, 25u);
    for (uint32_t line = 0; line < listing.count; ++line) {
      told(listing.lines[line].text, listing.id);
      told(listing.lines[line].why, listing.lines[line].text.en);
    }
  }
  for (uint32_t i = 0; i < Pcm().structure_count; ++i)
    told(Pcm().structures[i].title, Pcm().structures[i].id);
  for (uint32_t i = 0; i < Pcm().mutation_count; ++i) {
    told(Pcm().mutations[i].title, Pcm().mutations[i].id);
    told(Pcm().mutations[i].rule, Pcm().mutations[i].id);
  }
  for (uint32_t i = 0; i < Pcm().param_count; ++i) {
    told(Pcm().params[i].title, Pcm().params[i].id);
    told(Pcm().params[i].help, Pcm().params[i].id);
  }
}

// Each form's script comes to a second flush, a rollback of what was stolen, a checkpoint and, with
// little room, to waiting for a slot.
TEST(PcmStory, AnnouncesEveryLineAndNoStoreWithoutOne) {
  std::map<uint16_t, uint32_t> announced;
  const auto watch = [&](const Play& play) {
    for (const Event& e : play.events) {
      ++announced[e.label];
      ASSERT_LE(e.structure, Pcm().structure_count) << "event " << e.seq;
      ASSERT_TRUE(e.label != 0 || (e.flags & kFlagDevice) == 0)
          << "event " << e.seq << " " << kEventKindNames[static_cast<int>(e.kind)];
    }
  };
  const char* const full =
      R"([["begin T1", "A := 1", "B := 1", "commit", "begin T2", "A := 2", "B := 2", "C := 2", "commit", "begin T3", "A := 3", "B := 3", "C := 3", "commit", "begin T4", "A := 4", "commit"]])";
  const char* const all =
      R"([["begin T1", "A := 50", "steal A", "A := 51", "steal A", "signal on", "insert D := 4", "commit", "checkpoint", "begin T2", "B := 1", "steal B", "abort"],
          ["await on", "begin T3", "read C", "C := C + 1", "insert E := 5", "commit"]])";
  std::vector<Script> scripts = {
      OnPcm(full, R"({"slots": 8, "page_slots": 0, "frames": 4, "destage_high": 1000})")};
  for (const PcmForm& form : kPcmForms) scripts.push_back(OnPcm(all, form.params));
  for (const Script& script : scripts) {
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
  }
  for (const uint16_t label : Lines())
    EXPECT_GT(announced[label], 0u) << "line " << label << " never runs";
  for (const auto& [label, times] : announced) EXPECT_LT(label, pcm::kLineCount);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
