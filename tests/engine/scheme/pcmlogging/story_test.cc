// Does PCMLogging do what its listings say, line by line?
#include "scheme/systems/pcmlogging/story.h"

#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "run/reply/frame.h"
#include "scheme/pcmlogging/pcm_play.h"
#include "support/parsed_json.h"
#include "support/told_story.h"

namespace afterimage::testing_support {
namespace {

const SchemeInfo& Pcm() { return *FindScheme("pcmlogging"); }

TEST(PcmStory, HasEachLabelOnce) { EXPECT_EQ(ListedLabels(Pcm()), LabelsFrom(1, pcm::kLineCount)); }

TEST(PcmStory, IsToldInBothLanguages) { ExpectToldInBothLanguages(Pcm()); }

// More records than slots, so that a commit waits for one.
Script Full() {
  Script script = OnPcm(
      R"([["begin T1", "A := 1", "B := 1", "C := 1", "commit", "begin T2", "D := 2", "E := 2", "F := 2", "commit", "begin T3", "G := 3", "H := 3", "I := 3", "commit"]])",
      R"({"slots": 8, "page_slots": 0, "frames": 4, "destage_high": 1000})");
  script.records = R"({"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6, "G": 7, "H": 8, "I": 9})";
  return script;
}

// More pages than frames: records are read and changed whose page has left DRAM.
Script Elsewhere() {
  Script script = OnPcm(
      R"([["begin T1", "A := 1", "B := 1", "C := 1", "D := 1", "commit", "begin T2", "read A", "read B", "read C", "read D", "A := 2", "commit"]])",
      R"({"slots": 32, "page_slots": 0, "heap_pages": 4, "frames": 2})");
  script.records = R"({"A": 1, "B": 2, "C": 3, "D": 4})";
  return script;
}

// The more PCM holds the slower it fills: the destager learns it from T1 and T2, has to do with T3,
// and keeps to its pace.
Script Slow() {
  Script script = OnPcm(
      R"([["begin T1", "A := 1", "B := 1", "C := 1", "D := 1", "E := 1", "F := 1", "G := 1", "commit", "wait 25us",
            "begin T2", "H := 2", "commit", "wait 150us", "begin T3", "I := 3", "A := 3", "commit", "wait 100us",
            "begin T4", "B := 4", "commit", "wait 100us"]])",
      R"({"slots": 16, "page_slots": 0, "frames": 4, "destage": "adaptive", "destage_free": 990, "segment_bytes": 64, "rate_window_us": 20, "warm_up_windows": 1})");
  script.records = Full().records;
  return script;
}

// Each commit finds what the one before it has written, which moves.
Script Swapped() {
  return OnPcm(
      R"([["begin T1", "A := 1", "commit", "begin T2", "B := 2", "commit", "begin T3", "C := 3", "commit"]])",
      R"({"slots": 16, "page_slots": 0, "frames": 4, "swap_delta": 1})");
}

// List and bitmap go to and fro between two places.
Script Relocated() {
  return OnPcm(R"([["begin T1", "A := 1", "commit", "begin T2", "B := 2", "abort"]])",
               R"({"slots": 16, "page_slots": 0, "relocate_stores": 2, "relocate_places": 2})");
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
  Announced announced(Pcm());
  const char* const all =
      R"([["begin T1", "A := 50", "steal A", "A := 51", "steal A", "signal on", "insert D := 4", "commit", "checkpoint", "begin T2", "B := 1", "steal B", "abort"],
          ["await on", "begin T3", "read C", "C := C + 1", "insert E := 5", "commit"]])";
  std::vector<Script> scripts = {Full(), Elsewhere(), Slow(), Swapped(), Relocated(), Splitting()};
  for (const Form& form : kPcmForms) scripts.push_back(OnPcm(all, form.params));
  for (const Script& script : scripts) announced.WatchCut(script, Stride(2, 1));
  announced.ExpectAll();
}

// A version that is durable and whose bit is not set is there, though nothing counts it yet.
TEST(PcmStory, ShowsASlotFromItsFirstStoreUntilItIsFreed) {
  Play play(OnPcm(R"([["begin T1", "A := 50", "commit"]])",
                  R"({"granularity": "page", "page_slots": 4, "frames": 4})"));
  uint32_t filled = 0;
  const auto slot = [&] {
    std::string text;
    WriteFrame(play.session(), &text);
    const JsonValue frame = ParsedJson(text);
    for (const JsonValue& structure : frame.Find("structures")->elements) {
      if (structure.Find("id")->string != "pcm-slot") continue;
      const JsonValue& first = structure.Find("items")->elements[0];
      return first.Find("state")->string == "empty" ? 0u : 1u;
    }
    return 0u;
  };
  for (uint32_t at = 1; play.Count(EventKind::kAcknowledge) == 0; ++at) {
    play.To(at);
    ASSERT_GE(slot(), filled) << at;
    filled = slot();
  }
  EXPECT_EQ(filled, 1u);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
