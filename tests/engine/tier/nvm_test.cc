// Costs, counters, wear and final bytes of the NVM: the same in both builds.
#include "tier/nvm/nvm.h"

#include <gtest/gtest.h>

#include "support/litmus.h"

namespace afterimage {
namespace {

using testing_support::kX;
using testing_support::kX1;
using testing_support::kY;
using testing_support::kZ;
using testing_support::Sim;
using testing_support::Until;

class NvmTest : public testing_support::Litmus {
 protected:
  std::vector<Time> Costs(int clwb);
  uint32_t TotalWear() const {
    uint32_t sum = 0;
    for (uint32_t unit = 0; unit < nvm_->wear().units(); ++unit) sum += nvm_->wear().Of(unit);
    return sum;
  }
};

// The costs of a store, its write-back and so on, as the function lists them. `clwb`: if the
// processor has it.
std::vector<Time> NvmTest::Costs(int clwb) {
  Start({{Price::kCopyLine, 1},
         {Price::kFlushIssue, 10},
         {Price::kNvmWrite, 100},
         {Price::kNvmSlowdown, 3},
         {Price::kFence, 1000},
         {Price::kAtomic, 10000},
         {Price::kClwb, clwb}});
  std::vector<Time> costs;
  const uint8_t bytes[200] = {};
  auto program = [&](Thread& t) -> Task<> {
    Time before = 0;
    const auto lap = [&] {
      costs.push_back(t.now() - before);
      before = t.now();
    };
    co_await Store(t, kX, 1);
    lap();
    co_await Clflush(t, kX);
    lap();
    co_await Clflush(t, kX);  // clean by now: issued, nothing to write
    lap();
    co_await StoreBytes(t, kX + 32, bytes, 128);  // three lines
    lap();
    co_await Clflush(t, kX, 192);
    lap();
    co_await Fence(t);
    lap();
    co_await Store(t, kX, 1);
    co_await Clwb(t, kX);
    lap();
    co_await Fence(t);
    lap();
    co_await FetchAdd(t, kY, 1);
    lap();
  };
  sim_.Spawn(program);
  sim_.Run();
  return costs;
}

TEST_F(NvmTest, ChargesWhatEachOperationCosts) {
  EXPECT_EQ(Costs(1), (std::vector<Time>{1, 310, 10, 3, 330, 1000, 11, 1300, 10000}));
}

// Three lines, one after the other; a Clwb is waited for at once.
TEST_F(NvmTest, WriteBacksDoNotOverlapWhereTheProcessorCannot) {
  EXPECT_EQ(Costs(0), (std::vector<Time>{1, 310, 10, 3, 930, 1000, 311, 1000, 10000}));
}

class StoringAndWritingBackAtOnce : public NvmTest {
 protected:
  // Compares the costs of both ways, if one of the lines has been stored to before, or none.
  void ExpectAlike(bool clwb, uint64_t has_clwb, Access access, bool dirty) {
    Time time[2];
    uint32_t wear[2];
    uint64_t digest[2], counts[2];
    for (const bool at_once : {false, true}) {
      Start({{Price::kCopyLine, 1},
             {Price::kFlushIssue, 10},
             {Price::kNvmWrite, 100},
             {Price::kClwb, has_clwb}});
      uint8_t bytes[150];
      for (uint32_t i = 0; i < sizeof bytes; ++i) bytes[i] = static_cast<uint8_t>(i + 1);
      auto program = [&](Thread& t) -> Task<> {
        if (dirty) co_await Store(t, kX1, 7);
        const Time start = t.now();
        const Category mine = Category::kLogWork;
        if (at_once && clwb) {
          co_await nvm_->StoreAndClwb(t, mine, kX + 32, bytes, sizeof bytes, access);
        } else if (at_once) {
          co_await nvm_->StoreAndFlush(t, mine, kX + 32, bytes, sizeof bytes, access, {});
        } else {
          co_await nvm_->Store(t, mine, kX + 32, bytes, sizeof bytes, access);
          if (clwb) {
            co_await nvm_->Clwb(t, mine, kX + 32, sizeof bytes, access);
          } else {
            co_await nvm_->Clflush(t, mine, kX + 32, sizeof bytes, access);
          }
        }
        time[at_once] = t.now() - start;
        if (!clwb) EXPECT_EQ(nvm_->cache().dirty_count(), 0u);
        co_await Fence(t);
      };
      sim_.Spawn(program);
      sim_.Run();
      Digest of;
      nvm_->AddTo(of);
      digest[at_once] = of.Value();
      wear[at_once] = TotalWear();
      counts[at_once] = nvm_->counters().stores << 32 | nvm_->counters().write_backs << 16 |
                        nvm_->counters().lines_written;
      EXPECT_EQ(nvm_->cache().dirty_count(), 0u);
    }
    EXPECT_EQ(time[0], time[1]);
    EXPECT_EQ(wear[0], wear[1]);
    EXPECT_EQ(digest[0], digest[1]);
    EXPECT_EQ(counts[0], counts[1]);
  }
};

TEST_F(StoringAndWritingBackAtOnce, IsTheStoreAndThenTheWriteBack) {
  for (const Access access : {Access::kPrivate, Access::kShared}) {
    for (const bool dirty : {false, true}) {
      ExpectAlike(false, 0, access, dirty);
      ExpectAlike(true, 0, access, dirty);
      ExpectAlike(true, 1, access, dirty);
    }
  }
}

TEST_F(NvmTest, ChargesTheTransferOfALineThatAnotherCoreModified) {
  Start({{Price::kAtomic, 10}, {Price::kLineTransfer, 500}});
  auto adder = [&](Thread& t) -> Task<> {
    co_await Until(t, t.id() * 100);
    co_await FetchAdd(t, kX, 1);
    co_await FetchAdd(t, kX, 1);
  };
  Thread& first = sim_.Spawn(adder);
  Thread& second = sim_.Spawn(adder);
  sim_.Run();
  EXPECT_EQ(Sim::Booked(first, Category::kLogWork), 20u);
  EXPECT_EQ(Sim::Booked(second, Category::kLogWork), 510u + 10);
}

TEST_F(NvmTest, ALockedOperationWaitsForWhatItDrains) {
  Start({{Price::kCopyLine, 0},
         {Price::kFlushIssue, 0},
         {Price::kNvmWrite, 100},
         {Price::kAtomic, 10}});
  std::vector<Time> ends;
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await FetchAdd(t, kY, 1);  // nothing was asked to be written back
    ends.push_back(t.now());
    co_await Clwb(t, kX);
    co_await NtStore(t, kZ, 1);
    co_await FetchAdd(t, kY, 1);  // both drain together
    ends.push_back(t.now());
    co_await FetchAdd(t, kY, 1);
    ends.push_back(t.now());
  });
  EXPECT_EQ(ends, (std::vector<Time>{10, 120, 130}));
}

