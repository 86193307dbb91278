#include "base/arena.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/flat_map.h"

namespace afterimage {
namespace {

bool Aligned(const void* p) { return reinterpret_cast<uintptr_t>(p) % 16 == 0; }

TEST(Arena, GivesAlignedMemoryThatDoesNotOverlap) {
  BlockPool pool;
  Arena arena(pool);
  Random random(1);
  std::vector<std::pair<uint8_t*, size_t>> given;
  for (int i = 0; i < 2000; ++i) {
    const size_t size = random.Below(i % 100 == 0 ? 100000 : 500);
    auto* p = static_cast<uint8_t*>(arena.Allocate(size));
    ASSERT_TRUE(Aligned(p));
    std::memset(p, i & 0xff, size);
    given.emplace_back(p, size);
  }
  for (size_t i = 0; i < given.size(); ++i) {
    for (size_t at = 0; at < given[i].second; ++at) ASSERT_EQ(given[i].first[at], i & 0xff);
  }
}

TEST(BlockPool, SaysWhenItIsFullAndStillGives) {
  BlockPool pool(10 * BlockPool::kBlockBytes), unlimited(0);
  Arena other(unlimited);
  other.Allocate(100 * BlockPool::kBlockBytes);
  EXPECT_FALSE(other.full());
  {
    Arena arena(pool);
    arena.Allocate(9 * BlockPool::kBlockBytes);
    EXPECT_FALSE(arena.full());
    arena.Allocate(BlockPool::kBlockBytes);
    EXPECT_TRUE(arena.full());
    EXPECT_NE(arena.Allocate(BlockPool::kBlockBytes), nullptr);
  }
  // Large blocks are not kept.
  EXPECT_FALSE(pool.full());
}

TEST(Arena, AlignsWhatAsksForIt) {
  struct alignas(64) Line {
    uint8_t bytes[64];
  };
  BlockPool pool;
  Arena arena(pool);
  Random random(2);
  std::vector<Line*> lines;
  for (int i = 0; i < 2000; ++i) {
    if (random.Chance(50)) std::memset(arena.Allocate(1 + random.Below(100)), 0xff, 1);
    lines.push_back(arena.New<Line>());
    ASSERT_EQ(reinterpret_cast<uintptr_t>(lines.back()) % 64, 0u);
    std::memset(lines.back(), i & 0x7f, sizeof(Line));
  }
  for (size_t i = 0; i < lines.size(); ++i) {
    for (const uint8_t byte : lines[i]->bytes) ASSERT_EQ(byte, i & 0x7f);
  }
}

TEST(Arena, PutsWholeLinesOnLines) {
  BlockPool pool;
  Arena arena(pool);
  for (size_t bytes = 16; bytes <= 4096; bytes += 16) {
    const auto at = reinterpret_cast<uintptr_t>(arena.AllocatePooled(bytes));
    EXPECT_EQ(at % (bytes % 64 == 0 ? 64 : 16), 0u) << bytes;
  }
}

TEST(Arena, ReusesWhatWasRecycledWithTheSameSize) {
  BlockPool pool;
  Arena arena(pool);
  void* a = arena.AllocatePooled(100);
  void* b = arena.AllocatePooled(100);
  arena.Recycle(a, 100);
  arena.Recycle(b, 100);
  EXPECT_EQ(arena.AllocatePooled(100), b);
  EXPECT_EQ(arena.AllocatePooled(100), a);
  arena.Recycle(a, 100);
  EXPECT_NE(arena.AllocatePooled(300), a);
  EXPECT_EQ(arena.AllocatePooled(97), a);  // rounds up to the same class
}

// Pages and their copies come and go for as long as a run lasts.
TEST(Arena, TakesNoNewMemoryForPagesThatComeAndGo) {
  for (const size_t bytes : {4097u, 8192u, 8240u, 16384u, 32768u}) {
    BlockPool pool;
    Arena arena(pool);
    std::set<void*> places;
    for (int i = 0; i < 1000; ++i) {
      void* page = arena.AllocatePooled(bytes);
      std::memset(page, 0xff, bytes);
      places.insert(page);
      arena.Recycle(page, bytes);
    }
    EXPECT_EQ(places.size(), 1u) << bytes;
    EXPECT_LT(arena.reserved_bytes(), 4 * BlockPool::kBlockBytes) << bytes;
  }
}

TEST(Arena, KeepsPagesOfDifferentClassesApart) {
  BlockPool pool;
  Arena arena(pool);
  void* page = arena.AllocatePooled(8192);
  arena.Recycle(page, 8192);
  EXPECT_NE(arena.AllocatePooled(8193), page);
  EXPECT_EQ(arena.AllocatePooled(7681), page);
}

TEST(Arena, GivesItsBlocksBackForTheNextWorld) {
  BlockPool pool;
  std::set<void*> first;
  {
    Arena arena(pool);
    for (int i = 0; i < 10; ++i) first.insert(arena.Allocate(BlockPool::kBlockBytes));
  }
  Arena arena(pool);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(first.count(arena.Allocate(BlockPool::kBlockBytes)), 1u);
  EXPECT_EQ(first.count(arena.Allocate(BlockPool::kBlockBytes)), 0u);
}

TEST(Arena, GoesBackToWhatItHeld) {
  BlockPool pool;
  Arena arena(pool);
  Random random(3);
  std::vector<std::pair<uint8_t*, size_t>> given;
  for (int i = 0; i < 200; ++i) {
    const size_t size = 1 + random.Below(i % 50 == 0 ? 100000 : 700);
    given.emplace_back(static_cast<uint8_t*>(arena.Allocate(size)), size);
    std::memset(given.back().first, i, size);
  }
  void* recycled = arena.AllocatePooled(100);
  arena.Recycle(recycled, 100);
  const size_t reserved = arena.reserved_bytes();
  Arena::Image image;
  arena.Keep(&image);
  std::vector<void*> first;
  for (int round = 0; round < 3; ++round) {
    std::vector<void*> taken;
    for (int i = 0; i < 300; ++i) taken.push_back(arena.AllocatePooled(1 + (i * 37) % 900));
    EXPECT_NE(std::find(taken.begin(), taken.end(), recycled), taken.end());
    if (round == 0) first = taken;
    EXPECT_EQ(taken, first);  // as if nothing had been taken in between
    for (const auto& [p, size] : given) std::memset(p, 0xee, size);
    arena.GoBack(image);
    EXPECT_EQ(arena.reserved_bytes(), reserved);
    for (size_t i = 0; i < given.size(); ++i) {
      for (size_t at = 0; at < given[i].second; ++at) ASSERT_EQ(given[i].first[at], i & 0xff);
    }
  }
}

TEST(Arena, TakesRequestsLargerThanABlock) {
  BlockPool pool;
  Arena arena(pool);
  const size_t size = 10 * BlockPool::kBlockBytes;
  auto* p = static_cast<uint8_t*>(arena.Allocate(size));
  std::memset(p, 1, size);
  auto* pooled = static_cast<uint8_t*>(arena.AllocatePooled(size));
  std::memset(pooled, 2, size);
  arena.Recycle(pooled, size);  // too large to be kept: must not corrupt anything
  EXPECT_EQ(p[size - 1], 1);
}

TEST(Arena, MakesArraysOfInitializedElements) {
  BlockPool pool;
  {
    Arena dirty(pool);
    std::memset(dirty.Allocate(30000), 0xff, 30000);
  }
  Arena arena(pool);
  const auto* array = arena.NewArray<uint64_t>(1000);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(array[i], 0u);
}

TEST(Arena, LetsVectorsGrowInIt) {
  BlockPool pool;
  Arena arena(pool);
  ArenaVector<int> numbers{ArenaAllocator<int>(arena)};
  for (int i = 0; i < 10000; ++i) numbers.push_back(i);
  for (int i = 0; i < 10000; ++i) ASSERT_EQ(numbers[static_cast<size_t>(i)], i);
}

TEST(FlatMap, AgreesWithStdMapUnderRandomOperations) {
  BlockPool pool;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Arena arena(pool);
    FlatMap<uint64_t> map(arena);
    std::map<uint64_t, uint64_t> reference;
    Random random(seed);
    // Few keys: insertions, erasures and collisions meet again and again.
    const uint32_t keys = 1 + random.Below(200);
    for (int i = 0; i < 3000; ++i) {
      const uint64_t key = random.Below(keys);
      switch (random.Below(3)) {
        case 0: map[key] = reference[key] = random.Next(); break;
        case 1:
          map.Erase(key);
          reference.erase(key);
          break;
        default: {
          const uint64_t* found = map.Find(key);
          const auto expected = reference.find(key);
          ASSERT_EQ(found != nullptr, expected != reference.end());
          if (found) {
            ASSERT_EQ(*found, expected->second);
          }
        }
      }
      ASSERT_EQ(map.size(), reference.size());
    }
    for (uint64_t key = 0; key < keys; ++key) {
      ASSERT_EQ(map.Find(key) != nullptr, reference.count(key) == 1);
    }
  }
}

TEST(FlatMap, StartsEveryNewValueAtZeroEvenWhereOneWasErased) {
  BlockPool pool;
  Arena arena(pool);
  FlatMap<uint64_t> map(arena);
  map[5] = 77;
  map.Erase(5);
  EXPECT_EQ(map.Find(5), nullptr);
  EXPECT_EQ(map[5], 0u);
  map.Erase(6);  // was never there
  EXPECT_EQ(map.size(), 1u);
}

TEST(FlatMap, TakesExtremeKeys) {
  BlockPool pool;
  Arena arena(pool);
  FlatMap<int> map(arena);
  const uint64_t keys[] = {0, 1, ~uint64_t{0} - 1, uint64_t{1} << 63, uint64_t{1} << 32};
  for (int i = 0; i < 5; ++i) map[keys[i]] = i;
  for (int i = 0; i < 5; ++i) EXPECT_EQ(*map.Find(keys[i]), i);
  EXPECT_EQ(map.Find(2), nullptr);
}

}  // namespace
}  // namespace afterimage
