// A benchmark on the stage: may one step through it, look ahead and cut the power as in a script,
// and does the database then fulfil the benchmark's conditions?
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "run/reply/describe.h"
#include "run/reply/frame.h"
#include "scheme/shared/heap/records/hashed_records.h"
#include "support/scenarios.h"
#include "support/spoil_page.h"
#include "support/tpcc_scenario.h"

namespace afterimage::testing_support {
namespace {

struct Maker {
  const char* name;
  TpccScenario (*make)();
};
class WorkloadSession : public testing::TestWithParam<Maker> {
 protected:
  TpccScenario Make() const { return GetParam().make(); }
  bool HasPages() const { return !Make().pages.empty(); }
};
INSTANTIATE_TEST_SUITE_P(Schemes, WorkloadSession,
                         testing::Values(Maker{"NvLogging", [] { return TpccScenario(); }},
                                         Maker{"Aries", TpccOnAries}, Maker{"Rewind", TpccOnRewind},
                                         Maker{"Distributed", TpccOnDistributed},
                                         Maker{"Decentralized", TpccOnDecentralized},
                                         Maker{"NvWsp", TpccOnNvWsp}),
                         [](const auto& made) { return std::string(made.param.name); });

// Changes W_YTD of the only warehouse where the database is at rest.
void SpoilWarehousePage(World& world) {
  constexpr uint32_t kPageBytes = 512, kWarehousePage = 2;
  SpoilPage(world, kWarehousePage, kPageBytes,
            24);  // the first byte of its only record's value: W_YTD
}
void SpoilWarehouseWords(Nvm& nvm) {
  heap::Root root;
  nvm.LoadDurable(heap::RootAt(0), &root, sizeof root);
  for (uint64_t i = 0; i < root.count; ++i) {
    const uint64_t node =
        nvm.LoadWord(static_cast<Address>(root.at + i * heap::HashedRecords::kBucketBytes));
    if (node == 0) continue;
    const uint64_t ytd =
        nvm.LoadWord(static_cast<Address>(node) + heap::kListedRecord.value_at) ^ 1;
    nvm.Format(static_cast<Address>(node) + heap::kListedRecord.value_at, &ytd, sizeof ytd);
  }
}

TEST_P(WorkloadSession, EndsWithEveryTransactionAnswered) {
  Play play(Make().Json());
  play.To();
  ASSERT_EQ(play.session().oracle().transactions(), 3u);
  for (TxnLabel txn = 1; txn <= 3; ++txn)
    EXPECT_EQ(play.session().oracle().state(txn), ClientState::kAcknowledged);
}

TEST_P(WorkloadSession, StoppingAndLookingAheadChangeNothing) {
  Play whole(Make().Json());
  whole.To();
  Play stepped(Make().Json());
  for (uint32_t at = 1; at <= whole.session().at(); at += Stride(97)) {
    stepped.To(at);
    ASSERT_EQ(stepped.session().at(), at);
    std::string frame;
    WriteFrame(stepped.session(), &frame);
    LookAhead(stepped.session(), 8);
  }
  stepped.To();
  EXPECT_EQ(stepped.session().StateDigest(), whole.session().StateDigest());
}

// Any subset of the lines in doubt survives, in recovery as well.
TEST_P(WorkloadSession, IsConsistentAfterAPowerCutAnywhere) {
  for (const char* mix : {"new-order", "standard"}) {
    TpccScenario scenario = Make();
    scenario.mix = mix;
    scenario.clients = 3;
    scenario.transactions = 6;
    scenario.rollback_percent = 20;
    const uint32_t end = Play(scenario.Json()).To().session().at();
    for (uint32_t at = 1; at <= end; at += Stride(61)) {
      Play play(scenario.Json());
      play.To(at);
      ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, at, {}}));
      play.To(play.session().at() + at % 200);
      if (at % 2 == 0) ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, at + 1, {}}));
      play.To();
      ASSERT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << mix << " at " << at;
      ASSERT_TRUE(play.session().world().consistency().holds);
      ASSERT_GT(play.session().world().consistency().records_read, 50u);
    }
  }
}