TEST_F(NvmTest, BooksTheCostsWhereTheCallerSays) {
  auto program = [&](Thread& t) -> Task<> {
    const uint64_t word = 1;
    co_await nvm_->Store(t, Category::kDataIo, kX, &word, 8, Access::kPrivate);
    co_await nvm_->Clflush(t, Category::kLogIo, kX, 8, Access::kPrivate);
    co_await nvm_->Read(t, Category::kBufferPool, kX, 65);
  };
  Thread& t = sim_.Spawn(program);
  sim_.Run();
  EXPECT_EQ(Sim::Booked(t, Category::kDataIo), 6u);
  EXPECT_EQ(Sim::Booked(t, Category::kLogIo), 64u);
  EXPECT_EQ(Sim::Booked(t, Category::kBufferPool), 120u);
}

TEST_F(NvmTest, KeepsWhatWasFlushedAndShowsWhatWasStored) {
  uint64_t seen = 0;
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Clflush(t, kX);
    co_await Store(t, kX, 2);
    co_await Store(t, kX1, 3);
    seen = nvm_->LoadWord(kX);
  });
  EXPECT_EQ(seen, 2u);
  EXPECT_EQ(Durable(kX), 1u);
  EXPECT_EQ(Durable(kX1), 0u);
  EXPECT_EQ(nvm_->cache().dirty_count(), 1u);
}

