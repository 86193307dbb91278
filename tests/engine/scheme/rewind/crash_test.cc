// Cuts the power at every event of transactions over records, in recovery too, and asks the oracle.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/rewind/rewind_script.h"

namespace afterimage::testing_support {
namespace {

const char kCommit[] =
    R"([["begin T1", "A := 50", "B := B + 50", "commit", "begin T2", "A := A + 1", "commit"]])";
const char kAbort[] =
    R"([["begin T1", "A := 50", "A := A + 1", "delete C", "insert D := 1", "abort"]])";
// One bucket, so that neighbours are linked: first, last and middle of a list go.
const char kLinks[] =
    R"([["begin T1", "delete B", "commit", "begin T2", "insert D := 4", "delete A", "commit",
                          "begin T3", "delete D", "insert B := 7", "delete B", "insert B := 8", "commit"]])";
const char kThreads[] = R"([["begin T1", "A := 50", "B := B + 50", "signal ready", "commit"],
                           ["await ready", "begin T2", "insert D := 1", "delete C", "commit", "checkpoint"],
                           ["begin T3", "C := C + 1", "insert E := 2", "abort"]])";

// Seven updates fill a log of 16 slots with their CLRs, ROLLBACK and END: recovery must not append
// one record more, however often it starts again.
const char kTight[] =
    R"([["begin T1", "A := 50", "A := 51", "B := 1", "B := 2", "C := 1", "C := 2", "A := 52", "wait 1us", "abort"]])";

// One checkpoint after the other: of a block that goes and comes again, in a log that is used again
// and again, beside a transaction that is under way all the time.
const char kLater[] =
    R"([["begin T1", "A := 50", "delete B", "commit", "begin T2", "A := A + 1", "commit", "checkpoint",
         "begin T3", "insert D := 4", "A := 9", "commit", "checkpoint", "begin T4", "insert B := 7", "delete D", "abort",
         "checkpoint", "begin T5", "insert E := 1", "A := 2", "commit"],
        ["begin U", "C := 6", "wait 30us", "C := 7", "commit"]])";

#define BUCKETS(version, policy, clear)                                          \
  R"({"version": ")" version R"(", "policy": ")" policy R"(", "clear": ")" clear \
  R"(", "bucket_records": 4, "group": 2, "log_slots": 64, "buckets": 1})"
#define TIGHT(version, policy, clear)                                            \
  R"({"version": ")" version R"(", "policy": ")" policy R"(", "clear": ")" clear \
  R"(", "bucket_records": 4, "group": 2, "log_slots": 16})"

// Few records: each is an operation on a tree.
const char kShort[] = R"([["begin T1", "A := 50", "B := 4", "commit"],
                          ["begin T2", "C := 1", "C := 2", "abort"]])";

#define TREE(policy, clear)                                                              \
  R"({"layers": 2, "version": "optimized", "policy": ")" policy R"(", "clear": ")" clear \
  R"(", "bucket_records": 4, "log_slots": 32, "buckets": 1})"

struct Case {
  const char* name;
  const char* threads;
  const char* params;
};
class RewindCrash : public testing::TestWithParam<Case> {
 protected:
  Script Make() const { return RewindScript(GetParam().threads, GetParam().params); }
};
INSTANTIATE_TEST_SUITE_P(
    Stories, RewindCrash,
    testing::Values(Case{"commit", kCommit, R"({"log_slots": 32})"},
                    Case{"abort", kAbort, R"({"log_slots": 32})"},
                    Case{"links", kLinks, R"({"log_slots": 64, "buckets": 1})"},
                    Case{"threads", kThreads, R"({"log_slots": 64})"},
                    Case{"tight", kTight, R"({"log_slots": 16})"},
                    Case{"large", kThreads,
                         R"({"log_slots": 128, "value_bytes": 20, "buckets": 1})"},
                    Case{"optimized", kThreads, BUCKETS("optimized", "force", "commit")},
                    Case{"optimized_tight", kTight, TIGHT("optimized", "force", "commit")},
                    Case{"batch", kThreads, BUCKETS("batch", "force", "commit")},
                    Case{"batch_abort", kAbort, BUCKETS("batch", "force", "commit")},
                    Case{"batch_tight", kTight, TIGHT("batch", "force", "commit")},
                    Case{"no_force", kLater, BUCKETS("optimized", "no-force", "checkpoint")},
                    Case{"batch_no_force", kLater, BUCKETS("batch", "no-force", "checkpoint")},
                    Case{"cleared_later", kLater, BUCKETS("batch", "force", "checkpoint")},
                    Case{"two_layers", kShort, TREE("force", "commit")},
                    Case{"compacted", kLater,
                         R"({"version": "batch", "bucket_records": 4, "group": 2,
                             "log_slots": 64, "policy": "no-force", "clear": "checkpoint",
                             "compact_percent": 100, "checkpoint_records": 6})"}),
    [](const auto& each) { return std::string(each.param.name); });

TEST_P(RewindCrash, KeepsItsPromiseAtEveryEvent) {
  const uint32_t end = Play(Make()).To().session().at();
  Play play(Make());
  ExpectConsistentEverywhere(play, 1 + end / 200, 2000);
}

TEST_P(RewindCrash, KeepsItsPromiseAtEveryEventOfEveryRecovery) {
  const Script script = Make();
  const uint32_t end = Play(script).To().session().at();
  for (uint32_t at = 3; at < end; at += Stride(5 + end / 40)) {
    for (const Survive& survive : {None(), All(), Survive{SurvivePolicy::kRandom, at, {}}}) {
      Play whole(script);
      whole.To(at);
      ASSERT_TRUE(whole.Cut(survive));
      const uint32_t recovery = whole.To().session().at();
      Play play(script);
      play.To(at);
      ASSERT_TRUE(play.Cut(survive));
      ExpectConsistentEverywhere(play, 2 + recovery / 25, 200);
    }
  }
}

TEST_P(RewindCrash, ManyCrashesInARowLoseNothing) {
  const Script script = Make();
  const uint32_t end = Play(script).To().session().at();
  for (uint32_t part = 1; part <= 4; ++part) {
    Play play(script);
    play.To(end * part / 5);
    for (uint32_t life = 1; life <= 12; ++life) {
      ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, life, {}}));
      play.To(play.session().at() + 5 + 4 * life);
    }
    ASSERT_TRUE(play.Cut(All()));
    play.To();
    EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent);
  }
}

// Recovery itself refuses a heap with a block in use that no bucket leads to; here that is counted
// by hand.
TEST_P(RewindCrash, NoBlockLeaksAndNoneIsUsedTwice) {
  const Script script = Make();
  const uint32_t end = Play(script).To().session().at();
  for (uint32_t at = 1; at <= end; at += Stride(3)) {
    for (const Survive& survive : {None(), All(), Survive{SurvivePolicy::kRandom, at, {}}}) {
      Play play(script);
      play.To(at);
      ASSERT_TRUE(play.Cut(survive));
      play.To();
      const auto& engine = static_cast<const heap::Engine&>(play.session().world().engine());
      uint32_t present = 0;
      for (const Observed& observed : play.session().world().observed())
        present += observed.present;
      EXPECT_EQ(engine.heap().CountUsed(), present) << "event " << at;
    }
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
