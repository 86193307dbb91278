// Are operations counted as the program gives them, in both builds? The untraced one takes several
// lines, or a store and its write-back, in one step.
#include <gtest/gtest.h>

#include "support/litmus.h"

namespace afterimage::testing_support {
namespace {

// The operations that a program has requested, by its own count.
struct Asked {
  uint64_t stores = 0, write_backs = 0, fences = 0;
};

uint32_t LinesOf(Address at, uint32_t size) {
  return (at + size - 1) / kLineBytes - at / kLineBytes + 1;
}

// One step of a thread that alone uses these lines.
Task<> StepOf(Thread& t, Nvm& nvm, Random& random, Access access, Asked& asked) {
  uint8_t bytes[4 * kLineBytes] = {};
  const Address at = t.id() * 4096 + random.Below(1024);
  const uint32_t size = 1 + random.Below(sizeof bytes);
  switch (random.Below(4)) {
    case 0:
      co_await nvm.StoreAndFlush(t, Category::kLogWork, at, bytes, size, access, t.where());
      asked.write_backs += LinesOf(at, size);
      asked.stores += LinesOf(at, size);
      break;
    case 1:
      co_await nvm.Store(t, Category::kLogWork, at, bytes, size, access);
      asked.stores += LinesOf(at, size);
      break;
    case 2:
      co_await nvm.Clflush(t, Category::kLogWork, at, size, access);
      asked.write_backs += LinesOf(at, size);
      break;
    default: co_await nvm.Fence(t, Category::kLogWork, access); ++asked.fences;
  }
}

TEST(NvmCounts, AreThoseOfTheProgram) {
  for (const Access access : {Access::kPrivate, Access::kShared}) {
    Sim sim(CoreParams{2, 500, 20000});
    Nvm nvm(sim.arena, SetupA({}), 16384);
    Asked asked;
    auto program = [&](Thread& t) -> Task<> {
      Random random(t.id() + 1);
      for (int i = 0; i < 200; ++i) co_await StepOf(t, nvm, random, access, asked);
    };
    for (int i = 0; i < 3; ++i) sim.Spawn(program);
    ASSERT_TRUE(sim.Run());
    EXPECT_EQ(nvm.counters().stores, asked.stores);
    EXPECT_EQ(nvm.counters().write_backs, asked.write_backs);
    EXPECT_EQ(nvm.counters().fences, asked.fences);
  }
}

}  // namespace
}  // namespace afterimage::testing_support
