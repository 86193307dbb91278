// Does the engine's NVM leave exactly what the models of x86 persistency leave?
#include "persistency/engine_model.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/build.h"
#include "persistency/line_fifo_model.h"
#include "persistency/litmus.h"
#include "persistency/persist_buffer_model.h"
#include "support/effort.h"

#if AFTERIMAGE_TRACED

namespace afterimage::persistency {
namespace {

class Engine : public ::testing::Test {
 protected:
  bool Agrees(const Program& program) {
    const Outcomes engine = EngineOutcomes(program);
    return engine == buffer_.Reachable(program, Order::kAsGiven) &&
           engine == fifo_.Reachable(program, Order::kAsGiven);
  }
  std::string Disagreement(const Program& program) {
    const Program least = Shrink(program, [this](const Program& part) { return !Agrees(part); });
    std::string text = ToString(least);
    for (const Outcome& outcome : EngineOutcomes(least)) text += "\n  engine: " + ToString(outcome);
    for (const Outcome& outcome : fifo_.Reachable(least, Order::kAsGiven))
      text += "\n  model: " + ToString(outcome);
    return text;
  }
  void TryRandomPrograms(uint32_t programs, bool non_temporal) {
    for (uint64_t seed = 1; seed <= testing_support::Effort(programs, 10); ++seed) {
      Random random(seed);
      const Program program = RandomProgram(random, non_temporal);
      ASSERT_TRUE(Agrees(program)) << "seed " << seed << ": " << Disagreement(program);
    }
  }

  PersistBufferModel buffer_;
  LineFifoModel fifo_;
};

TEST_F(Engine, LeavesWhatTheLitmusTestsAllow) {
  for (const Litmus& test : kLitmusTests) {
    const Program program = ProgramOf(test);
    const Outcomes outcomes =
        test.schedule ? EngineOutcomes(program) : EngineOutcomesOfEveryOrder(program);
    EXPECT_EQ(Watched(outcomes, test.watch), Listed(test.allowed)) << test.name;
  }
}

TEST_F(Engine, AgreesWithBothModelsOnRandomProgramsOfOrdinaryStores) {
  TryRandomPrograms(10000, false);
}

TEST_F(Engine, AgreesWithBothModelsOnRandomProgramsWithNonTemporalStores) {
  TryRandomPrograms(10000, true);
}

// Write-backs in flight while other threads go on, and evictions: what these leave, some order one
// by one leaves, too.
TEST_F(Engine, LeavesNothingElseWhereInstructionsOverlap) {
  for (uint64_t seed = 1; seed <= testing_support::Effort(10000, 10); ++seed) {
    Random random(seed);
    const Program program = RandomProgram(random, true);
    const Outcomes allowed = buffer_.Reachable(program, Order::kEvery);
    for (const Outcome& outcome : EngineOutcomesInAHurry(program, random)) {
      ASSERT_TRUE(std::binary_search(allowed.begin(), allowed.end(), outcome))
          << "seed " << seed << ": " << ToString(program) << "\n  " << ToString(outcome);
    }
  }
}

}  // namespace
}  // namespace afterimage::persistency

#endif  // AFTERIMAGE_TRACED
