// Tests that the update program makes of the words exactly what so many transactions did.
#include "workload/updates/updates.h"

#include <gtest/gtest.h>

#include <set>

#include "support/benchmark_run.h"
#include "support/pieces.h"

namespace afterimage::updates {
namespace {

using namespace testing_support;
using UpdateRun = BenchmarkRun<Updates>;

constexpr char kBroken[] =
    "a client's words are what its first transactions made of them, each whole";

UpdateShape SmallShape(uint32_t words, uint32_t clients) {
  UpdateShape shape;
  shape.words = words;
  shape.operations = 7;
  shape.clients = clients;
  shape.seed = 3;
  return shape;
}

TEST(Updates, WordsAreThoseOfSoManyTransactions) {
  for (const uint32_t words : {1, 50}) {
    UpdateRun run(SmallShape(words, 4));
    EXPECT_EQ(run.Broken(), "");
    run.engine.refuse_one_in = 100;
    run.sim.recorder.Mute(true);
    run.Transactions(400);
    run.engine.refuse_one_in = 0;
    EXPECT_EQ(run.Broken(), "");
    EXPECT_GT(run.observer.aborts, 5u);
    EXPECT_EQ(run.observer.disorder, 0u);
    EXPECT_EQ(run.run.abandoned, 0u);
    EXPECT_EQ(run.engine.waits, 0u) << "clients never meet";
    EXPECT_EQ(run.engine.Count(0), std::max(words, 4u)) << "one word for each client at least";
  }
}

// All draws come from a client's share of the words.
TEST(Updates, DrawsAreFromTheWholeOfAClientsShareAndFromTheSeed) {
  const UpdateShape shape = SmallShape(50, 4);
  UpdateShape other = shape;
  other.seed = 4;
  uint32_t same = 0;
  std::set<uint64_t> drawn;
  for (uint32_t client = 0; client < 4; ++client) {
    for (uint64_t update = 0; update < 400; ++update) {
      const uint64_t word = shape.WordOf(client, update);
      EXPECT_GE(word, shape.ShareOf(client));
      EXPECT_LT(word, shape.ShareOf(client + 1));
      EXPECT_TRUE(shape.MayHold(client, word, shape.ValueOf(client, update)));
      drawn.insert(word);
      same += word == other.WordOf(client, update) ? 1 : 0;
    }
  }
  EXPECT_EQ(drawn.size(), 50u);
  EXPECT_LT(same, 300u);
}

TEST(Updates, AWordThatNobodyWroteIsNoticed) {
  const UpdateShape shape = SmallShape(50, 4);
  const uint64_t word = shape.WordOf(2, 9), value = shape.ValueOf(2, 9);
  EXPECT_FALSE(shape.MayHold(2, word + 1, value));
  EXPECT_FALSE(shape.MayHold(1, word, value));
  for (uint32_t bit = 0; bit < 64; ++bit)
    EXPECT_FALSE(shape.MayHold(2, word, value ^ uint64_t{1} << bit)) << bit;
  EXPECT_TRUE(shape.MayHold(2, word, shape.InitialValue(word)));
  EXPECT_FALSE(shape.MayHold(2, word, shape.InitialValue(word + 1)));
}

TEST(Updates, ALostWriteIsNoticed) {
  for (const uint64_t change : {1, 2, 5}) {
    UpdateRun run(SmallShape(2000, 1));
    run.engine.bad_table = 0;
    run.engine.bad_change = change;
    run.Transactions(3);
    EXPECT_EQ(run.Broken(), kBroken) << change;
  }
}

TEST(Updates, ReadsThatFailAreNoConsistency) {
  UpdateRun run(SmallShape(50, 1));
  run.engine.refuse_one_in = 1;
  const Consistency result = run.Check();
  EXPECT_FALSE(result.holds);
  EXPECT_EQ(result.status, Status::kMustAbort);
}

TEST(Updates, RowsReadInPieces) {
  ExpectRowsInPieces(Updates(SmallShape(50, 3)));
  ExpectRowsAreFound(Updates(SmallShape(50, 3)));
}

TEST(Updates, ComputationTakesSoManyLineWrites) {
  Time ends[2];
  for (const uint32_t compute : {0, 10}) {
    UpdateShape shape = SmallShape(50, 1);
    shape.compute = compute;
    UpdateRun run(shape);
    run.Transactions(20);
    ends[compute / 10] = run.sim.kernel.now();
  }
  EXPECT_EQ(ends[1] - ends[0], 20 * 7 * 10 * MachineProfile(kMachines[0]).nvm_write_ns());
}

TEST(Updates, TracingChangesNothing) {
  UpdateRun run(SmallShape(50, 3));
  run.Transactions(100);
  EXPECT_EQ(run.engine.Digest(), 14283934833660923988u);
  EXPECT_EQ(run.sim.kernel.now(), 467500u);
}

}  // namespace
}  // namespace afterimage::updates
