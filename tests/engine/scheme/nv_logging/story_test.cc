// Do the listings, structures and mutations that NV-Logging declares agree with what its code does?
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <map>
#include <set>

#include "scheme/systems/nv_logging/story.h"
#include "support/effort.h"
#include "support/scenarios.h"
#include "support/split_story.h"
#include "support/told_story.h"
#include "support/wide_scenario.h"

namespace afterimage::testing_support {
namespace {

const SchemeInfo& Scheme() { return *FindScheme("nv-logging"); }

TEST(Story, EachListingLabelIsUniqueAndNoneIsMissing) {
  EXPECT_EQ(ListedLabels(Scheme()), LabelsFrom(1, nvlog::kLineCount));
}

TEST(Story, EveryTextIsInBothLanguages) { ExpectToldInBothLanguages(Scheme()); }

TEST(Story, EveryLineIsAnnouncedAndEveryAnnouncedLabelIsALine) {
  // Cleaners write pages without a line of their own.
  Announced announced(Scheme(), false);
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Play play(WideScenario(seed));
    play.To();
    const uint32_t end = play.session().at();
    announced.Watch(play.events);
    Play cut(WideScenario(seed));
    cut.To(end / 2 + seed);
    ASSERT_TRUE(cut.Cut({SurvivePolicy::kRandom, seed, {}}));
    cut.To();
    announced.Watch(cut.events);
  }
  announced.ExpectAll();
}

// --- Mutations -----------------------------------------------------------------------------------

Script Mutated(const std::string& mutation, const std::string& persist) {
  const std::string mutations = mutation.empty() ? "[]" : "[\"" + mutation + "\"]";
  return {
      .threads = R"([["begin T1", "A := 50", "B := B + 50", "steal A", "wait 50us", "commit"]])",
      .params = R"({"persist": ")" + persist + "\"}",
      .mutations = mutations};
}

// T2 and T3 wait for what T1 releases before its commit is durable.
Script Readers(const std::string& mutations, const std::string& persist) {
  return {.threads = R"([["begin T1", "B := 7", "A := 50", "signal on", "commit"],
                     ["await on", "begin T2", "read A", "commit"],
                     ["await on", "begin T3", "read A", "commit"]])",
          .params = R"({"elr": true, "persist": ")" + persist + "\"}",
          .mutations = mutations,
          .overrides = R"({"nvm.slowdown": 1000})"};
}

// Two changes of A wait while the persisters are busy with those of B and C.
Script Waiting(const std::string& mutations, const std::string& persist) {
  return {.threads = R"([["begin T1", "B := 20", "C := 30", "A := 50", "A := 60", "commit"]])",
          .params = R"({"persisters": 2, "persist": ")" + persist + "\"}",
          .mutations = mutations,
          .overrides = R"({"nvm.line_write_ns": 5000})"};
}

// The story in which the mutation shows.
Script MutatedStory(const std::string& mutation, const std::string& persist) {
  const std::string mutations = "[\"" + mutation + "\"]";
  if (mutation == "undo-in-place")
    return Splitting("nv-logging", R"(, "persist": ")" + persist + "\"", mutations);
  if (mutation == "no-early-release-wait" || mutation == "one-dependent-waits")
    return Readers(mutations, persist);
  if (mutation == "later-object-first") return Waiting(mutations, persist);
  return Mutated(mutation, persist);
}

class EveryMutation : public testing::TestWithParam<std::tuple<uint32_t, const char*>> {};
INSTANTIATE_TEST_SUITE_P(
    Declared, EveryMutation,
    testing::Combine(testing::Range(0u, uint32_t(FindScheme("nv-logging")->mutations.size())),
                     testing::Values("flush-on-insert", "flush-on-commit")));

// Under either policy some event shows it, and the example opens at that very failure. Only
// flush-on-commit has persisters, so that nothing shows how they choose under the other.
TEST_P(EveryMutation, IsCaughtAndItsExampleFailsAlike) {
  const auto [index, persist] = GetParam();
  const std::string mutation = Scheme().mutations[index].id;
  const Script script = MutatedStory(mutation, persist);
  const uint32_t end = Play(script).To().session().at();
  uint32_t broken = 0, examples = 0;
  Play play(script);
  for (uint32_t at = 0; at <= end && examples <= 40; ++at) {
    play.To(at);
    const Outlook outlook = LookAhead(play.session(), 600);
    for (int kind = 1; kind < static_cast<int>(VerdictKind::kCount); ++kind) {
      const Outlook::VerdictCount& verdict = outlook.verdicts[kind];
      broken += verdict.runs;
      if (verdict.runs == 0 || ++examples > 40) continue;
      Survive survive;
      for (size_t i = 0; i < outlook.units.size(); ++i) {
        UnitChoice choice{outlook.units[i].tier, outlook.units[i].address, {}};
        SurvivingStores surviving(outlook.units[i], verdict.example[i]);
        for (const PendingStore* store = outlook.units[i].stores; store; store = store->next)
          choice.stores.push_back(surviving.Survives(*store));
        if (choice.tier == Tier::kDisk) choice.stores.push_back(verdict.example[i] == 1);
        survive.units.push_back(choice);
      }
      Play failing(script);
      failing.To(at);
      EXPECT_EQ(failing.VerdictAfter(survive), static_cast<VerdictKind>(kind))
          << mutation << " at event " << at;
    }
  }
  const bool shows = mutation != "later-object-first" || persist == std::string("flush-on-commit");
  EXPECT_EQ(broken > 0, shows) << mutation << " " << persist;
}

TEST(Unmutated, TheSameScenariosNeverFail) {
  for (const char* persist : {"flush-on-insert", "flush-on-commit"}) {
    const std::string policy = std::string(R"(, "persist": ")") + persist + "\"";
    for (const Script& script : {Mutated("", persist), Readers("[]", persist),
                                 Waiting("[]", persist), Splitting("nv-logging", policy)}) {
      Play play(script);
      const uint32_t end = Play(script).To().session().at();
      for (uint32_t at = 0; at <= end; at += Stride(1, 1)) {
        play.To(at);
        const Outlook outlook = LookAhead(play.session(), Effort(600, 1));
        ASSERT_EQ(outlook.verdicts[0].runs, outlook.runs) << persist << " at event " << at;
      }
      play.To();
      for (const Event& e : play.events) EXPECT_EQ(e.flags & kFlagBroken, 0);
    }
  }
}

TEST(Story, EventsThatAMutationChangesSayThatTheyAreBroken) {
  for (const char* mutation :
       {"state-bit-first", "page-before-log", "acknowledge-first", "no-early-release-wait",
        "one-dependent-waits", "undo-in-place", "later-object-first"}) {
    Play play(MutatedStory(mutation, "flush-on-commit"));
    play.To();
    uint32_t broken = 0;
    for (const Event& e : play.events) broken += (e.flags & kFlagBroken) != 0;
    EXPECT_GT(broken, 0u) << mutation;
    EXPECT_LT(broken, play.events.size()) << mutation;
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
