// Checks every system's description of itself, and which of its lines a play announces.
#ifndef AFTERIMAGE_TESTS_SUPPORT_TOLD_STORY_H_
#define AFTERIMAGE_TESTS_SUPPORT_TOLD_STORY_H_

#include <map>
#include <set>
#include <vector>

#include "scheme/contract/scheme.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {

// The labels of a system's listings; none stands twice.
inline std::set<uint16_t> ListedLabels(const SchemeInfo& scheme) {
  std::set<uint16_t> labels;
  for (uint32_t i = 0; i < scheme.listings.size(); ++i) {
    for (uint32_t line = 0; line < scheme.listings[i].count; ++line) {
      const uint16_t label = scheme.listings[i].lines[line].label;
      EXPECT_TRUE(labels.insert(label).second) << "label " << label << " stands twice";
    }
  }
  return labels;
}

// The labels from `first` on and below `end`.
inline std::set<uint16_t> LabelsFrom(uint16_t first, uint16_t end) {
  std::set<uint16_t> labels;
  for (uint16_t label = first; label < end; ++label) labels.insert(label);
  return labels;
}

inline void ExpectToldInBothLanguages(const SchemeInfo& scheme) {
  const auto told = [](const Text& text, const std::string& what) {
    EXPECT_STRNE(text.en, "") << what;
    EXPECT_STRNE(text.zh, "") << what;
  };
  for (uint32_t i = 0; i < scheme.listings.size(); ++i) {
    const Listing& listing = scheme.listings[i];
    told(listing.title, listing.id);
    EXPECT_LE(listing.count, 25u) << listing.id;
    for (uint32_t line = 0; line < listing.count; ++line) {
      told(listing.lines[line].text, listing.id);
      told(listing.lines[line].why, listing.lines[line].text.en);
    }
  }
  for (uint32_t i = 0; i < scheme.structures.size(); ++i)
    told(scheme.structures[i].title, scheme.structures[i].id);
  for (uint32_t i = 0; i < scheme.mutations.size(); ++i) {
    told(scheme.mutations[i].title, scheme.mutations[i].id);
    told(scheme.mutations[i].rule, scheme.mutations[i].id);
  }
  for (uint32_t i = 0; i < scheme.params.size(); ++i) {
    const ParamInfo& param = scheme.params[i];
    told(param.title, param.id);
    told(param.help, param.id);
    EXPECT_GE(param.standard, param.min) << param.id;
    EXPECT_LE(param.standard, param.max) << param.id;
  }
}

// Counts how often each line is announced.
class Announced {
 public:
  // `stores_have_lines`: every event on a device belongs to a line.
  explicit Announced(const SchemeInfo& scheme, bool stores_have_lines = true)
      : scheme_(scheme), stores_have_lines_(stores_have_lines) {}

  // Every event belongs to a structure that there is, or to none.
  void Watch(const std::vector<Event>& events) {
    for (const Event& e : events) {
      ++times_[e.label];
      ASSERT_LE(e.structure, scheme_.structures.size()) << "event " << e.seq;
      ASSERT_TRUE(e.label != 0 || (e.flags & kFlagDevice) == 0 || !stores_have_lines_)
          << "event " << e.seq << " " << kEventKindNames[static_cast<int>(e.kind)];
    }
  }
  // Plays a script to its end, and cuts it every `stride` events and plays its recovery.
  void WatchCut(const Script& script, uint32_t stride) {
    Play play(script);
    play.To();
    Watch(play.events);
    const uint32_t end = play.session().at();
    for (uint32_t at = 0; at <= end; at += stride) {
      Play cut(script);
      cut.To(at);
      ASSERT_TRUE(cut.Cut({SurvivePolicy::kRandom, at, {}}));
      cut.To();
      Watch(cut.events);
    }
  }
  // Every line from `first` on has been announced, and no label that is in no listing.
  void ExpectAll(uint16_t first = 1) const {
    const std::set<uint16_t> listed = ListedLabels(scheme_);
    for (const uint16_t label : listed)
      EXPECT_TRUE(label < first || times_.count(label)) << "line " << label << " never runs";
    for (const auto& [label, times] : times_)
      EXPECT_TRUE(label == 0 || listed.count(label)) << "label " << label;
  }

 private:
  const SchemeInfo& scheme_;
  bool stores_have_lines_;
  std::map<uint16_t, uint32_t> times_;
};

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_TOLD_STORY_H_
