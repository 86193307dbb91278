// Tests what write-backs and fences make certain, by the x86 rules, derived by hand.
#include "base/build.h"
#include "support/litmus.h"

#if AFTERIMAGE_TRACED

namespace afterimage {
namespace {

using testing_support::Images;
using testing_support::kX;
using testing_support::kX1;
using testing_support::kY;
using testing_support::kY1;
using testing_support::kZ;
using testing_support::Until;

class LitmusFlushes : public testing_support::Litmus {};

// --- clflush -------------------------------------------------------------------------------------

TEST_F(LitmusFlushes, AClflushIsDurableWhenItCompletes) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Clflush(t, kX);
  });
  EXPECT_EQ(Cut({kX}), (Images{{1}}));
  EXPECT_EQ(Durable(kX), 1u);
}

TEST_F(LitmusFlushes, AClflushIsOpenUntilItCompletes) {
  auto program = [&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Clflush(t, kX);
  };
  Thread& t = sim_.Spawn(program);
  Images during, after;
  sim_.Look(30, [&] { during = Cut({kX}); });
  sim_.Look(75, [&] { after = Cut({kX}); });
  sim_.Run();
  EXPECT_EQ(t.now(), 6u + 4 + 60);
  EXPECT_EQ(during, (Images{{0}, {1}}));
  EXPECT_EQ(after, (Images{{1}}));
}

TEST_F(LitmusFlushes, AClflushCoversEveryEarlierStoreOfItsLineWhoeverMadeIt) {
  auto other = [&](Thread& t) -> Task<> { co_await Store(t, kX1, 2); };
  auto program = [&](Thread& t) -> Task<> {
    co_await Until(t, 20);
    co_await Store(t, kX, 1);
    co_await Clflush(t, kX);
  };
  sim_.Spawn(other);
  sim_.Spawn(program);
  sim_.Run();
  EXPECT_EQ(Cut({kX, kX1}), (Images{{1, 2}}));
}

TEST_F(LitmusFlushes, AClflushDoesNotCoverStoresAfterItsStart) {
  auto program = [&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Clflush(t, kX);  // from 6 to 70
  };
  auto other = [&](Thread& t) -> Task<> {
    co_await Until(t, 40);
    co_await Store(t, kX1, 1);
    co_await Store(t, kX, 2);
  };
  sim_.Spawn(program);
  sim_.Spawn(other);
  sim_.Run();
  EXPECT_EQ(Cut({kX, kX1}), (Images{{1, 0}, {1, 1}, {2, 1}}));
}

TEST_F(LitmusFlushes, AClflushOfOneLineSaysNothingOfAnother) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Store(t, kY, 1);
    co_await Clflush(t, kY);
  });
  EXPECT_EQ(Cut({kX, kY}), (Images{{0, 1}, {1, 1}}));
}

TEST_F(LitmusFlushes, AClflushOfARangeCoversEachLineItTouches) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Store(t, kY, 1);
    co_await Store(t, kZ, 1);
    co_await Clflush(t, kY - 1, 2);  // the last byte of X's line, the first of Y's
  });
  EXPECT_EQ(Cut({kX, kY, kZ}), (Images{{1, 1, 0}, {1, 1, 1}}));
}

TEST_F(LitmusFlushes, AStoreAfterTheClflushIsOpenAgain) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Clflush(t, kX);
    co_await Store(t, kX, 2);
  });
  EXPECT_EQ(Cut({kX}), (Images{{1}, {2}}));
}

// The pattern of every state bit: content, write-back, bit.
TEST_F(LitmusFlushes, ABitBehindAClflushIsNeverDurableWithoutItsContent) {
  auto program = [&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Store(t, kX1, 1);
    co_await Clflush(t, kX);
    co_await Store(t, kY, 1);
    co_await Clflush(t, kY);
  };
  sim_.Spawn(program);
  Images seen;
  for (Time at = 0; at < 160; at += 2) {
    sim_.Look(at, [&] { seen.merge(Cut({kX, kX1, kY})); });
  }
  sim_.Run();
  EXPECT_EQ(seen, (Images{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}}));
}

TEST_F(LitmusFlushes, ABitWithoutAClflushMayBeDurableWithoutItsContent) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Store(t, kY, 1);
    co_await Clflush(t, kY);
  });
  EXPECT_EQ(Cut({kX, kY}).count({0, 1}), 1u);
}

TEST_F(LitmusFlushes, TwoThreadsThatFlushOneLineAtOnceBothGetWhatTheyWrote) {
  auto first = [&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Clflush(t, kX);  // from 6 to 70
  };
  Images after_first, after_second;
  auto second = [&](Thread& t) -> Task<> {
    co_await Until(t, 20);
    co_await Store(t, kX1, 1);
    co_await Clflush(t, kX1);  // cannot start before 70
    co_await Ordered(t);
    after_second = Cut({kX, kX1});
  };
  sim_.Spawn(first);
  Thread& t = sim_.Spawn(second);
  sim_.Look(71, [&] { after_first = Cut({kX, kX1}); });
  sim_.Run();
  EXPECT_EQ(after_first, (Images{{1, 0}, {1, 1}}));
  EXPECT_EQ(after_second, (Images{{1, 1}}));
  EXPECT_EQ(t.now(), 70u + 4 + 60);
}

