#include "db/pages/page_store.h"

#include <algorithm>
#include <optional>

#include "crash/persist_choices.h"
#include "support/litmus.h"
#include "support/pages.h"
#include "tier/files/disk_file.h"

namespace afterimage {
namespace {

using testing_support::SetupA;
using testing_support::Sim;
using testing_support::Until;

constexpr uint32_t kSector = 256, kPageBytes = 1024, kPages = 20;

std::vector<uint8_t> PageOf(PageId page, Lsn lsn) {
  page_test::OwnPage own(kPageBytes);
  own.page.Format(page);
  for (uint32_t i = 0; i < 20; ++i) {
    EXPECT_TRUE(page_test::ApplyInsert(own.page, static_cast<SlotId>(i), i + 1,
                                       Value::FromNumber(static_cast<int64_t>(lsn * 100 + i), 24)));
  }
  own.page.set_page_lsn(lsn);
  std::vector<uint8_t> bytes = page_test::BytesOf(own.page);
  SetPageChecksum(bytes.data(), kPageBytes);
  return bytes;
}

// A disk with pages on it, and what a power cut may leave of it.
class PageStoreTest : public ::testing::Test {
 protected:
  PageStoreTest() { Start(true, {}); }
  void Start(bool double_write, std::vector<testing_support::Override> overrides,
             uint32_t batch = 1) {
    overrides.push_back({Price::kDiskSector, kSector});
    machine_ = SetupA(overrides);
    params_ = {kPageBytes, kPages, double_write, false, batch};
    disk_ = sim_.arena.New<BlockDevice>(sim_.arena, machine_, PageStore::FileBytes(params_));
    store_ = Over(sim_, *disk_);
    for (PageId page = 0; page < kPages; ++page) {
      store_->file().Format(store_->At(page), PageOf(page, 1).data(), kPageBytes);
    }
  }
  PageStore* Over(Sim& sim, BlockDevice& disk) {
    auto* file = sim.arena.New<DiskFile>(sim.arena, machine_, disk, uint64_t{0},
                                         PageStore::FileBytes(params_));
    return sim.arena.New<PageStore>(sim.arena, *file, params_);
  }
  void FormatSlot(uint32_t slot, const std::vector<uint8_t>& bytes) {
    store_->file().Format((uint64_t{kPages} + slot) * kPageBytes, bytes.data(), kPageBytes);
  }
  static std::vector<uint8_t> Torn(const std::vector<uint8_t>& older,
                                   const std::vector<uint8_t>& newer, uint32_t sectors) {
    std::vector<uint8_t> torn = newer;
    std::memcpy(torn.data() + sectors * kSector, older.data() + sectors * kSector,
                kPageBytes - sectors * kSector);
    return torn;
  }
  std::vector<uint8_t> Read(PageStore& store, PageId page) {
    std::vector<uint8_t> bytes(kPageBytes);
    store.Peek(page, 0, kPageBytes, bytes.data());
    return bytes;
  }
  Task<> WriteAll(Thread& thread, const std::vector<PageId>& pages, Lsn lsn) {
    std::vector<std::vector<uint8_t>> bytes;
    std::vector<PageWrite> writes;
    for (PageId page : pages) bytes.push_back(PageOf(page, lsn));
    for (size_t i = 0; i < pages.size(); ++i) writes.push_back({pages[i], bytes[i].data()});
    co_await store_->WritePages(thread, writes.data(), static_cast<uint32_t>(writes.size()));
  }
  uint32_t Repair() {
    uint32_t repaired = 99;
    auto program = [&](Thread& t) -> Task<> { repaired = co_await store_->RepairTornPages(t); };
    sim_.Spawn(program);
    EXPECT_TRUE(sim_.Run());
    return repaired;
  }

