// Tests what a power cut may leave of plain stores, by the x86 rules, derived by hand.
#include <algorithm>

#include "base/build.h"
#include "support/litmus.h"

#if AFTERIMAGE_TRACED

namespace afterimage {
namespace {

using testing_support::Images;
using testing_support::kX;
using testing_support::kX1;
using testing_support::kX2;
using testing_support::kY;
using testing_support::kZ;
using testing_support::Until;

class LitmusStores : public testing_support::Litmus {};

TEST_F(LitmusStores, AStoreMayOrMayNotSurvive) {
  Play([&](Thread& t) -> Task<> { co_await Store(t, kX, 1); });
  EXPECT_EQ(Cut({kX}), (Images{{0}, {1}}));
  EXPECT_EQ(Durable(kX), 0u);
}

TEST_F(LitmusStores, WithinALineStoresPersistInProgramOrder) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Store(t, kX1, 2);
    co_await Store(t, kX2, 3);
  });
  EXPECT_EQ(Cut({kX, kX1, kX2}), (Images{{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {1, 2, 3}}));
}

TEST_F(LitmusStores, ProgramOrderIsNotTheOrderOfAddresses) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX1, 1);
    co_await Store(t, kX, 1);
  });
  EXPECT_EQ(Cut({kX, kX1}), (Images{{0, 0}, {0, 1}, {1, 1}}));
}

TEST_F(LitmusStores, AcrossLinesThereIsNoOrder) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Store(t, kY, 1);
  });
  EXPECT_EQ(Cut({kX, kY}), (Images{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
}

TEST_F(LitmusStores, AWordMayKeepAnyOfTheValuesItHad) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Store(t, kX, 2);
    co_await Store(t, kX, 3);
  });
  EXPECT_EQ(Cut({kX}), (Images{{0}, {1}, {2}, {3}}));
}

TEST_F(LitmusStores, AnEarlierStoreMayBeOverwrittenInTheMiddleOfAPrefix) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Store(t, kX1, 1);
    co_await Store(t, kX, 2);
  });
  EXPECT_EQ(Cut({kX, kX1}), (Images{{0, 0}, {1, 0}, {1, 1}, {2, 1}}));
}

TEST_F(LitmusStores, OfTwoThreadsToOneLineFollowTheOrderInWhichTheyHappened) {
  auto second = [&](Thread& t) -> Task<> {
    co_await Until(t, 100);
    co_await Store(t, kX, 1);
  };
  auto first = [&](Thread& t) -> Task<> {
    co_await Until(t, 50);
    co_await Store(t, kX1, 1);
  };
  sim_.Spawn(second);
  sim_.Spawn(first);
  sim_.Run();
  EXPECT_EQ(Cut({kX, kX1}), (Images{{0, 0}, {0, 1}, {1, 1}}));
}

TEST_F(LitmusStores, AWideStorePersistsWordByWord) {
  const uint64_t words[] = {1, 2, 3};
  Play([&](Thread& t) -> Task<> { co_await StoreBytes(t, kX, words, sizeof words); });
  EXPECT_EQ(Cut({kX, kX1, kX2}), (Images{{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {1, 2, 3}}));
}

TEST_F(LitmusStores, AWholeLineIsNotWrittenAtOnce) {
  const uint64_t words[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  Play([&](Thread& t) -> Task<> { co_await StoreBytes(t, kX, words, sizeof words); });
  EXPECT_EQ(Cut({kX, kX + 56}).count({1, 0}), 1u);
  EXPECT_EQ(Cut({kX, kX1, kX2, kX + 24, kX + 32, kX + 40, kX + 48, kX + 56}).size(), 9u);
}

TEST_F(LitmusStores, AnAlignedWordIsNeverTorn) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, ~uint64_t{0});
    co_await Store(t, kX, 0x1122334455667788);
  });
  EXPECT_EQ(Cut({kX}), (Images{{0}, {~uint64_t{0}}, {0x1122334455667788}}));
}

TEST_F(LitmusStores, AnUnalignedWordMayBeTornWhereItCrossesAWord) {
  const uint64_t value = 0x8877665544332211;
  Play([&](Thread& t) -> Task<> { co_await StoreBytes(t, kX + 4, &value, 8); });
  EXPECT_EQ(Cut({kX, kX1}),
            (Images{{0, 0}, {0x44332211'00000000, 0}, {0x44332211'00000000, 0x88776655}}));
}