TEST_P(WorkloadSession, FateOfATransactionFollowsItsCommit) {
  Play play(Make().Json());
  play.To();
  const uint32_t end = play.session().at();
  Play again(Make().Json());
  uint32_t open = 0, kept = 0;
  for (uint32_t at = 1; at <= end; at += Stride(31)) {
    again.To(at);
    const Outlook outlook = LookAhead(again.session(), 64);
    for (TxnLabel txn = 1; txn <= 3; ++txn) {
      const ClientState state = again.session().oracle().state(txn);
      if (state == ClientState::kActive) open += outlook.FateOf(txn - 1u) == Fate::kNever;
      if (state == ClientState::kActive) EXPECT_EQ(outlook.FateOf(txn - 1u), Fate::kNever) << at;
      if (state == ClientState::kAcknowledged) kept += outlook.FateOf(txn - 1u) == Fate::kAlways;
      if (state == ClientState::kAcknowledged)
        EXPECT_EQ(outlook.FateOf(txn - 1u), Fate::kAlways) << at;
    }
  }
  EXPECT_GE(open, Effort(6));
  EXPECT_GE(kept, Effort(6));
}

// Only the conditions can notice a record that no client has written.
TEST_P(WorkloadSession, ConditionsFindWhatTheOracleCannotKnow) {
  for (const bool spoilt : {false, true}) {
    Play play(Make().Json());
    play.To(200);
    ASSERT_TRUE(play.Cut(None()));
    World& world = play.session().world();
    if (spoilt && HasPages()) SpoilWarehousePage(world);
    if (spoilt && !HasPages()) SpoilWarehouseWords(world.devices().nvm);
    play.To();
    EXPECT_EQ(play.session().Verdict().kind,
              spoilt ? VerdictKind::kDamaged : VerdictKind::kConsistent);
    std::string verdict;
    WriteVerdict(play.session(), &verdict);
    EXPECT_NE(verdict.find(spoilt ? R"("hold":false)" : R"("hold":true)"), std::string::npos);
    EXPECT_EQ(verdict.find("broken: condition 1") != std::string::npos, spoilt);
  }
}

TEST_P(WorkloadSession, IsDescribedWithItsProgramsAndNamesOfRecords) {
  Play play(Make().Json());
  std::string info;
  WriteSessionInfo(play.session(), 0, &info);
  EXPECT_NE(info.find(R"("workload":"tpcc","programs":[{"title":{"en":"new-order")"),
            std::string::npos);
  EXPECT_NE(info.find(R"({"id":1,"name":"T1","program":0})"), std::string::npos);
  EXPECT_NE(info.find(R"("statements":[])"), std::string::npos);
  play.To();
  std::vector<std::string> names;
  for (const ScriptRecord& record : play.session().scenario().script.records)
    names.push_back(record.name);
  const auto has = [&](const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  EXPECT_TRUE(has("district 1/1"));
  EXPECT_TRUE(has("order 1/1/11"));
  EXPECT_TRUE(has("order-line 1/1/11/5"));
  std::string frame;
  WriteFrame(play.session(), &frame);
  EXPECT_EQ(frame.find("index leaf") != std::string::npos, HasPages());
}

// Some logs forget a record as soon as its transaction has ended.
TEST_P(WorkloadSession, ShowsTheRecordsOfItsLogByName) {
  const char* name = HasPages() ? R"("value":"order-line 1/1/11/5")" : R"("value":"order-line 1/)";
  Play play(Make().Json());
  bool seen = false;
  for (uint32_t at = 20; !seen && !play.session().world().ended(); at += 20) {
    play.To(at);
    std::string frame;
    WriteFrame(play.session(), &frame);
    seen = frame.find(name) != std::string::npos;
  }
  EXPECT_TRUE(seen);
}

TEST(WorkloadWaits, ForALockByName) {
  TpccScenario scenario;
  scenario.clients = 4;
  scenario.transactions = 6;
  Play play(scenario.Json());
  bool waited = false;
  for (uint32_t at = 0; !waited && at < 3000; at += 5) {
    play.To(at);
    std::string frame;
    WriteFrame(play.session(), &frame);
    waited = frame.find(R"("what":"lock","name":"district 1/)") != std::string::npos;
  }
  EXPECT_TRUE(waited);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
