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

// More records than slots, so that a commit waits for one.
Script Full() {
  Script script = OnPcm(
      R"([["begin T1", "A := 1", "B := 1", "C := 1", "commit", "begin T2", "D := 2", "E := 2", "F := 2", "commit", "begin T3", "G := 3", "H := 3", "I := 3", "commit"]])",
      R"({"slots": 8, "page_slots": 0, "frames": 4, "destage_high": 1000})");
  script.records = R"({"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6, "G": 7, "H": 8, "I": 9})";
  return script;
}

// A leaf splits that has entries of a transaction that has committed.
Script Splitting() {
  Script script = OnPcm(
      R"([["begin T1", "insert K := 1", "insert L := 1", "insert M := 1", "insert N := 1", "insert O := 1", "insert P := 1", "insert Q := 1", "commit",
            "begin T2", "insert R := 1", "insert S := 1", "insert T := 1", "insert U := 1", "insert V := 1", "insert W := 1", "insert X := 1", "insert Y := 1", "commit"]])",
      R"({"placement": "btree", "page_bytes": 256, "spare_pages": 16, "slots": 64, "page_slots": 16, "frames": 18})");
  script.overrides = R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "disk.sector_bytes": 256})";
  script.records =
      R"({"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6, "G": 7, "H": 8, "I": 9, "J": 10})";
  return script;
}

// Each form's script comes to a second flush, to a rollback of what was stolen, and to a
// checkpoint.
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
  const char* const all =
      R"([["begin T1", "A := 50", "steal A", "A := 51", "steal A", "signal on", "insert D := 4", "commit", "checkpoint", "begin T2", "B := 1", "steal B", "abort"],
          ["await on", "begin T3", "read C", "C := C + 1", "insert E := 5", "commit"]])";
  std::vector<Script> scripts = {Full(), Splitting()};
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
