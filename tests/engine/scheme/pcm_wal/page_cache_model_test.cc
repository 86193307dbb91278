// The cache of pages in PCM against a model that knows no slots: of each page, what was written
// last, whoever writes, keeps and reads pages meanwhile, and whatever goes to the disk.
#include <gtest/gtest.h>

#include "scheme/systems/pcm_wal/page_cache.h"
#include "support/effort.h"
#include "support/litmus.h"
#include "tier/files/disk_file.h"

namespace afterimage::testing_support {
namespace {

using pcm_wal::CacheParams;
using pcm_wal::PageCache;

constexpr uint32_t kCachePageBytes = 512, kCachePages = 5, kCacheThreads = 3;

struct NoPageTables final : Schema {
  uint32_t table_count() const override { return 0; }
  const TableInfo& table(TableId) const override {
    static const TableInfo kNone{};
    return kNone;
  }
};

class CachedPagesModel : public testing::Test {
 protected:
  using PageBytes = std::vector<uint8_t>;
  struct Page {
    bool written = false;  // a thread writes it: the pool lets one at a time
    PageBytes newest = PageBytes(kCachePageBytes);
  };

  void Start(uint64_t seed) {
    random_ = Random(seed);
    sim_ = std::make_unique<Sim>();
    machine_ = SetupA({{Price::kDiskWrite, static_cast<int64_t>(500 + random_.Below(20000))},
                       {Price::kDiskSector, 512}});
    PageStoreParams pages{kCachePageBytes, kCachePages, false, false, 1};
    CacheParams params;
    params.slots = 2 + random_.Below(3);
    params.unchanged = random_.Chance(80);
    params.high = random_.Below(900);
    params.low = random_.Below(params.high + 1);
    DeviceSizes sizes;
    sizes.nvm_bytes = PageCache::LayoutOf(params, kCachePageBytes).Bytes();
    sizes.disk_bytes = PageStore::FileBytes(pages);
    devices_ = sim_->arena.New<DeviceSet>(sim_->arena, machine_, sizes);
    auto* file = sim_->arena.New<DiskFile>(sim_->arena, machine_, devices_->disk, uint64_t{0},
                                           PageStore::FileBytes(pages));
    disk_ = sim_->arena.New<PageStore>(sim_->arena, *file, pages);
    cache_ = sim_->arena.New<PageCache>(
        EngineContext{sim_->kernel, sim_->arena, *devices_, machine_, {}, schema_}, params, *disk_);
    cache_->Format();
    for (Page& page : pages_) page = Page();
    next_ = 1;
  }
  Task<> Use(Thread& t);
  void Look();

  Random random_{1};
  std::unique_ptr<Sim> sim_;
  MachineProfile machine_ = SetupA();
  NoPageTables schema_;
  DeviceSet* devices_ = nullptr;
  PageStore* disk_ = nullptr;
  PageCache* cache_ = nullptr;
  Page pages_[kCachePages];
  uint32_t next_ = 1;
};

Task<> CachedPagesModel::Use(Thread& t) {
  co_await Ordered(t);
  const PageId id = random_.Below(1 + random_.Below(kCachePages));  // they meet at some
  Page& page = pages_[id];
  const uint32_t what = random_.Below(4);
  if (what < 2 && !page.written) {
    page.written = true;
    const PageBytes bytes(kCachePageBytes, static_cast<uint8_t>(next_++));
    co_await cache_->WritePage(t, id, bytes.data());
    page.newest = bytes;
    page.written = false;
  } else if (what == 2) {
    co_await cache_->KeepPage(t, id);
  } else {
    co_await cache_->ReadPage(t, id);
  }
  Look();
}

void CachedPagesModel::Look() {
  for (PageId id = 0; id < kCachePages; ++id) {
    if (pages_[id].written) continue;
    PageBytes bytes(kCachePageBytes);
    cache_->Peek(id, 0, kCachePageBytes, bytes.data());
    EXPECT_TRUE(bytes == pages_[id].newest)
        << "page " << id << " has " << int{bytes[0]} << ", not " << int{pages_[id].newest[0]};
  }
#if AFTERIMAGE_WATCHES_READS
  StructureReport report;
  StructureCheck check(&report);
  cache_->CheckAnytime(check);
  EXPECT_TRUE(report.holds) << report.broken.en << " " << report.where_en;
#endif
}

TEST_F(CachedPagesModel, GivesOfEachPageWhatWasWrittenLast) {
  const uint64_t seeds = Effort(400, 10);
  for (uint64_t seed = 1; seed <= seeds && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Start(seed);
    uint32_t running = kCacheThreads;
    auto program = [&](Thread& t) -> Task<> {
      for (uint32_t i = 0; i < 20; ++i) {
        if (random_.Chance(50)) co_await Until(t, t.now() + random_.Below(2000));
        co_await Use(t);
      }
      if (--running == 0) cache_->Stop(t);
    };
    for (uint32_t i = 0; i < kCacheThreads; ++i) sim_->Spawn(program);
#if AFTERIMAGE_WATCHES_READS
    sim_->kernel.schedule().ComeLate(random_.Next(), 30, 5000);
#endif
    if (seed % 4 != 0) cache_->Start();
    ASSERT_TRUE(sim_->Run());
    EXPECT_EQ(running, 0u);
    Look();
#if AFTERIMAGE_WATCHES_READS
    StructureReport report;
    StructureCheck check(&report);
    cache_->CheckMemory(check);
    EXPECT_TRUE(report.holds) << report.broken.en << " " << report.where_en;
#endif
  }
}

}  // namespace
}  // namespace afterimage::testing_support
