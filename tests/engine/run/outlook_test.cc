// *If power failed now*: fates, values and counts against what follows by hand.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <algorithm>

#include "support/effort.h"
#include "support/parsed_json.h"
#include "support/scenarios.h"
#include "support/wide_scenario.h"

namespace afterimage::testing_support {
namespace {

constexpr char kTwo[] =
    R"([["begin T1", "A := 50", "B := 60", "commit", "begin T2", "C := 7", "abort", "begin T3", "C := 9"]])";

// The fates of `txn` over the events of the run, repetitions dropped: "never sometimes always".
std::string FatesOf(const Script& script, TxnLabel txn) {
  const uint32_t end = Play(script).To().session().at();
  Play play(script);
  std::string story;
  Fate last = Fate::kNever;
  for (uint32_t at = 0; at <= end; at += Stride(1, 1)) {
    play.To(at);
    const Outlook outlook = LookAhead(play.session(), 5000);
    EXPECT_TRUE(outlook.exact) << at;
    const Fate fate = outlook.FateOf(txn - 1);
    if (story.empty() || fate != last)
      story += (story.empty() ? "" : " ") + std::string(kFateNames[static_cast<int>(fate)]);
    last = fate;
    const ClientState state = play.session().oracle().state(txn);
    if (state == ClientState::kAcknowledged) EXPECT_EQ(fate, Fate::kAlways) << at;
    if (state == ClientState::kActive || state == ClientState::kAborted ||
        state == ClientState::kNotBegun)
      EXPECT_EQ(fate, Fate::kNever) << at;
  }
  return story;
}

TEST(Outlook, ACommitIsNeverThereThenSometimesThenAlways) {
  for (const char* persist : {"flush-on-insert", "flush-on-commit"}) {
    const Script script{.threads = kTwo,
                        .params = std::string(R"({"persist": ")") + persist + "\"}"};
    EXPECT_EQ(FatesOf(script, 1), "never sometimes always") << persist;
    EXPECT_EQ(FatesOf(script, 2), "never") << persist;
    EXPECT_EQ(FatesOf(script, 3), "never") << persist;
  }
}

TEST(Outlook, BeforeAnythingIsStoredThereIsOneImageAndOneRun) {
  Play play(Script{.threads = kTwo});
  const Outlook outlook = LookAhead(play.session(), 100);
  EXPECT_EQ(outlook.runs, 1u);
  EXPECT_TRUE(outlook.exact);
  EXPECT_TRUE(outlook.units.empty());
  EXPECT_EQ(outlook.values[0].seen, (std::vector<Observed>{{true, true, 100}}));
  EXPECT_EQ(outlook.verdicts[0].runs, 1u);
}

TEST(Outlook, NamesEveryValueThatAClientCouldReadAndNoOther) {
  const Script script{.threads = kTwo};
  const uint32_t end = Play(script).To().session().at();
  Play play(script);
  std::vector<int64_t> seen;
  for (uint32_t at = 0; at <= end; ++at) {
    play.To(at);
    const Outlook outlook = LookAhead(play.session(), 5000);
    for (uint16_t record = 0; record < 3; ++record) {
      const std::vector<Observed> legal = play.session().oracle().Expected(record);
      for (const Observed& value : outlook.values[record].seen) {
        EXPECT_NE(std::find(legal.begin(), legal.end(), value), legal.end())
            << "record " << record << " at " << at;
        if (record == 0 && (seen.empty() || seen.back() != value.number))
          seen.push_back(value.number);
      }
    }
  }
  EXPECT_EQ(seen.front(), 100);
  EXPECT_EQ(seen.back(), 50);
}

TEST(Outlook, SamplesWhereThereIsTooMuchAndSaysSo) {
  Script script{.threads = R"([["begin T1", "A := 1", "B := 2", "C := 3", "commit"]])",
                .params = R"({"persist": "flush-on-commit", "value_bytes": 64})"};
  const uint32_t end = Play(script).To().session().at();
  Play play(script);
  uint32_t sampled = 0;
  for (uint32_t at = 0; at <= end; at += Stride(1, 1)) {
    play.To(at);
    const Outlook whole = LookAhead(play.session(), 100000);
    ASSERT_TRUE(whole.exact);
    const Outlook part = LookAhead(play.session(), 3);
    EXPECT_EQ(part.exact, whole.runs <= 3) << at;
    if (part.exact) continue;
    ++sampled;
    EXPECT_EQ(part.runs, 3u + 66);  // nothing, everything, 64 random ones
    // A sample finds no fate that the full search does not find.
    if (whole.FateOf(0) != Fate::kSometimes) EXPECT_EQ(part.FateOf(0), whole.FateOf(0)) << at;
  }
  EXPECT_GE(sampled, Effort(11, 1));
}

// --- Sessions ------------------------------------------------------------------------------------

TEST(SessionCut, DoesWhatTryingTheSameChoiceDoes) {
  for (uint32_t seed = 0; seed < 25; ++seed) {
    const std::string json = WideScenario(seed);
    const uint32_t end = Play(json).To().session().at();
    const uint32_t at = end * (seed % 10) / 10;
    Play play(json);
    play.To(at);
    UniformChoice none(false), all(true);
    RandomChoice random(seed);
    const CrashOutcome tried[] = {play.session().Try(none), play.session().Try(all),
                                  play.session().Try(random)};
    const Survive survive[] = {None(), All(), {SurvivePolicy::kRandom, seed, {}}};
    for (int i = 0; i < 3; ++i) {
      Play again(json);
      again.To(at);
      again.VerdictAfter(survive[i]);
      const std::span<const Observed> observed = again.session().world().observed();
      EXPECT_EQ(std::vector<Observed>(observed.begin(), observed.end()), tried[i].observed)
          << "seed " << seed << " way " << i;
      EXPECT_EQ(again.session().Verdict().kind, tried[i].judgement.kind);
      EXPECT_EQ(again.session().Verdict().survived, tried[i].judgement.survived);
    }
  }
}

TEST(SessionCut, CountsEventsOverAllItsPhases) {
  Play play(Script{.threads = kTwo});
  play.To(30);
  ASSERT_TRUE(play.Cut(All()));
  EXPECT_EQ(play.session().phase(), 1u);
  EXPECT_EQ(play.session().at(), 30u);
  play.To(35);
  EXPECT_EQ(play.session().at(), 35u);
  EXPECT_EQ(play.events.size(), 5u);
  ASSERT_TRUE(play.Cut(None()));
  play.To();
  EXPECT_EQ(play.session().phase(), 2u);
  EXPECT_EQ(play.session().at(), 35u + play.events.size());
  EXPECT_TRUE(play.session().world().ended());
}

TEST(SessionCut, WithTheSameChoicesTellsTheSameStory) {
  const auto story = [](uint64_t seed) {
    Play play(Script{.threads = kTwo});
    play.To(40);
    play.Cut({SurvivePolicy::kRandom, seed, {}});
    play.To(60);
    play.Cut({SurvivePolicy::kRandom, seed + 1, {}});
    play.To();
    return play.session().StateDigest();
  };
  EXPECT_EQ(story(1), story(1));
}

TEST(SessionCut, RefusesAChoiceThatDoesNotFitItsUnit) {
  Play play(Script{.threads = R"([["begin T1", "A := 1", "steal A", "commit"]])",
                   .params = R"({"page_bytes": 1024})"});
  while (play.Count(EventKind::kPageWriteStart) == 0) play.To(play.session().at() + 1);
  const std::vector<PersistUnit> units = play.session().Units();
  const auto refused = [&](std::vector<UnitChoice> choices, uint32_t unit, const char* reason) {
    Refusal refusal;
    EXPECT_FALSE(play.session().Cut({SurvivePolicy::kAll, 0, std::move(choices)}, &refusal));
    EXPECT_EQ(refusal.unit, unit);
    EXPECT_NE(std::string(refusal.rule.en).find(reason), std::string::npos) << refusal.rule.en;
    EXPECT_STRNE(refusal.rule.zh, "");
    EXPECT_EQ(play.session().phase(), 0u);
  };
  uint32_t sectors = 0;
  for (const PersistUnit& unit : units) {
    std::vector<bool> all(unit.count(), true);
    std::vector<bool> more(unit.count() + 1, true);
    refused({{unit.tier, unit.address, all}, {unit.tier, unit.address, more}}, 1,
            "does not name every store");
    refused({{unit.tier, unit.address, {}}}, 0, "does not name every store");
    sectors += unit.tier == Tier::kDisk;
    // The same address in the other tier is another unit.
    refused({{unit.tier == Tier::kDisk ? Tier::kNvm : Tier::kDisk, unit.address + 3, all}}, 0,
            "everything is durable");
  }
  EXPECT_EQ(sectors, 2u);
  // A torn page by hand: one sector of two.
  std::vector<UnitChoice> torn;
  for (const PersistUnit& unit : units) {
    if (unit.tier == Tier::kDisk) torn.push_back({unit.tier, unit.address, {torn.empty()}});
  }
  EXPECT_EQ(play.VerdictAfter({SurvivePolicy::kAll, 0, torn}), VerdictKind::kDamaged);
}

// A sector holds one of its versions; the last one that is chosen overwrote those before it.
TEST(SessionCut, AChoiceForASectorMeansTheLastOneThatSurvives) {
  PersistUnit sector;
  sector.tier = Tier::kDisk;
  sector.address = 512;
  sector.version_count = 2;
  const auto option = [&](std::vector<bool> keep) {
    std::vector<uint32_t> options;
    Refusal refusal;
    EXPECT_TRUE(ResolveSurvive({SurvivePolicy::kNone, 0, {{Tier::kDisk, 512, std::move(keep)}}},
                               {sector}, &options, &refusal));
    return options.at(0);
  };
  EXPECT_EQ(option({false, false}), 0u);
  EXPECT_EQ(option({true, false}), 1u);
  EXPECT_EQ(option({false, true}), 2u);
  EXPECT_EQ(option({true, true}), 2u);
  sector.tearable = true;  // the first entry is garbage then
  EXPECT_EQ(option({true, false, false}), 1u);
  EXPECT_TRUE(sector.IsGarbage(1));
  EXPECT_EQ(option({true, true, true}), sector.options() - 1);
}

// Every prefix is a legal choice for a line, and every other subset is refused by the rule.
TEST(SessionCut, TakesExactlyThePrefixesOfALine) {
  Play play(Script{.threads = R"([["begin T1", "A := 1", "commit"]])",
                   .params = R"({"persist": "flush-on-insert"})"});
  std::vector<PersistUnit> units;
  const auto wide = [](const PersistUnit& unit) {
    return unit.tier == Tier::kNvm && unit.ordinary == 8;
  };
  while (std::none_of(units.begin(), units.end(), wide)) {
    play.To(play.session().at() + 1);
    units = play.session().Units();
  }
  const PersistUnit unit = *std::find_if(units.begin(), units.end(), wide);
  uint32_t legal = 0;
  for (uint32_t subset = 0; subset < 256; ++subset) {
    UnitChoice choice{unit.tier, unit.address, {}};
    for (int i = 0; i < 8; ++i) choice.stores.push_back((subset >> i) & 1);
    std::vector<uint32_t> options;
    Refusal refusal;
    const bool good =
        ResolveSurvive({SurvivePolicy::kNone, 0, {choice}}, units, &options, &refusal);
    EXPECT_EQ(good, ((subset + 1) & subset) == 0) << subset;
    legal += good;
  }
  EXPECT_EQ(legal, 9u);
}

// --- What the interface is told ------------------------------------------------------------------

TEST(OutlookJson, SaysWhatTheOutlookSays) {
  Play play(Script{.threads = kTwo, .params = R"({"persist": "flush-on-insert"})"});
  const uint32_t end = Play(Script{.threads = kTwo, .params = R"({"persist": "flush-on-insert"})"})
                           .To()
                           .session()
                           .at();
  for (uint32_t at = 0; at <= end; at += 5) {
    play.To(at);
    const Outlook outlook = LookAhead(play.session(), 300);
    std::string text, fates;
    WriteOutlook(play.session(), 300, &text);
    WriteFates(play.session(), 300, &fates);
    const JsonValue json = ParsedJson(text);
    EXPECT_EQ(json.Find("at")->integer, at);
    EXPECT_EQ(json.Find("runs")->integer, outlook.runs);
    EXPECT_EQ(json.Find("exact")->boolean, outlook.exact);
    EXPECT_EQ(json.Find("units")->elements.size(), outlook.units.size());
    uint64_t images = 1;
    for (const PersistUnit& unit : outlook.units) images *= unit.options();
    EXPECT_EQ(json.Find("images")->string, std::to_string(images));
    ASSERT_EQ(fates.size(), 4u);
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(fates[i], static_cast<char>(outlook.FateOf(i)));
      EXPECT_EQ(json.Find("transactions")->elements[i].Find("fate")->string,
                kFateNames[static_cast<int>(outlook.FateOf(i))]);
    }
    EXPECT_EQ(fates[3], '\1');
  }
}

TEST(VerdictJson, NamesWhatWasLost) {
  Play play(Script{.threads = R"([["begin T1", "A := 50", "commit", "wait 1ms"]])",
                   .mutations = R"(["no-tail-write-back"])"});
  while (play.Count(EventKind::kAcknowledge) == 0) play.To(play.session().at() + 1);
  EXPECT_EQ(play.VerdictAfter(None()), VerdictKind::kLost);
  std::string text;
  WriteVerdict(play.session(), &text);
  const JsonValue json = ParsedJson(text);
  EXPECT_EQ(json.Find("verdict")->string, "lost");
  ASSERT_EQ(json.Find("findings")->elements.size(), 1u);
  const JsonValue& finding = json.Find("findings")->elements[0];
  EXPECT_EQ(finding.Find("txn")->integer, 1);
  EXPECT_EQ(finding.Find("record")->string, "A");
  EXPECT_NE(finding.Find("text")->Find("en")->string.find("A reads 100, which T1 had changed"),
            std::string::npos);
  EXPECT_EQ(json.Find("transactions")->elements[0].Find("survived")->boolean, false);
  EXPECT_EQ(json.Find("records")->elements[0].Find("expected")->elements[0].integer, 50);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