// The first finds the line clean; what the second then writes back must not be taken for its own.
TEST_F(LitmusFlushes, AClflushOfACleanLineDoesNotEndTheWriteBackOfAnother) {
  Start({{Price::kFlushIssue, 100}, {Price::kCopyLine, 0}});
  auto first = [&](Thread& t) -> Task<> { co_await Clflush(t, kX); };  // from 0 to 100
  auto second = [&](Thread& t) -> Task<> {
    co_await Until(t, 50);
    co_await Store(t, kX, 1);
    co_await Clflush(t, kX);  // from 50 to 210
  };
  Images early;
  sim_.Spawn(first);
  sim_.Spawn(second);
  sim_.Look(150, [&] { early = Cut({kX}); });
  sim_.Run();
  EXPECT_EQ(early, (Images{{0}, {1}}));
  EXPECT_EQ(Cut({kX}), (Images{{1}}));
}

// --- clwb and fences -----------------------------------------------------------------------------

TEST_F(LitmusFlushes, AClwbAloneMakesNothingCertain) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Clwb(t, kX);
  });
  EXPECT_EQ(Cut({kX}), (Images{{0}, {1}}));
}

TEST_F(LitmusFlushes, AClwbIsCertainAfterTheThreadsOwnFence) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Clwb(t, kX);
    co_await Fence(t);
  });
  EXPECT_EQ(Cut({kX}), (Images{{1}}));
}

TEST_F(LitmusFlushes, AFenceAloneMakesNothingCertain) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Fence(t);
  });
  EXPECT_EQ(Cut({kX}), (Images{{0}, {1}}));
}

TEST_F(LitmusFlushes, AFenceBeforeTheClwbIsTooEarly) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Fence(t);
    co_await Clwb(t, kX);
  });
  EXPECT_EQ(Cut({kX}), (Images{{0}, {1}}));
}

TEST_F(LitmusFlushes, AnotherThreadsFenceDoesNotHelp) {
  auto program = [&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Clwb(t, kX);
  };
  auto other = [&](Thread& t) -> Task<> {
    co_await Until(t, 100);
    co_await Fence(t);
  };
  sim_.Spawn(program);
  sim_.Spawn(other);
  sim_.Run();
  EXPECT_EQ(Cut({kX}), (Images{{0}, {1}}));
}

TEST_F(LitmusFlushes, AClwbCoversTheStoresOfOthersUpToItsStart) {
  auto other = [&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Until(t, 60);
    co_await Store(t, kX1, 1);
  };
  auto program = [&](Thread& t) -> Task<> {
    co_await Until(t, 50);
    co_await Clwb(t, kX);
    co_await Until(t, 100);
    co_await Fence(t);
  };
  sim_.Spawn(other);
  sim_.Spawn(program);
  sim_.Run();
  EXPECT_EQ(Cut({kX, kX1}), (Images{{1, 0}, {1, 1}}));
}

TEST_F(LitmusFlushes, AStoreBetweenTheClwbAndTheFenceIsNotCovered) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Clwb(t, kX);
    co_await Store(t, kX, 2);
    co_await Fence(t);
  });
  EXPECT_EQ(Cut({kX}), (Images{{1}, {2}}));
}

TEST_F(LitmusFlushes, OneFenceDrainsEveryClwbBeforeIt) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Store(t, kY, 1);
    co_await Store(t, kZ, 1);
    co_await Clwb(t, kX, 100);  // X's and Y's line
    co_await Clwb(t, kZ);
    co_await Store(t, kY1, 1);
    co_await Fence(t);
  });
  EXPECT_EQ(Cut({kX, kY, kY1, kZ}), (Images{{1, 1, 0, 1}, {1, 1, 1, 1}}));
}

TEST_F(LitmusFlushes, AFenceIsOverOnlyWhenTheWriteBacksAreDurable) {
  auto program = [&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);  // 6
    co_await Clwb(t, kX);      // 10
    co_await Fence(t);         // 82
  };
  Thread& t = sim_.Spawn(program);
  Images during;
  sim_.Look(80, [&] { during = Cut({kX}); });
  sim_.Run();
  EXPECT_EQ(during, (Images{{0}, {1}}));
  EXPECT_EQ(t.now(), 6u + 4 + 12 + 60);
}

TEST_F(LitmusFlushes, AFetchAddDrainsTheThreadsOwnClwb) {
  auto program = [&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Clwb(t, kX);
    co_await FetchAdd(t, kY, 1);
  };
  auto other = [&](Thread& t) -> Task<> {
    co_await Store(t, kZ, 1);
    co_await Clwb(t, kZ);
  };
  sim_.Spawn(program);
  sim_.Spawn(other);
  sim_.Run();
  EXPECT_EQ(Cut({kX, kY, kZ}), (Images{{1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}}));
}

TEST_F(LitmusFlushes, ClearingBitsDrainsTheThreadsOwnClwb) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Clwb(t, kX);
    co_await ClearBits(t, kY, 1);
  });
  EXPECT_EQ(Durable(kX), 1u);
}

}  // namespace
}  // namespace afterimage

#endif  // AFTERIMAGE_TRACED
