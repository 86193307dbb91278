#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

const char kOneThread[] = R"([["begin T1", "A := 50", "commit"]])";

TEST(Session, StoppingAtEachEventChangesNothing) {
  Script script{
      .threads =
          R"([["begin T1", "A := 50", "B := A + 1", "commit"], ["begin T2", "B := 3", "abort"]])"};
  Play whole(script);
  whole.To();
  Play stepped(script);
  for (uint32_t at = 1; at <= whole.session().at(); ++at) {
    stepped.To(at);
    ASSERT_EQ(stepped.session().at(), at);
  }
  stepped.To();
  EXPECT_EQ(stepped.session().StateDigest(), whole.session().StateDigest());
}

TEST(Session, LookingAheadChangesNothing) {
  Script script{.threads = kOneThread};
  Play whole(script);
  whole.To();
  Play play(script);
  for (uint32_t at = 0; at <= whole.session().at(); ++at) {
    play.To(at);
    LookAhead(play.session(), 50);
  }
  play.To();
  EXPECT_EQ(play.session().StateDigest(), whole.session().StateDigest());
}

TEST(Session, RefusesToKeepALaterStoreWithoutAnEarlierOne) {
  Script script{.threads = kOneThread, .params = R"({"persist": "flush-on-insert"})"};
  Play play(script);
  const PersistUnit* several = nullptr;
  std::vector<PersistUnit> units;
  for (uint32_t at = 1; !several && at < 200; ++at) {
    play.To(at);
    units = play.session().Units();
    for (const PersistUnit& unit : units) {
      if (unit.tier == Tier::kNvm && unit.ordinary > 2) several = &unit;
    }
  }
  ASSERT_NE(several, nullptr);
  std::vector<bool> keep(several->count());
  keep.back() = true;
  Refusal refusal;
  const uint32_t at = play.session().at();
  EXPECT_FALSE(play.session().Cut({SurvivePolicy::kNone, 0, {{Tier::kNvm, several->address, keep}}},
                                  &refusal));
  EXPECT_EQ(refusal.unit, 0u);
  EXPECT_NE(std::string(refusal.rule.en).find("program order"), std::string::npos);
  EXPECT_EQ(play.session().phase(), 0u);
  EXPECT_EQ(play.session().at(), at);
  EXPECT_FALSE(
      play.session().Cut({SurvivePolicy::kNone, 0, {{Tier::kNvm, 0xffc0, {true}}}}, &refusal));
  keep.assign(keep.size(), true);
  EXPECT_TRUE(play.session().Cut({SurvivePolicy::kNone, 0, {{Tier::kNvm, several->address, keep}}},
                                 &refusal));
}

TEST(Session, APowerCutBeforeAnythingLeavesTheInitialRecords) {
  Play play(Script{.threads = kOneThread});
  EXPECT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
  EXPECT_EQ(play.Number("A"), 100);
}

TEST(Session, AnAcknowledgedValueIsThereAfterwardsThoughItsPageNeverLeftDram) {
  Play play(Script{.threads = kOneThread});
  play.To();
  EXPECT_EQ(play.Count(EventKind::kPageWrite), 0u);
  EXPECT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
  EXPECT_EQ(play.Number("A"), 50);
  EXPECT_GT(play.Count(EventKind::kRedo), 0u);
}

TEST(Session, AStolenUncommittedValueIsUndone) {
  Script script{.threads = R"([["begin T1", "A := 50", "steal A", "wait 1ms", "commit"]])"};
  Play play(script);
  uint32_t at = 0;
  while (play.Count(EventKind::kPageWrite) == 0) play.To(++at);
  EXPECT_EQ(play.VerdictAfter(None()), VerdictKind::kConsistent);
  EXPECT_EQ(play.Number("A"), 100);
  EXPECT_EQ(play.Count(EventKind::kUndo), 1u);
  EXPECT_EQ(play.Count(EventKind::kRedo), 0u);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