  Sim sim_;
  PageStoreParams params_;
  MachineProfile machine_ = SetupA();
  BlockDevice* disk_ = nullptr;
  PageStore* store_ = nullptr;
};

TEST_F(PageStoreTest, TheAreaStandsBehindThePages) {
  EXPECT_EQ(PageStore::FileBytes({kPageBytes, kPages, false}), kPages * kPageBytes);
  EXPECT_EQ(PageStore::FileBytes(params_), (kPages + kDoubleWriteSlots) * kPageBytes);
}

TEST_F(PageStoreTest, APageIsThereOnReturnAndItsCopyToo) {
  const std::vector<uint8_t> bytes = PageOf(3, 7);
  auto program = [&](Thread& t) -> Task<> { co_await store_->WritePage(t, 3, bytes.data()); };
  sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(Read(*store_, 3), bytes);
  EXPECT_EQ(Read(*store_, kPages), bytes);
  EXPECT_EQ(Read(*store_, 2), PageOf(2, 1));
  EXPECT_EQ(store_->file().counters().writes, 2u);
}

TEST_F(PageStoreTest, WithoutTheAreaAPageIsWrittenOnce) {
  Start(false, {});
  const std::vector<uint8_t> bytes = PageOf(3, 7);
  auto program = [&](Thread& t) -> Task<> { co_await store_->WritePage(t, 3, bytes.data()); };
  sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(Read(*store_, 3), bytes);
  EXPECT_EQ(store_->file().counters().writes, 1u);
  EXPECT_EQ(Repair(), 0u);
}

TEST_F(PageStoreTest, ATornPageGetsItsCopyBack) {
  const std::vector<uint8_t> older = PageOf(3, 1), newer = PageOf(3, 9);
  for (uint32_t sectors = 1; sectors < kPageBytes / kSector; ++sectors) {
    store_->file().Format(store_->At(3), Torn(older, newer, sectors).data(), kPageBytes);
    FormatSlot(sectors, newer);
    EXPECT_EQ(Repair(), 1u) << sectors;
    EXPECT_EQ(Read(*store_, 3), newer) << sectors;
    EXPECT_EQ(Repair(), 0u) << sectors;
  }
}

TEST_F(PageStoreTest, ATornCopyLeavesThePageAlone) {
  FormatSlot(0, Torn(PageOf(3, 1), PageOf(3, 9), 2));
  FormatSlot(1, std::vector<uint8_t>(kPageBytes, 0xab));
  std::vector<uint8_t> elsewhere = PageOf(kPages + 5, 9);  // no such page
  FormatSlot(2, elsewhere);
  EXPECT_EQ(Repair(), 0u);
  for (PageId page = 0; page < kPages; ++page) EXPECT_EQ(Read(*store_, page), PageOf(page, 1));
}

// A slot may hold an older copy of a page that was last written through another one.
TEST_F(PageStoreTest, OfSeveralCopiesTheNewestCounts) {
  const std::vector<uint8_t> newest = PageOf(3, 9);
  for (const bool first : {true, false}) {
    store_->file().Format(store_->At(3), Torn(PageOf(3, 5), newest, 1).data(), kPageBytes);
    FormatSlot(first ? 0 : 4, newest);
    FormatSlot(first ? 4 : 0, PageOf(3, 5));
    Repair();
    EXPECT_EQ(Read(*store_, 3), newest);
  }
}

TEST_F(PageStoreTest, AnOlderCopyNeverReplacesAWholePage) {
  FormatSlot(0, PageOf(3, 5));
  store_->file().Format(store_->At(3), PageOf(3, 9).data(), kPageBytes);
  EXPECT_EQ(Repair(), 0u);
  EXPECT_EQ(Read(*store_, 3), PageOf(3, 9));
}

TEST_F(PageStoreTest, WritersBeyondTheSlotsWaitForOne) {
  constexpr uint32_t kWriters = 2 * kDoubleWriteSlots + 3;
  std::vector<std::vector<uint8_t>> pages;
  for (PageId page = 0; page < kWriters; ++page) pages.push_back(PageOf(page, 4));
  std::vector<std::function<Task<>(Thread&)>> programs;
  for (PageId page = 0; page < kWriters; ++page) {
    programs.push_back([&, page](Thread& t) -> Task<> {
      co_await store_->WritePage(t, page, pages[page].data());
    });
  }
  for (auto& program : programs) sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  for (PageId page = 0; page < kWriters; ++page) {
    EXPECT_TRUE(sim_.kernel.thread(page).done());
    EXPECT_EQ(Read(*store_, page), pages[page]);
  }
  EXPECT_EQ(store_->file().counters().writes, 2 * kWriters);
}

TEST_F(PageStoreTest, TogetherCopiesTakeOneWriteAndTheirPagesOneEach) {
  Start(true, {}, 70);
  EXPECT_EQ(PageStore::FileBytes(params_), (kPages + kDoubleWriteSlots + 70) * kPageBytes);
  EXPECT_EQ(store_->batch_pages(), 70u);
  const std::vector<PageId> pages = {3, 11, 5};
  auto program = [&](Thread& t) -> Task<> { co_await WriteAll(t, pages, 7); };
  sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(store_->file().counters().writes, 4u);
  for (uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(Read(*store_, pages[i]), PageOf(pages[i], 7));
    EXPECT_EQ(Read(*store_, kPages + kDoubleWriteSlots + i), PageOf(pages[i], 7));
  }
  EXPECT_EQ(Repair(), 0u);
}

TEST_F(PageStoreTest, NeighboursTakeOneRequestWhereThereIsNoArea) {
  EXPECT_EQ(store_->run_pages(), 1u);
  Start(false, {});
  ASSERT_EQ(store_->run_pages(), kRunPages);
  std::vector<std::vector<uint8_t>> bytes;
  std::vector<PageWrite> run;
  for (PageId page = 5; page < 8; ++page) bytes.push_back(PageOf(page, 7));
  for (PageId page = 5; page < 8; ++page) run.push_back({page, bytes[page - 5].data()});
  auto program = [&](Thread& t) -> Task<> { co_await store_->WriteRun(t, run.data(), 3); };
  sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  EXPECT_EQ(store_->file().counters().writes, 1u);
  for (PageId page = 4; page < 9; ++page)
    EXPECT_EQ(Read(*store_, page), PageOf(page, page >= 5 && page < 8 ? 7 : 1));
}

// The second batch must not write over copies of pages that the first has not brought home.
TEST_F(PageStoreTest, OneBatchIsUnderWayAtATime) {
  Start(true, {}, 4);
  std::vector<std::function<Task<>(Thread&)>> programs;
  for (const PageId first : {2u, 8u, 12u}) {
    programs.push_back([&, first](Thread& t) -> Task<> {
      std::vector<PageId> pages(1, first);
      pages.push_back(first + 1);
      co_await WriteAll(t, pages, 6);
      EXPECT_EQ(Read(*store_, kPages + kDoubleWriteSlots), PageOf(first, 6));
    });
  }
  for (auto& program : programs) sim_.Spawn(program);
  ASSERT_TRUE(sim_.Run());
  for (const PageId page : {2u, 3u, 8u, 9u, 12u, 13u})
    EXPECT_EQ(Read(*store_, page), PageOf(page, 6));
}

TEST_F(PageStoreTest, EveryCopyOfABatchIsLookedAt) {
  constexpr uint32_t kBatch = 70;  // read in two pieces
  Start(true, {}, kBatch);
  PageId page = 3;
  for (const uint32_t slot : {0u, 1u, 63u, 64u, kBatch - 1}) {
    const std::vector<uint8_t> newer = PageOf(++page, 100);
    store_->file().Format(store_->At(page), Torn(PageOf(page, 1), newer, 2).data(), kPageBytes);
    FormatSlot(kDoubleWriteSlots + slot, newer);
    EXPECT_EQ(Repair(), 1u) << slot;
    EXPECT_EQ(Read(*store_, page), newer) << slot;
  }
}

#if AFTERIMAGE_TRACED

// The power fails at every moment of three writes, two of them of one page, with every choice of
// surviving sectors that the repair of a page can distinguish. Afterwards each page is one of its
// versions, and never older than a write that had returned.
class PageStoreCrash : public PageStoreTest {
 protected:
  // Two batches with a page in common, and between them a write of that page alone.
  void CutBatchesEverywhere() {
    uint32_t returned = 0;
    const std::vector<uint8_t> alone = PageOf(3, 6);
    const std::vector<PageId> before = {3, 4}, behind = {5, 3};
    auto program = [&](Thread& t) -> Task<> {
      co_await WriteAll(t, before, 5);
      ++returned;
      co_await store_->WritePage(t, 3, alone.data());
      ++returned;
      co_await WriteAll(t, behind, 7);
      ++returned;
    };
    sim_.Spawn(program);
    const auto check = [&](uint64_t seed) {
      const std::vector<Lsn> three = {1, 5, 6, 7};
      PageStore* store = Recovered(seed);
      const std::vector<uint8_t> found = Read(*store, 3);
      const bool known = std::any_of(three.begin() + returned, three.end(),
                                     [&](Lsn lsn) { return found == PageOf(3, lsn); });
      EXPECT_TRUE(known) << "seed " << seed << ", " << returned << " returned";
      const std::vector<uint8_t> four = Read(*store, 4), five = Read(*store, 5);
      EXPECT_TRUE(four == PageOf(4, 5) || (returned < 1 && four == PageOf(4, 1))) << seed;
      EXPECT_TRUE(five == PageOf(5, 7) || (returned < 3 && five == PageOf(5, 1))) << seed;
    };
    for (uint32_t at = 1; !sim_.Run(at); ++at) {
      for (uint64_t seed = 0; seed < 60; ++seed) check(seed);
    }
    check(0);
    EXPECT_EQ(returned, 3u);
  }
  void CutEverywhere() {
    const std::vector<uint8_t> five = PageOf(3, 5), six = PageOf(3, 6), other = PageOf(4, 5);
    uint32_t returned = 0;
    auto first = [&](Thread& t) -> Task<> {
      co_await store_->WritePage(t, 3, five.data());
      ++returned;
      co_await store_->WritePage(t, 3, six.data());
      ++returned;
    };
    auto second = [&](Thread& t) -> Task<> { co_await store_->WritePage(t, 4, other.data()); };
    sim_.Spawn(first);
    sim_.Spawn(second);
    for (uint32_t at = 1; !sim_.Run(at); ++at) {
      for (uint64_t seed = 0; seed < 60; ++seed) ExpectWhole(seed, returned);
    }
    ExpectWhole(0, returned);
    EXPECT_EQ(returned, 2u);
  }
  // More writers than slots, on a disk with a cache: a slot is used again as soon as it may be.
  void CutAmongManyEverywhere() {
    constexpr uint32_t kWriters = kDoubleWriteSlots + 3;
    constexpr Lsn kLast = 3;
    std::vector<std::vector<uint8_t>> versions[kWriters];
    uint32_t returned[kWriters], next = 0;
    for (PageId page = 0; page < kWriters; ++page) {
      returned[page] = 1;
      for (Lsn lsn = 0; lsn <= kLast; ++lsn) versions[page].push_back(PageOf(page, lsn));
    }
    auto program = [&](Thread& t) -> Task<> {
      const PageId page = next++;
      co_await Until(t, t.now() + page * 3000);
      for (Lsn lsn = 2; lsn <= kLast; ++lsn) {
        co_await store_->WritePage(t, page, versions[page][lsn].data());
        returned[page] = static_cast<uint32_t>(lsn);
      }
    };
    for (uint32_t i = 0; i < kWriters; ++i) sim_.Spawn(program);
    const auto check = [&](uint64_t seed) {
      PageStore* store = Recovered(seed);
      for (PageId page = 0; page < kWriters; ++page) {
        const std::vector<uint8_t> found = Read(*store, page);
        const auto from = versions[page].begin() + returned[page];
        EXPECT_TRUE(std::find(from, versions[page].end(), found) != versions[page].end())
            << "page " << page << ", seed " << seed;
      }
    };
    for (uint32_t at = 1; !sim_.Run(at) && !HasFailure(); ++at) {
      for (uint64_t seed = 0; seed < 6; ++seed) check(at * 6 + seed);
    }
    check(0);
  }

