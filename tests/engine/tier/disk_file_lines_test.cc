// Tests that a file which gets only the changed lines of its blocks, and computes seals on demand,
// equals at every moment one that gets complete blocks with their seals.
#include <gtest/gtest.h>

#include <cstring>

#include "support/litmus.h"
#include "tier/files/disk_file.h"

namespace afterimage::testing_support {
namespace {

constexpr uint32_t kBlock = 8192;
constexpr uint32_t kBlocks = 24;
constexpr uint32_t kSealAt = 16;

void PutSeal(uint8_t* block, uint32_t size) {
  uint32_t seal = 1;
  for (uint32_t i = 0; i < size; ++i) {
    if (i < kSealAt || i >= kSealAt + 4) seal = seal * 31 + block[i];
  }
  std::memcpy(block + kSealAt, &seal, sizeof seal);
}
constexpr Seals kSeals = {kBlock, kSealAt, 4, PutSeal};

// Blocks of a fresh file, sealed.
class FreshBlocks final : public ByteSource {
 public:
  void Generate(uint64_t address, uint32_t size, uint8_t* out) const override {
    for (uint32_t done = 0; done < size;) {
      uint8_t block[kBlock];
      const uint64_t number = (address + done) / kBlock;
      for (uint32_t at = 0; at < kBlock; ++at)
        block[at] = static_cast<uint8_t>(at / 64 * 7 + number);
      PutSeal(block, kBlock);
      const auto from = static_cast<uint32_t>((address + done) % kBlock);
      const uint32_t part = std::min(size - done, kBlock - from);
      std::memcpy(out + done, block + from, part);
      done += part;
    }
  }
};

struct Told {
  uint64_t seen = 0;    // all that was read, peeked and spent on the way
  uint64_t device = 0;  // bytes of the disk at the end
  uint64_t writes = 0;  // of the disk
  bool by_lines = false;
};

// Clients that each change blocks of their own in a few lines and write them, alone or two at once,
// beside others who read; a flusher and a small memory send pages to the disk at any time.
class Story {
 public:
  Story(uint32_t seed, bool by_lines) : seed_(seed), sim_(CoreParams{3, 500, 20000}) {
    file_.SetSource(&fresh_);
    cache_.SetRoom(20 * DiskFile::kPageBytes);
    cache_.AddFlushers();
    told_.by_lines = by_lines && file_.TakesLines(kSeals);
  }

  Told Play() {
    auto program = [this](Thread& t) -> Task<> { return Client(t); };
    for (uint32_t i = 0; i < 4; ++i) sim_.Spawn(program);
    EXPECT_TRUE(sim_.Run());
    for (uint32_t i = 0; i < 5; ++i) digest_.Word(sim_.kernel.thread(i).now());
    Digest device;
    disk_.AddTo(device);
    told_.seen = digest_.Value();
    told_.device = device.Value();
    told_.writes = disk_.counters().writes;
    return told_;
  }

 private:
  Task<> Client(Thread& t) {
    Random random(seed_ * 16 + t.id());
    std::vector<uint8_t> data(2 * kBlock);
    uint64_t lines[2 * kBlock / 4096];
    for (int i = 0; i < 60; ++i) {
      t.Charge(Category::kLogic, random.Below(400000));
      co_await Ordered(t);
      const uint32_t first = t.id() % 4 * (kBlocks / 4) + random.Below(kBlocks / 4 - 1);
      const uint32_t size = kBlock * (1 + random.Below(2));
      if (random.Below(4) == 0) {
        Look(random);
      } else if (random.Below(8) == 0) {
        co_await file_.Sync(t, Category::kDataIo);
      } else {
        Change(random, uint64_t{first} * kBlock, size, data.data(), lines);
        // Some write complete blocks all the same, as a repair does.
        const bool whole = random.Below(5) == 0 || !told_.by_lines;
        for (uint32_t at = 0; at < size; at += kBlock) PutSeal(&data[at], kBlock);
        if (whole) {
          co_await file_.Write(t, Category::kDataIo, uint64_t{first} * kBlock, data.data(), size);
        } else {
          Forget(data.data(), size, lines);
          co_await file_.WriteLines(t, Category::kDataIo, uint64_t{first} * kBlock, data.data(),
                                    size, lines);
        }
      }
    }
  }

  // The blocks as the file has them, with a few lines changed.
  void Change(Random& random, uint64_t at, uint32_t size, uint8_t* data, uint64_t* lines) {
    file_.Peek(at, data, size);
    for (uint32_t i = 0; i < size / 4096; ++i) {
      lines[i] = i % 2 == 0 ? 1 : 0;
      for (uint32_t n = random.Below(4); n > 0; --n) {
        const uint32_t line = random.Below(64);
        data[i * 4096 + line * 64 + random.Below(64)] = static_cast<uint8_t>(random.Next());
        lines[i] |= uint64_t{1} << line;
      }
    }
  }
  // Overwrites everything that need not be there, the seals included.
  static void Forget(uint8_t* data, uint32_t size, const uint64_t* lines) {
    for (uint32_t line = 0; line < size / 64; ++line) {
      if ((lines[line / 64] >> line % 64 & 1) == 0) std::memset(data + line * 64, 0xee, 64);
    }
    for (uint32_t at = 0; at < size; at += kBlock) std::memset(data + at + kSealAt, 0xdd, 4);
  }
  void Look(Random& random) {
    uint8_t bytes[600];
    const uint32_t size = 1 + random.Below(sizeof bytes);
    const uint64_t at = random.Below(2) == 0 ? random.Below(kBlocks) * kBlock
                                             : random.Below(kBlocks * kBlock - size);
    file_.Peek(at, bytes, size);
    digest_.Bytes(bytes, size);
    file_.PeekDurable(at, bytes, size);
    digest_.Bytes(bytes, size);
    file_.PeekNewest(at, bytes, size);
    digest_.Bytes(bytes, size);
  }

  uint32_t seed_;
  Sim sim_;
  const MachineProfile machine_ = SetupA({{Price::kOsPageCache, 1},
                                          // Others look, and the flusher writes, within a call.
                                          {Price::kFileWritePage, 150000},
                                          {Price::kOsDirtyRatio, 40},
                                          {Price::kOsWritebackTime, 1},
                                          {Price::kOsDirtyExpires, 2}});
  BlockDevice disk_{sim_.arena, machine_, 1 << 20, DiskKind::kSsd};
  OsPageCache cache_{sim_.kernel, sim_.arena, machine_};
  DiskFile file_{sim_.arena, machine_, disk_, 8192, kBlocks * kBlock, &cache_};
  FreshBlocks fresh_;
  Digest digest_;
  Told told_;
};

TEST(DiskFileLines, AreTheSameAsWholeBlocksAtEveryMoment) {
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    const Told whole = Story(seed, false).Play();
    EXPECT_GT(whole.writes, 20u);
    const Told lines = Story(seed, true).Play();
    EXPECT_EQ(lines.by_lines, !kTraced);
    EXPECT_EQ(lines.seen, whole.seen) << seed;
    EXPECT_EQ(lines.device, whole.device) << seed;
    EXPECT_EQ(lines.writes, whole.writes) << seed;
  }
}

}  // namespace
}  // namespace afterimage::testing_support
