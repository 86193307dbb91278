// Do the listings, structures and mutations that NV-Logging declares agree with what its code does?
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <map>
#include <set>

#include "scheme/nv_logging/story.h"
#include "support/effort.h"
#include "support/scenarios.h"
#include "support/split_story.h"
#include "support/wide_scenario.h"

namespace afterimage::testing_support {
namespace {

const SchemeInfo& Scheme() { return *FindScheme("nv-logging"); }

std::set<uint16_t> ListedLabels() {
  std::set<uint16_t> labels;
  for (uint32_t i = 0; i < Scheme().listing_count; ++i) {
    const Listing& listing = Scheme().listings[i];
    for (uint32_t line = 0; line < listing.count; ++line) {
      EXPECT_TRUE(labels.insert(listing.lines[line].label).second)
          << "label " << listing.lines[line].label << " stands twice";
    }
  }
  return labels;
}

TEST(Story, EachListingLabelIsUniqueAndNoneIsMissing) {
  std::set<uint16_t> all;
  for (uint16_t label = 1; label < nvlog::kLineCount; ++label) all.insert(label);
  EXPECT_EQ(ListedLabels(), all);
}

TEST(Story, EveryTextIsInBothLanguages) {
  const auto check = [](const Text& text, const std::string& what) {
    EXPECT_STRNE(text.en, "") << what;
    EXPECT_STRNE(text.zh, "") << what;
  };
  for (uint32_t i = 0; i < Scheme().listing_count; ++i) {
    const Listing& listing = Scheme().listings[i];
    check(listing.title, listing.id);
    EXPECT_LE(listing.count, 25u);
    for (uint32_t line = 0; line < listing.count; ++line) {
      check(listing.lines[line].text, listing.id);
      check(listing.lines[line].why, listing.lines[line].text.en);
    }
  }
  for (uint32_t i = 0; i < Scheme().structure_count; ++i)
    check(Scheme().structures[i].title, Scheme().structures[i].id);
  for (uint32_t i = 0; i < Scheme().mutation_count; ++i) {
    check(Scheme().mutations[i].title, Scheme().mutations[i].id);
    check(Scheme().mutations[i].rule, Scheme().mutations[i].id);
  }
  for (uint32_t i = 0; i < Scheme().param_count; ++i) {
    const ParamInfo& param = Scheme().params[i];
    check(param.title, param.id);
    check(param.help, param.id);
    EXPECT_GE(param.standard, param.min);
    EXPECT_LE(param.standard, param.max);
  }
}

TEST(Story, EveryLineIsAnnouncedAndEveryAnnouncedLabelIsALine) {
  std::map<uint16_t, uint32_t> announced;
  const auto watch = [&](const Play& play) {
    for (const Event& e : play.events) {
      ++announced[e.label];
      ASSERT_LE(e.structure, Scheme().structure_count) << "event " << e.seq;
    }
  };
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Play play(WideScenario(seed));
    play.To();
    const uint32_t end = play.session().at();
    watch(play);
    Play cut(WideScenario(seed));
    cut.To(end / 2 + seed);
    ASSERT_TRUE(cut.Cut({SurvivePolicy::kRandom, seed, {}}));
    cut.To();
    watch(cut);
  }
  announced.erase(0);
  std::set<uint16_t> labels;
  for (const auto& [label, times] : announced) labels.insert(label);
  for (const uint16_t label : ListedLabels()) {
    EXPECT_EQ(labels.count(label), 1u) << "line " << label << " never runs";
  }
  for (const uint16_t label : labels)
    EXPECT_LT(label, nvlog::kLineCount) << "label " << label << " is no line";
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

// The story in which the mutation shows.
Script MutatedStory(const std::string& mutation, const std::string& persist) {
  const std::string mutations = "[\"" + mutation + "\"]";
  if (mutation == "undo-in-place")
    return Splitting("nv-logging", R"(, "persist": ")" + persist + "\"", mutations);
  if (mutation == "no-early-release-wait" || mutation == "one-dependent-waits")
    return Readers(mutations, persist);
  return Mutated(mutation, persist);
}

class EveryMutation : public testing::TestWithParam<std::tuple<uint32_t, const char*>> {};
INSTANTIATE_TEST_SUITE_P(Declared, EveryMutation,
                         testing::Combine(testing::Range(0u,
                                                         FindScheme("nv-logging")->mutation_count),
                                          testing::Values("flush-on-insert", "flush-on-commit")));

// Under either policy some event shows it, and the example opens at that very failure.
TEST_P(EveryMutation, IsCaughtAndItsExampleFailsAlike) {
  const auto [index, persist] = GetParam();
  const std::string mutation = Scheme().mutations[index].id;
  const Script script = MutatedStory(mutation, persist);
  const uint32_t end = Play(script).To().session().at();
  uint32_t broken = 0, examples = 0;
  Play play(script);
  for (uint32_t at = 0; at <= end; ++at) {
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
  EXPECT_GT(broken, 0u) << mutation << " " << persist;
}

TEST(Unmutated, TheSameScenariosNeverFail) {
  for (const char* persist : {"flush-on-insert", "flush-on-commit"}) {
    const std::string policy = std::string(R"(, "persist": ")") + persist + "\"";
    for (const Script& script :
         {Mutated("", persist), Readers("[]", persist), Splitting("nv-logging", policy)}) {
      Play play(script);
      const uint32_t end = Play(script).To().session().at();
      for (uint32_t at = 0; at <= end; at += Stride(1, 1)) {
        play.To(at);
        const Outlook outlook = LookAhead(play.session(), 600);
        ASSERT_EQ(outlook.verdicts[0].runs, outlook.runs) << persist << " at event " << at;
      }
      play.To();
      for (const Event& e : play.events) EXPECT_EQ(e.flags & kFlagBroken, 0);
    }
  }
}

TEST(Story, EventsThatAMutationChangesSayThatTheyAreBroken) {
  for (const char* mutation : {"state-bit-first", "page-before-log", "acknowledge-first",
                               "no-early-release-wait", "one-dependent-waits", "undo-in-place"}) {
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
