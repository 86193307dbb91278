// A page cache of several files against a model of it: what is in memory and what leaves, by
// operations drawn at random.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "support/litmus.h"
#include "tier/files/disk_file.h"
#include "tier/files/os_page_cache.h"

namespace afterimage::testing_support {
namespace {

constexpr uint32_t kPageBytes = DiskFile::kPageBytes, kModelFiles = 3, kModelPages = 5,
                   kModelRoom = 6;

// Two lists, from the oldest on, as linux keeps them (page_lists.h), with pages by their names.
struct ListsModel {
  struct Page {
    uint32_t file, page;
    bool used = false;
    bool operator==(const Page& other) const { return file == other.file && page == other.page; }
  };
  std::vector<Page> inactive, active;

  bool Has(Page page) const {
    return std::count(inactive.begin(), inactive.end(), page) > 0 ||
           std::count(active.begin(), active.end(), page) > 0;
  }
  void Read(Page page) {
    const auto in = std::find(inactive.begin(), inactive.end(), page);
    if (in != inactive.end()) {
      if (in->used) {
        inactive.erase(in);
        active.push_back(page);
      } else {
        in->used = true;
      }
      return;
    }
    const auto on = std::find(active.begin(), active.end(), page);
    if (on != active.end()) {
      on->used = true;
      return;
    }
    inactive.push_back(page);
    while (inactive.size() + active.size() > kModelRoom) {
      if (active.size() > inactive.size()) {
        inactive.push_back({active.front().file, active.front().page});
        active.erase(active.begin());
      }
      inactive.erase(inactive.begin());
    }
    // It comes in, and is used then.
    const auto here = std::find(inactive.begin(), inactive.end(), page);
    if (here != inactive.end()) here->used = true;
  }
};

TEST(PageCacheModel, KeepsOfEachFileWhatTheListsSay) {
  for (uint64_t seed = 1; seed <= 20 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Sim sim;
    const MachineProfile machine = SetupA({{Price::kOsPageCache, 1}, {Price::kOsJournalBlocks, 0}});
    auto* disk =
        sim.arena.New<BlockDevice>(sim.arena, machine, kModelFiles * kModelPages * kPageBytes);
    auto* cache = sim.arena.New<OsPageCache>(sim.kernel, sim.arena, machine);
    std::vector<DiskFile*> files;
    for (uint32_t i = 0; i < kModelFiles; ++i)
      files.push_back(sim.arena.New<DiskFile>(sim.arena, machine, *disk,
                                              i * kModelPages * kPageBytes,
                                              kModelPages * kPageBytes, cache));
    cache->SetRoom(kModelRoom * kPageBytes);
    ListsModel model;
    uint64_t misses = 0;
    auto program = [&](Thread& t) -> Task<> {
      Random random(seed);
      for (uint32_t i = 0; i < 300; ++i) {
        const ListsModel::Page page = {random.Below(kModelFiles), random.Below(kModelPages)};
        misses += model.Has(page) ? 0 : 1;
        model.Read(page);
        co_await files[page.file]->Read(t, Category::kDataIo, uint64_t{page.page} * kPageBytes,
                                        nullptr, kPageBytes);
        for (uint32_t f = 0; f < kModelFiles; ++f) {
          for (uint32_t p = 0; p < kModelPages; ++p)
            EXPECT_EQ(files[f]->resident(p), model.Has({f, p})) << "read " << i << ", " << f << p;
        }
      }
    };
    sim.Spawn(program);
    ASSERT_TRUE(sim.Run());
    EXPECT_EQ(disk->counters().reads, misses);
  }
}

// What is written is the oldest of what has been dirty for so long, to the nanosecond, and reaches
// the disk whichever file it is of.
TEST(PageCacheModel, WritesBackWhatHasBeenDirtyForJustSoLong) {
  constexpr Time kOneSecond = 1'000'000'000;
  for (uint32_t file = 0; file < kModelFiles; ++file) {
    Sim sim;
    const MachineProfile machine = SetupA({{Price::kOsPageCache, 1},
                                           {Price::kOsJournalBlocks, 0},
                                           {Price::kOsDirtyExpires, 5000},
                                           {Price::kOsWritebackTime, 5000}});
    auto* disk =
        sim.arena.New<BlockDevice>(sim.arena, machine, kModelFiles * kModelPages * kPageBytes);
    auto* cache = sim.arena.New<OsPageCache>(sim.kernel, sim.arena, machine);
    std::vector<DiskFile*> files;
    for (uint32_t i = 0; i < kModelFiles; ++i)
      files.push_back(sim.arena.New<DiskFile>(sim.arena, machine, *disk,
                                              i * kModelPages * kPageBytes,
                                              kModelPages * kPageBytes, cache));
    cache->SetRoom(uint64_t{1} << 32);
    cache->AddFlushers();
    const std::vector<uint8_t> bytes(kPageBytes, 7);
    auto program = [&](Thread& t) -> Task<> {
      co_await files[file]->Write(t, Category::kDataIo, kPageBytes, bytes.data(), kPageBytes);
    };
    sim.Spawn(program);
    // The flusher wakes so long after the page became dirty, and not again before 10 s.
    uint8_t byte = 0;
    sim.Look(7 * kOneSecond,
             [&] { disk->LoadDurable((file * kModelPages + 1) * kPageBytes, &byte, 1); });
    ASSERT_TRUE(sim.Run());
    EXPECT_EQ(byte, 7) << "file " << file;
  }
}

}  // namespace
}  // namespace afterimage::testing_support