TEST_F(LitmusStores, AStoreAcrossTwoLinesMayBeTornEitherWay) {
  const uint64_t value = 0x8877665544332211;
  const Address last = kY - 8;
  Play([&](Thread& t) -> Task<> { co_await StoreBytes(t, kY - 4, &value, 8); });
  const uint64_t low = 0x44332211'00000000, high = 0x88776655;
  EXPECT_EQ(Cut({last, kY}), (Images{{0, 0}, {low, 0}, {0, high}, {low, high}}));
}

TEST_F(LitmusStores, ASmallStoreLeavesTheRestOfItsWordAlone) {
  const uint64_t before = 0x1111111111111111;
  nvm_->Format(kX, &before, 8);
  const uint32_t value = 0x22222222;
  const uint8_t byte = 0x33;
  Play([&](Thread& t) -> Task<> {
    co_await StoreBytes(t, kX + 4, &value, 4);
    co_await StoreBytes(t, kX + 1, &byte, 1);
  });
  EXPECT_EQ(Cut({kX}), (Images{{before}, {0x22222222'11111111}, {0x22222222'11113311}}));
}

TEST_F(LitmusStores, NothingIsOpenBeforeTheFirstStore) {
  const uint64_t before = 7;
  nvm_->Format(kX, &before, 8);
  EXPECT_EQ(Cut({kX, kY}), (Images{{7, 0}}));
}

TEST_F(LitmusStores, AreReadBackFromTheCacheWhateverIsDurable) {
  uint64_t seen = 0;
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 5);
    co_await Store(t, kY, 6);
    seen = nvm_->LoadWord(kX) * 10 + nvm_->LoadWord(kY);
  });
  EXPECT_EQ(seen, 56u);
  EXPECT_EQ(Durable(kX) + Durable(kY), 0u);
}

// --- Locked read-modify-write --------------------------------------------------------------------

TEST_F(LitmusStores, AFetchAddIsAtomicBetweenThreadsAndNotDurable) {
  std::vector<uint64_t> given;
  auto adder = [&](Thread& t) -> Task<> {
    for (int i = 0; i < 3; ++i) given.push_back(co_await FetchAdd(t, kX, 2));
  };
  sim_.Spawn(adder);
  sim_.Spawn(adder);
  sim_.Run();
  std::sort(given.begin(), given.end());
  EXPECT_EQ(given, (std::vector<uint64_t>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(Cut({kX}), (Images{{0}, {2}, {4}, {6}, {8}, {10}, {12}}));
}

TEST_F(LitmusStores, AFetchAddPersistsInOrderWithTheOtherStoresOfItsLine) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX1, 1);
    co_await FetchAdd(t, kX, 5);
    co_await Store(t, kX2, 1);
  });
  EXPECT_EQ(Cut({kX, kX1, kX2}), (Images{{0, 0, 0}, {0, 1, 0}, {5, 1, 0}, {5, 1, 1}}));
}

TEST_F(LitmusStores, BitsOfOneWordAreLostToNobodyWhoChangesOthersOfIt) {
  std::vector<uint64_t> before;
  auto program = [&](uint64_t bit) {
    return [&, bit](Thread& t) -> Task<> {
      before.push_back(co_await SetBits(t, kX, bit));
      before.push_back(co_await ClearBits(t, kX, bit));
      before.push_back(co_await SetBits(t, kX, bit));
    };
  };
  auto first = program(1), second = program(2);
  sim_.Spawn(first);
  sim_.Spawn(second);
  sim_.Run();
  // The two take turns: each finds its own bit as it left it.
  EXPECT_EQ(before, (std::vector<uint64_t>{0, 1, 3, 2, 0, 1}));
  EXPECT_EQ(nvm_->LoadWord(kX), 3u);
  EXPECT_EQ(Cut({kX}), (Images{{0}, {1}, {2}, {3}}));
  EXPECT_EQ(Durable(kX), 0u);
}

TEST_F(LitmusStores, SetAndClearedBitsPersistInOrderWithTheOtherStoresOfTheirLine) {
  Play([&](Thread& t) -> Task<> {
    co_await SetBits(t, kX, 6);
    co_await Store(t, kX1, 1);
    co_await ClearBits(t, kX, 3);
    co_await Store(t, kX2, 1);
  });
  EXPECT_EQ(Cut({kX, kX1, kX2}), (Images{{0, 0, 0}, {6, 0, 0}, {6, 1, 0}, {4, 1, 0}, {4, 1, 1}}));
}

}  // namespace
}  // namespace afterimage

#endif  // AFTERIMAGE_TRACED