// Most lines of a page that goes home completely are like this.
TEST_F(NvmTest, ALineThatIsStoredWithTheBytesItHasIsDirtyAllTheSame) {
  const uint8_t zeros[3 * kLineBytes] = {};
  const uint64_t nine = 9;
  uint64_t wear[3] = {};
  uint32_t dirty[4] = {};
  Play([&](Thread& t) -> Task<> {
    co_await StoreBytes(t, kX, zeros, sizeof zeros);
    co_await StoreBytes(t, kX, zeros, sizeof zeros);
    dirty[0] = nvm_->cache().dirty_count();
    co_await Store(t, kX + kLineBytes, 7);  // no longer what it has
    dirty[1] = nvm_->cache().dirty_count();
    co_await Clflush(t, kX, kLineBytes);
    dirty[2] = nvm_->cache().dirty_count();
    wear[0] = TotalWear();
    nvm_->Discard(0, nvm_->size());  // leaves what is dirty
    co_await nvm_->StoreAndFlush(t, Category::kLogWork, kX + 2 * kLineBytes, &nine, sizeof nine,
                                 Access::kPrivate, {});
    wear[1] = TotalWear();
    co_await Clflush(t, kX, sizeof zeros);
    wear[2] = TotalWear();
    dirty[3] = nvm_->cache().dirty_count();
  });
  EXPECT_EQ(std::vector<uint32_t>(dirty, dirty + 4), (std::vector<uint32_t>{3, 3, 2, 0}));
  EXPECT_EQ(std::vector<uint64_t>(wear, wear + 3), (std::vector<uint64_t>{1, 2, 3}));
  EXPECT_EQ(Durable(kX + kLineBytes), 7u);
  EXPECT_EQ(Durable(kX + 2 * kLineBytes), 9u);
}

TEST_F(NvmTest, LoadsAcrossLinesFromWhereverTheNewestBytesAre) {
  const uint64_t formatted[3] = {1, 2, 3};
  nvm_->Format(kY - 8, formatted, sizeof formatted);
  uint64_t read[3] = {};
  uint8_t middle[10] = {};
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kY, 9);  // only the middle word's line is dirty
    nvm_->Load(kY - 8, read, sizeof read);
    nvm_->Load(kY - 5, middle, sizeof middle);
    nvm_->Load(kY, nullptr, 0);
  });
  EXPECT_EQ(read[0], 1u);
  EXPECT_EQ(read[1], 9u);
  EXPECT_EQ(read[2], 3u);
  EXPECT_EQ(middle[5], 9);
}

TEST_F(NvmTest, AFlushOfALineThatOthersDirtyMeanwhileLeavesItDirty) {
  auto program = [&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);
    co_await Clflush(t, kX);
  };
  auto other = [&](Thread& t) -> Task<> {
    co_await Until(t, 40);
    co_await Store(t, kX1, 2);
    co_await Until(t, 300);
    co_await Clflush(t, kX1);
  };
  sim_.Spawn(program);
  sim_.Spawn(other);
  uint64_t between = 9;
  sim_.Look(200, [&] { between = Durable(kX1); });
  sim_.Run();
  EXPECT_EQ(between, 0u);
  EXPECT_EQ(Durable(kX), 1u);
  EXPECT_EQ(Durable(kX1), 2u);
  EXPECT_EQ(nvm_->cache().dirty_count(), 0u);
}

// --- Wear ----------------------------------------------------------------------------------------

