// The persistent heap: blocks are found again by their headers, and free ones are used again.
#include "scheme/shared/heap/persistent_heap.h"
#include "support/litmus.h"

namespace afterimage::testing_support {
namespace {

using heap::PersistentHeap;

class Heap : public testing::Test {
 protected:
  static constexpr Address kFrom = 4096, kTo = kFrom + 20 * kLineBytes;

  Heap() { heap.Open(kFrom, kTo); }
  // Takes blocks of these lengths, one after the other.
  std::vector<Address> Take(const std::vector<uint32_t>& lines) {
    std::vector<Address> blocks;
    auto program = [&](Thread& t) -> Task<> {
      for (const uint32_t each : lines) {
        const Address block = co_await heap.Take(t, each);
        blocks.push_back(block);
      }
    };
    sim.Spawn(program);
    EXPECT_TRUE(sim.Run());
    return blocks;
  }
  void Mark(Address block, bool used) {
    const uint64_t header = heap.HeaderOf(block, used);
    nvm.Format(block, &header, sizeof header);
  }
  void Put(Address at, uint64_t word) { nvm.Format(at, &word, sizeof word); }

  Sim sim;
  MachineProfile machine = SetupA();
  Nvm nvm{sim.arena, machine, 8192};
  PersistentHeap heap{sim.arena, nvm, machine, {}};
  uint64_t lines_read = 0;
};

TEST_F(Heap, PutsUpNoDatabaseThatFillsTheMemory) {
  BlockPool pool(8 * BlockPool::kBlockBytes);
  Arena arena(pool);
  PersistentHeap small(arena, nvm, machine, {});
  small.Open(kFrom, kTo);
  EXPECT_EQ(small.Format(1), kFrom);
  arena.Allocate(8 * BlockPool::kBlockBytes);
  EXPECT_EQ(small.Format(1), 0u);
}

TEST_F(Heap, BlocksStandOneBehindTheOther) {
  EXPECT_EQ(Take({1, 3, 2}), (std::vector<Address>{kFrom, kFrom + 64, kFrom + 256}));
  EXPECT_EQ(heap.blocks(), 3u);
  EXPECT_EQ(heap.CountUsed(), 0u);
}

TEST_F(Heap, EndsWhereThereIsNoRoom) {
  EXPECT_EQ(Take({12, 8, 1}), (std::vector<Address>{kFrom, kFrom + 12 * 64, 0}));
  EXPECT_TRUE(heap.Scan(&lines_read));
  EXPECT_EQ(heap.blocks(), 2u);
}

TEST_F(Heap, ABlockGivenBackIsTakenAgainByThoseOfItsLength) {
  const std::vector<Address> blocks = Take({2, 3, 2});
  heap.GiveBack(blocks[0]);
  EXPECT_EQ(Take({3, 2, 2}), (std::vector<Address>{kFrom + 7 * 64, blocks[0], kFrom + 10 * 64}));
}

TEST_F(Heap, ScanFindsBlocksAndGivesOutOnlyFreeOnes) {
  const std::vector<Address> blocks = Take({1, 2, 1, 1});
  Mark(blocks[0], true);
  Mark(blocks[1], true);
  Mark(blocks[3], true);
  PersistentHeap again{sim.arena, nvm, machine, {}};
  again.Open(kFrom, kTo);
  ASSERT_TRUE(again.Scan(&lines_read));
  EXPECT_EQ(again.blocks(), 4u);
  EXPECT_EQ(again.CountUsed(), 3u);
  EXPECT_EQ(again.top(), heap.top());
  EXPECT_EQ(lines_read, 5u);
  heap.Open(kFrom, kTo);
  ASSERT_TRUE(heap.Scan(&lines_read));
  EXPECT_EQ(Take({1, 1}), (std::vector<Address>{blocks[2], blocks[3] + 64}));
}

TEST_F(Heap, ScanRefusesWhatIsNoHeader) {
  Take({1, 1, 1});
  for (const uint64_t header : {uint64_t{1}, PersistentHeap::Header(0, true),
                                PersistentHeap::Header(heap::kMaxBlockLines + 1, true),
                                PersistentHeap::Header(1, true) | uint64_t{1} << 33,
                                PersistentHeap::Header(1, true) ^ uint64_t{1} << 60}) {
    Put(kFrom + 64, header);
    EXPECT_FALSE(heap.Scan(&lines_read)) << std::hex << header;
  }
  Put(kTo - 64, PersistentHeap::Header(2, false));
  EXPECT_FALSE(heap.IsBlock(kTo - 64));
}

TEST_F(Heap, OnlyLinesInsideMayBeBlocks) {
  Take({1});
  EXPECT_TRUE(heap.IsBlock(kFrom));
  for (const uint64_t address :
       {uint64_t{0}, uint64_t{kFrom} + 8, uint64_t{kFrom} - 64, uint64_t{kTo},
        uint64_t{kFrom} | uint64_t{1} << 32, ~uint64_t{0}}) {
    EXPECT_FALSE(heap.IsBlock(address)) << address;
  }
}

#if AFTERIMAGE_TRACED
// A power cut leaves the first so many of the blocks that several threads carved, never one behind
// a gap.
TEST_F(Heap, APowerCutLeavesNoGap) {
  auto program = [&](Thread& t) -> Task<> {
    for (int i = 0; i < 2; ++i) {
      const Address block = co_await heap.Take(t, 1);
      EXPECT_NE(block, 0u);
    }
  };
  for (int i = 0; i < 3; ++i) sim.Spawn(program);
  for (uint32_t at = 1; !sim.Run(at); ++at) {
    EveryChoice every;
    do {
      Nvm fork(sim.arena, machine, nvm, every);
      PersistentHeap found{sim.arena, fork, machine, {}};
      found.Open(kFrom, kTo);
      ASSERT_TRUE(found.Scan(&lines_read));
      ASSERT_GE(found.blocks(), heap.blocks());
      ASSERT_LE(found.blocks(), heap.blocks() + 1);
    } while (every.Next());
  }
  EXPECT_EQ(heap.blocks(), 6u);
}
#endif

}  // namespace
}  // namespace afterimage::testing_support
