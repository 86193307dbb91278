// Each rule of ARIES that can be broken: broken it loses something, kept it loses nothing.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <algorithm>

#include "scheme/aries/aries_play.h"
#include "support/split_story.h"

namespace afterimage::testing_support {
namespace {

struct Broken {
  const char* mutation;
  const char* threads;  // null: the story in which a leaf splits
  const char* params;
  const char* overrides = nullptr;  // of the machine

  Script Told(const std::string& mutations) const {
    Script script =
        threads ? Aries(threads, params, mutations) : Splitting("aries", params, mutations);
    if (overrides) script.overrides = overrides;
    return script;
  }
};

constexpr Broken kBroken[] = {
    {"page-before-log", R"([["begin T1", "A := 50", "B := 7", "steal A", "wait 200us", "commit"]])",
     "{}"},
    {"acknowledge-first", R"([["begin T1", "A := 50", "commit", "wait 200us"]])", "{}"},
    {"no-clr",
     R"([["begin T1", "A := 50", "B := 7", "abort", "begin T2", "A := 3", "commit"], ["begin T3", "C := 9", "commit"]])",
     "{}"},
    {"no-early-release-wait",
     R"([["begin T1", "A := 50", "commit"], ["wait 1us", "begin T2", "read A", "commit"]])",
     R"({"elr": true, "commit": "group", "flush_us": 300})"},
    {"undo-in-place", nullptr, ""},
    {"undo-oldest-first",
     R"([["begin T1", "A := 50", "A := 60", "abort", "begin T2", "B := 3", "commit"]])", "{}"},
    // T1 loses the only core between its space and its copy.
    {"release-out-of-order",
     R"([["begin T1", "read B", "read B", "A := 50", "commit"], ["begin T2", "C := 7", "wait 5us", "commit"]])",
     R"({"log_insert": "decoupled", "log_on": "tmpfs", "data_on": "tmpfs", "warm": true})",
     R"({"cpu.cores": 1, "cpu.quantum_ns": 3000})"},
};

uint32_t BadRuns(const Script& script) {
  Play play(script);
  uint32_t bad = 0;
  for (uint32_t at = 0;; ++at) {
    play.To(at);
    const Outlook outlook = LookAhead(play.session(), 200);
    bad += outlook.runs - outlook.verdicts[0].runs;
    if (play.session().world().ended()) return bad;
  }
}

class AriesMutation : public testing::TestWithParam<Broken> {};
INSTANTIATE_TEST_SUITE_P(Declared, AriesMutation, testing::ValuesIn(kBroken), [](const auto& each) {
  std::string name = each.param.mutation;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST_P(AriesMutation, LosesSomethingAndNothingWithoutIt) {
  const Broken& broken = GetParam();
  EXPECT_GT(BadRuns(broken.Told(std::string("[\"") + broken.mutation + "\"]")), 0u);
  EXPECT_EQ(BadRuns(broken.Told("[]")), 0u);
}

TEST_P(AriesMutation, SaysWhereItBreaksTheRule) {
  const Broken& broken = GetParam();
  Play play(broken.Told(std::string("[\"") + broken.mutation + "\"]"));
  play.To();
  uint32_t flagged = 0;
  for (const Event& e : play.events) flagged += (e.flags & kFlagBroken) != 0;
  EXPECT_GT(flagged, 0u);
  EXPECT_LT(flagged, play.events.size());
}

TEST(AriesMutations, AreAllTriedHere) {
  EXPECT_EQ(FindScheme("aries")->mutations.size(), sizeof kBroken / sizeof *kBroken);
  for (uint32_t i = 0; i < FindScheme("aries")->mutations.size(); ++i)
    EXPECT_STREQ(FindScheme("aries")->mutations[i].id, kBroken[i].mutation);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