TEST_F(NvmTest, CountsOneWearForEachDirtyLineWrittenBack) {
  Play([&](Thread& t) -> Task<> {
    for (int i = 0; i < 3; ++i) {
      co_await Store(t, kX, 1);
      co_await Store(t, kX1, 1);
      co_await Clflush(t, kX);
      co_await Clflush(t, kX);  // clean
    }
    co_await Store(t, kY, 1);
    co_await Clwb(t, kY);
    co_await Clwb(t, kY);
    co_await Fence(t);
    co_await Store(t, kZ, 1);  // never written back
  });
  EXPECT_EQ(nvm_->wear().unit_bytes(), 64u);
  EXPECT_EQ(nvm_->wear().Of(kX / 64), 3u);
  EXPECT_EQ(nvm_->wear().Of(kY / 64), 1u);
  EXPECT_EQ(TotalWear(), 4u);
  EXPECT_EQ(nvm_->counters().lines_written, 4u);
  EXPECT_EQ(nvm_->counters().write_backs, 8u);
  EXPECT_EQ(nvm_->counters().stores, 8u);
  EXPECT_EQ(nvm_->counters().fences, 1u);
}

TEST_F(NvmTest, CountsWearByUnitsOf128BytesWhereTheMachineHasThem) {
  Start({{Price::kNvmWearUnit, 128}});
  Play([&](Thread& t) -> Task<> {
    for (const Address line : {0u, 64u, 128u, 192u, 960u}) {
      co_await Store(t, line, 1);
      co_await Clflush(t, line);
    }
  });
  EXPECT_EQ(nvm_->wear().units(), 8u);
  EXPECT_EQ(nvm_->wear().Of(0), 2u);
  EXPECT_EQ(nvm_->wear().Of(1), 2u);
  EXPECT_EQ(nvm_->wear().Of(7), 1u);
  EXPECT_EQ(TotalWear(), 5u);
}

TEST_F(NvmTest, FormattingCostsNoWear) {
  const uint64_t word = 1;
  for (int i = 0; i < 10; ++i) nvm_->Format(kX, &word, 8);
  EXPECT_EQ(TotalWear(), 0u);
  EXPECT_EQ(nvm_->counters().lines_written, 0u);
}

TEST_F(NvmTest, AnEvictionWearsTheNvmToo) {
  Start({{Price::kCacheLines, 2}});
  Play([&](Thread& t) -> Task<> {
    for (Address line = 0; line < 640; line += 64) co_await Store(t, line, line + 1);
  });
  EXPECT_EQ(nvm_->counters().evictions, 8u);
  EXPECT_EQ(TotalWear(), 8u);
  EXPECT_EQ(nvm_->cache().dirty_count(), 2u);
  EXPECT_EQ(Durable(0), 1u);
  EXPECT_EQ(Durable(448), 449u);
  EXPECT_EQ(Durable(512), 0u);
}

TEST_F(NvmTest, AWideStoreIntoASmallCacheEvictsUntilItFits) {
  Start({{Price::kCacheLines, 1}});
  const std::vector<uint64_t> words(64, 7);
  Play([&](Thread& t) -> Task<> { co_await StoreBytes(t, 0, words.data(), 512); });
  EXPECT_EQ(nvm_->counters().evictions, 7u);
  EXPECT_EQ(nvm_->cache().dirty_count(), 1u);
}

