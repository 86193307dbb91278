// A system that is not on the list goes through what every system must: docs/architecture.md, "Add
// a scheme".
#include "scheme/toy/toy.h"

#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <set>

#include "run/explore/verify.h"
#include "scheme/toy/undo_log.h"
#include "support/read_back.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

constexpr char kEverything[] =
    R"([["begin T1", "A := 50", "signal on", "insert D := 4", "commit", "checkpoint",
         "begin T2", "B := 1", "steal B", "delete C", "abort"],
        ["await on", "begin T3", "read A", "A := A + 1", "steal A", "commit"]])";

class Toy : public testing::Test {
 protected:
  static Script Told(const char* mutations = "[]", const char* params = "{}") {
    return {.threads = kEverything, .params = params, .mutations = mutations, .scheme = "toy"};
  }
  static std::unique_ptr<Verification> Explored(const Script& script, uint32_t depth) {
    VerifyOptions options;
    options.depth = depth;
    auto verification = std::make_unique<Verification>(ParsedScenario(script.Json()), options);
    while (!verification->Advance(5000)) continue;
    return verification;
  }
};

TEST_F(Toy, IsFoundAndIsOnNoList) {
  EXPECT_EQ(FindScheme("toy"), &toy::kToy);
  for (uint32_t i = 0; i < kSchemeCount; ++i) EXPECT_NE(kSchemes[i], &toy::kToy);
}

TEST_F(Toy, RunsAScript) {
  Play play(Told());
  play.To();
  EXPECT_EQ(ReadBack(play.session()), "A=51 B=20 C=5 D=4");
}

TEST_F(Toy, RefusesWhatItCannotDo) {
  for (const char* params : {R"({"placement": "btree"})", R"({"elr": true})",
                             R"({"torn_pages": "full-page-images"})", R"({"value_bytes": 24})"}) {
    Scenario scenario;
    std::vector<Problem> problems;
    EXPECT_FALSE(ParseScenario(Told("[]", params).Json(), &scenario, &problems)) << params;
  }
}

// Every image of every power cut, and of one more in recovery; structures are checked after some.
TEST_F(Toy, KeepsItsPromiseWhereverThePowerFailsTwice) {
  for (const char* params : {"{}", R"({"heap_pages": 3, "frames": 2, "value_bytes": 16})",
                             R"({"data_on": "tmpfs", "torn_pages": "double-write"})"}) {
    const auto verification = Explored(Told("[]", params), 1);
    EXPECT_TRUE(verification->exact()) << params;
    EXPECT_TRUE(verification->failures().empty()) << params;
    EXPECT_EQ(verification->checked().images, verification->points().size()) << params;
    EXPECT_EQ(verification->checked().broken, 0u) << params;
    EXPECT_GT(verification->points().size(), 20u) << params;
  }
}

TEST_F(Toy, RecoversThroughManyPowerCutsInARow) {
  const uint32_t end = Play(Told()).To().session().at();
  for (uint32_t at = 1; at < end; at += Stride(3)) {
    Play play(Told());
    play.To(at);
    for (uint32_t life = 1; life <= 8; ++life) {
      ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, life * at, {}}));
      play.To(play.session().at() + 3 * life);
    }
    ASSERT_EQ(play.VerdictAfter(All()), VerdictKind::kConsistent) << at;
  }
}

// A record of a transaction that has not ended breaks a rule.
TEST_F(Toy, ItsCheckSeesARecordThatIsLeft) {
  Play play(Told());
  play.To();
  World& world = play.session().world();
  const auto holds = [&] {
    StructureReport report;
    StructureCheck check(&report);
    world.engine().CheckStructures(check);
    return check.holds();
  };
  EXPECT_TRUE(holds());
  toy::UndoRecord left;
  const uint64_t ended = world.devices().nvm.LoadWord(toy::Layout::End(0));
  left.number = ended + 1;
  world.devices().nvm.Format(toy::Layout{16}.Record(0, 3), &left, sizeof left);
  EXPECT_FALSE(holds());
}

TEST_F(Toy, AnnouncesEveryLineOfItsListingsAndNoOther) {
  std::set<uint16_t> listed, announced;
  for (uint32_t i = 0; i < toy::kToy.listings.size(); ++i) {
    const Listing& listing = toy::kToy.listings[i];
    for (uint32_t line = 0; line < listing.count; ++line) {
      EXPECT_TRUE(listed.insert(listing.lines[line].label).second);
      EXPECT_STRNE(listing.lines[line].text.zh, "");
      EXPECT_STRNE(listing.lines[line].why.zh, "");
    }
  }
  const auto watch = [&](const Play& play) {
    for (const Event& e : play.events) {
      if (e.label != 0) announced.insert(e.label);
      ASSERT_LE(e.structure, toy::kToy.structures.size()) << "event " << e.seq;
      ASSERT_TRUE(e.label != 0 || (e.flags & kFlagDevice) == 0) << "event " << e.seq;
    }
  };
  Play play(Told());
  play.To();
  watch(play);
  const uint32_t end = play.session().at();
  for (uint32_t at = 0; at <= end; ++at) {
    Play cut(Told());
    cut.To(at);
    ASSERT_TRUE(cut.Cut({SurvivePolicy::kRandom, at, {}}));
    cut.To();
    watch(cut);
  }
  EXPECT_EQ(announced, listed);
  EXPECT_EQ(listed.size(), toy::kLineCount - 1u);
}

TEST_F(Toy, TheExplorerCatchesItsMutation) {
  EXPECT_FALSE(Explored(Told(R"(["record-in-cache"])"), 0)->failures().empty());
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
