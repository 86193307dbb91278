// Do two unlike models of x86 persistency agree with each other, and with what was derived by hand?
#include <gtest/gtest.h>

#include "base/build.h"
#include "persistency/line_fifo_model.h"
#include "persistency/litmus.h"
#include "persistency/persist_buffer_model.h"
#include "support/effort.h"

#if AFTERIMAGE_TRACED  // nothing here depends on the build

namespace afterimage::persistency {
namespace {

class Models : public ::testing::Test {
 protected:
  bool Agree(const Program& program, Order order) {
    return buffer_.Reachable(program, order) == fifo_.Reachable(program, order);
  }
  // The smallest part of the program on which they disagree.
  std::string Disagreement(const Program& program, Order order) {
    const Program least = Shrink(program, [&](const Program& part) { return !Agree(part, order); });
    const Outcomes buffer = buffer_.Reachable(least, order), fifo = fifo_.Reachable(least, order);
    Outcomes only_buffer, only_fifo;
    std::set_difference(buffer.begin(), buffer.end(), fifo.begin(), fifo.end(),
                        std::back_inserter(only_buffer));
    std::set_difference(fifo.begin(), fifo.end(), buffer.begin(), buffer.end(),
                        std::back_inserter(only_fifo));
    std::string text = ToString(least);
    for (const Outcome& outcome : only_buffer)
      text += "\n  only the persist buffer: " + ToString(outcome);
    for (const Outcome& outcome : only_fifo)
      text += "\n  only the line queues: " + ToString(outcome);
    return text;
  }
  void TryRandomPrograms(uint32_t programs, bool non_temporal, Order order) {
    for (uint64_t seed = 1; seed <= testing_support::Effort(programs, 10); ++seed) {
      Random random(seed);
      const Program program = RandomProgram(random, non_temporal);
      ASSERT_TRUE(Agree(program, order)) << "seed " << seed << ": " << Disagreement(program, order);
    }
  }

  PersistBufferModel buffer_;
  LineFifoModel fifo_;
};

TEST_F(Models, ThereAreFortyLitmusTestsAndTheyContradictNeitherThemselvesNorOthers) {
  EXPECT_GE(kLitmusTests.size(), 40u);
  std::set<std::string> names;
  for (const Litmus& test : kLitmusTests) {
    EXPECT_TRUE(names.insert(test.name).second) << test.name;
    for (const std::string& outcome : Listed(test.forbidden)) {
      EXPECT_EQ(Listed(test.allowed).count(outcome), 0u) << test.name;
    }
  }
}

TEST_F(Models, ThePersistBufferLeavesWhatTheLitmusTestsAllow) {
  for (const Litmus& test : kLitmusTests) {
    const Outcomes outcomes = buffer_.Reachable(ProgramOf(test), OrderOf(test));
    EXPECT_EQ(Watched(outcomes, test.watch), Listed(test.allowed)) << test.name;
  }
}

TEST_F(Models, TheLineQueuesLeaveWhatTheLitmusTestsAllow) {
  for (const Litmus& test : kLitmusTests) {
    const Outcomes outcomes = fifo_.Reachable(ProgramOf(test), OrderOf(test));
    EXPECT_EQ(Watched(outcomes, test.watch), Listed(test.allowed)) << test.name;
  }
}

TEST_F(Models, AgreeOnRandomProgramsOfOrdinaryStores) {
  TryRandomPrograms(100000, false, Order::kEvery);
}

TEST_F(Models, AgreeOnRandomProgramsWithNonTemporalStores) {
  TryRandomPrograms(10000, true, Order::kEvery);
}

// Sharper than every interleaving at once: nothing that one order lacks can come from another.
TEST_F(Models, AgreeOnEachOrderOfARandomProgram) {
  TryRandomPrograms(20000, true, Order::kAsGiven);
}

// Store buffers would add this case: the clwb overtakes z=1, and so misses x=1, though z=1 comes
// after z=2 and z=2 after x=1.
TEST_F(Models, AgreeOnClwbsThatOvertakeOlderStores) {
  TryRandomPrograms(10000, false, Order::kEarlyClwb);
  const Program program = Assemble({"z=1; clwb x; fence; ack a", "x=1; z=2; clflush z; ack b"}, "");
  for (const Order order : {Order::kEvery, Order::kEarlyClwb}) {
    const bool early = order == Order::kEarlyClwb;
    EXPECT_EQ(Watched(buffer_.Reachable(program, order), "x z a b").count("0111"), early ? 1u : 0u);
    EXPECT_EQ(Watched(fifo_.Reachable(program, order), "x z a b").count("0111"), early ? 1u : 0u);
  }
}

}  // namespace
}  // namespace afterimage::persistency

#endif  // AFTERIMAGE_TRACED