// Others are writing the lines back, so they cannot be evicted: the store goes on all the same.
TEST_F(NvmTest, AStoreDoesNotWaitForLinesThatCannotBeEvicted) {
  Start({{Price::kCacheLines, 1}, {Price::kNvmWrite, 10000}, {Price::kCopyLine, 100}});
  const std::vector<uint64_t> words(24, 7);
  auto program = [&](Thread& t) -> Task<> { co_await StoreBytes(t, 0, words.data(), 192); };
  const auto flusher = [&](Address line, Time at) {
    return [this, line, at](Thread& t) -> Task<> {
      co_await Until(t, at);
      co_await Clflush(t, line);
    };
  };
  auto first = flusher(0, 50), second = flusher(64, 150);
  Thread& t = sim_.Spawn(program);
  sim_.Spawn(first);
  sim_.Spawn(second);
  EXPECT_TRUE(sim_.Run());
  EXPECT_TRUE(t.done());
  EXPECT_EQ(t.now(), 300u);
  for (Address at = 0; at < 192; at += 8) EXPECT_EQ(nvm_->LoadWord(at), 7u);
}

// --- Where bytes are ---------------------------------------------------------------------------

#if AFTERIMAGE_TRACED

TEST_F(NvmTest, SaysHowFarBytesHaveCome) {
  using Standing = NvmCache::Standing;
  auto program = [&](Thread& t) -> Task<> {
    co_await Until(t, 100);
    co_await Store(t, kX, 1);  // 106
    co_await Until(t, 200);
    co_await Clflush(t, kX);  // 264
  };
  sim_.Spawn(program);
  std::vector<Standing> seen;
  for (const Time at : {50, 150, 230, 270})
    sim_.Look(at, [&] { seen.push_back(nvm_->cache().StandingOf(kX, 8)); });
  sim_.Look(151, [&] {
    EXPECT_EQ(nvm_->cache().StandingOf(kX1, 8),
              Standing::kDurable);  // the same line, but nothing new there
    EXPECT_EQ(nvm_->cache().StandingOf(kX - 4, 8), Standing::kVolatile);
    EXPECT_EQ(nvm_->cache().StandingOf(kX + 7, 1), Standing::kVolatile);
    EXPECT_EQ(nvm_->cache().StandingOf(kX + 8, 1), Standing::kDurable);
    EXPECT_EQ(nvm_->cache().StandingOf(0, 1024), Standing::kVolatile);
  });
  sim_.Run();
  EXPECT_EQ(seen, (std::vector<Standing>{Standing::kDurable, Standing::kVolatile,
                                         Standing::kInFlight, Standing::kDurable}));
}

TEST_F(NvmTest, CountsWearOnlyForWhatAFenceReallyWrites) {
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kX, 1);  // stays in the cache
    co_await NtStore(t, kX1, 1);
    co_await NtStore(t, kX1, 2);
    co_await Fence(t);
  });
  EXPECT_EQ(TotalWear(), 1u);
}

#else

// A published database does not fit 4 GB; events, which have 32 bits for an address, are the traced
// build's.
TEST_F(NvmTest, ReachesBeyondFourGigabytes) {
  constexpr Address kFar = (Address{9} << 30) + kX;
  Start({});
  nvm_ = sim_.arena.New<Nvm>(sim_.arena, machine_, uint64_t{12} << 30);
  Play([&](Thread& t) -> Task<> {
    co_await Store(t, kFar, 7);
    co_await Clflush(t, kFar);
    co_await Store(t, kFar + 64, 8);
  });
  uint64_t durable = 0, near = 0;
  nvm_->LoadDurable(kFar, &durable, sizeof durable);
  nvm_->LoadDurable(kFar & 0xffffffff, &near, sizeof near);
  EXPECT_EQ(durable, 7u);
  EXPECT_EQ(near, 0u);
  EXPECT_EQ(nvm_->LoadWord(kFar + 64), 8u);
  EXPECT_EQ(nvm_->wear().Of(static_cast<uint32_t>(kFar / nvm_->wear().unit_bytes())), 1u);
  BlockPool pool;
  Arena arena(pool);
  UniformChoice none(false);
  Nvm fork(arena, machine_, *nvm_, none);
  EXPECT_EQ(fork.LoadWord(kFar), 7u);
  EXPECT_EQ(fork.LoadWord(kFar + 64), 0u);
}

#endif

}  // namespace
}  // namespace afterimage