 private:
  // The store that recovery makes of a disk after a power cut now. It remains valid until the next
  // call.
  PageStore* Recovered(uint64_t seed) {
    after_.emplace();
    choice_.emplace(seed);
    auto* disk = after_->arena.New<BlockDevice>(after_->arena, machine_, *disk_, *choice_, 0u);
    PageStore* store = Over(*after_, *disk);
    auto program = [&](Thread& t) -> Task<> { co_await store->RepairTornPages(t); };
    after_->Spawn(program);
    EXPECT_TRUE(after_->Run());
    return store;
  }
  void ExpectWhole(uint64_t seed, uint32_t returned) {
    PageStore* store = Recovered(seed);
    const std::vector<uint8_t> three = Read(*store, 3), four = Read(*store, 4);
    const bool newest = three == PageOf(3, 6), middle = three == PageOf(3, 5),
               oldest = three == PageOf(3, 1);
    EXPECT_TRUE(newest || (returned < 2 && middle) || (returned < 1 && oldest)) << "seed " << seed;
    EXPECT_TRUE(four == PageOf(4, 1) || four == PageOf(4, 5)) << "seed " << seed;
  }

  std::optional<RandomChoice> choice_;  // a sector is decided on once somebody reads it
  std::optional<Sim> after_;
};

TEST_F(PageStoreCrash, EveryTearIsRepaired) { CutEverywhere(); }

TEST_F(PageStoreCrash, EveryTearIsRepairedWhereSlotsAreUsedAgain) {
  Start(true, {{Price::kDiskWriteCache, 1}, {Price::kDiskCacheKb, 8}});
  CutAmongManyEverywhere();
}

TEST_F(PageStoreCrash, EveryTearOfABatchIsRepaired) {
  Start(true, {}, 4);
  CutBatchesEverywhere();
}

TEST_F(PageStoreCrash, EveryTearOfABatchIsRepairedBehindAPageCache) {
  Start(true, {{Price::kOsPageCache, 1}, {Price::kOsJournalBlocks, 0}}, 4);
  CutBatchesEverywhere();
}

TEST_F(PageStoreCrash, EveryTearIsRepairedBehindAPageCache) {
  Start(true, {{Price::kOsPageCache, 1}, {Price::kOsJournalBlocks, 0}});
  CutEverywhere();
}

#endif

}  // namespace
}  // namespace afterimage
