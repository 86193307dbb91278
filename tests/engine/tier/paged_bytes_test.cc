#include "tier/paged_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"

namespace afterimage {
namespace {

constexpr uint64_t kPage = 8192;

uint64_t DigestOf(const PagedBytes& bytes) {
  Digest digest;
  bytes.AddTo(digest);
  return digest.Value();
}

uint8_t ByteAt(const PagedBytes& bytes, uint64_t address) {
  uint8_t byte = 0;
  bytes.Read(address, &byte, 1);
  return byte;
}

// A byte that depends on its address, and counts how much was asked for.
class Numbered final : public ByteSource {
 public:
  static uint8_t At(uint64_t address) { return static_cast<uint8_t>(address * 7 + address / 256); }
  void Generate(uint64_t address, uint32_t size, uint8_t* out) const override {
    for (uint32_t i = 0; i < size; ++i) out[i] = At(address + i);
  }
};

TEST(PagedBytes, AreZeroUntilWrittenAndReadBackAcrossChunks) {
  BlockPool pool;
  Arena arena(pool);
  PagedBytes bytes(arena, 5000);
  std::vector<uint8_t> reference(5000), read(5000);
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const uint32_t size = 1 + random.Below(1200);
    const uint32_t at = random.Below(5000 - size + 1);
    std::vector<uint8_t> data(size);
    for (uint8_t& byte : data) byte = static_cast<uint8_t>(random.Next());
    if (random.Chance(50)) {
      bytes.Write(at, data.data(), size);
      std::copy(data.begin(), data.end(), reference.begin() + at);
    } else {
      bytes.Read(at, data.data(), size);
      ASSERT_TRUE(std::equal(data.begin(), data.end(), reference.begin() + at));
    }
  }
  bytes.Read(0, read.data(), 5000);
  EXPECT_EQ(read, reference);
}

TEST(PagedBytes, AForkSeesItsParentsBytesAndKeepsItsOwn) {
  BlockPool pool;
  Arena arena(pool);
  PagedBytes parent(arena, 4096);
  const uint8_t a = 1, b = 2;
  parent.Write(100, &a, 1);
  PagedBytes fork(arena, parent);
  PagedBytes fork_of_fork(arena, fork);
  uint8_t byte = 0;
  fork.Write(101, &b, 1);
  fork_of_fork.Write(100, &b, 1);
  fork.Read(100, &byte, 1);
  EXPECT_EQ(byte, 1);
  parent.Read(101, &byte, 1);
  EXPECT_EQ(byte, 0);
  fork_of_fork.Read(101, &byte, 1);
  EXPECT_EQ(byte, 0);
  fork_of_fork.Read(100, &byte, 1);
  EXPECT_EQ(byte, 2);
}

TEST(PagedBytes, DigestDependsOnTheBytesAndNotOnHowTheyCameThere) {
  BlockPool pool;
  Arena arena(pool);
  PagedBytes untouched(arena, 4096), zeroed(arena, 4096), one(arena, 4096), other(arena, 4096);
  const uint8_t zero = 0, value = 9;
  zeroed.Write(1000, &value, 1);
  zeroed.Write(1000, &zero, 1);
  one.Write(1000, &value, 1);
  other.Write(1512, &value, 1);  // the same place in another chunk
  EXPECT_EQ(DigestOf(untouched), DigestOf(zeroed));
  EXPECT_NE(DigestOf(untouched), DigestOf(one));
  EXPECT_NE(DigestOf(one), DigestOf(other));
  EXPECT_EQ(DigestOf(one), DigestOf(PagedBytes(arena, one)));
}

TEST(PagedBytes, ReadAsTheirSourceUntilWritten) {
  BlockPool pool;
  Arena arena(pool);
  const Numbered source;
  constexpr uint32_t kSize = 5 * 4096 + 192;
  PagedBytes bytes(arena, kSize, &source);
  std::vector<uint8_t> reference(kSize), read(kSize);
  source.Generate(0, kSize, reference.data());
  Random random(2);
  for (int i = 0; i < 400; ++i) {
    const uint32_t size = 1 + random.Below(i % 3 == 0 ? 6000 : 100);
    const uint32_t at = random.Below(kSize - size + 1);
    std::vector<uint8_t> data(size);
    bytes.Read(at, data.data(), size);
    ASSERT_TRUE(std::equal(data.begin(), data.end(), reference.begin() + at));
    if (random.Chance(20)) continue;
    data[random.Below(size)] ^= 0x55;
    bytes.Write(at, data.data(), size);
    std::copy(data.begin(), data.end(), reference.begin() + at);
  }
  bytes.Read(0, read.data(), kSize);
  EXPECT_EQ(read, reference);
}

TEST(PagedBytes, AnExtentIsKeptWholeWhereTheDeviceEndsInIt) {
  BlockPool pool;
  Arena arena(pool);
  const Numbered source;
  constexpr uint32_t kSize = 4096 + 12 * 64;
  PagedBytes bytes(arena, kSize, &source);
  std::vector<uint8_t> data(kSize - 4096, 9), read(kSize - 4096);
  bytes.Write(4096, data.data(), 8 * 64);  // all of these, and then the rest of the extent
  bytes.Write(4096 + 8 * 64, data.data(), 4 * 64);
  bytes.Read(4096, read.data(), kSize - 4096);
  EXPECT_EQ(read, data);
}

// A source whose first line of each 4 KB is dear.
class FirstLinesAreDear final : public ByteSource {
 public:
  void Generate(uint64_t address, uint32_t size, uint8_t* out) const override {
    made_dear_ += address % 4096 < 64 ? 1 : 0;
    std::memset(out, 3, size);
  }
  bool Dear(uint64_t address) const override { return address % 4096 < 64; }
  uint32_t made_dear() const { return made_dear_; }

 private:
  mutable uint32_t made_dear_ = 0;
};

TEST(PagedBytes, WhatIsDearIsNotMadeToBeOverwritten) {
  BlockPool pool;
  for (const uint32_t changed : {64u, 4096u}) {  // lines of the extent, or all of it
    Arena arena(pool);
    const FirstLinesAreDear source;
    PagedBytes bytes(arena, kPage, &source);
    std::vector<uint8_t> data(kPage, 3), read(kPage);
    std::fill_n(data.begin(), changed, 4);
    bytes.Write(0, data.data(), 4096);
    EXPECT_EQ(source.made_dear(), 0u);
    EXPECT_EQ(bytes.KeepsAny(4032, 64), changed == 4096);
    bytes.Read(0, read.data(), kPage);
    EXPECT_EQ(read, data);
  }
}

TEST(PagedBytes, SayWhetherAnyOfARangeIsKept) {
  BlockPool pool;
  Arena arena(pool);
  const Numbered source;
  PagedBytes bytes(arena, 20000, &source);
  const uint8_t same = Numbered::At(300), other = static_cast<uint8_t>(same + 1);
  bytes.Write(300, &same, 1);
  EXPECT_FALSE(bytes.KeepsAny(0, 20000)) << "nothing was written with other bytes";
  bytes.Write(300, &other, 1);
  bytes.Write(4096, &other, 1);
  EXPECT_TRUE(bytes.KeepsAny(256, 1));
  EXPECT_TRUE(bytes.KeepsAny(200, 57));
  EXPECT_FALSE(bytes.KeepsAny(200, 56));
  EXPECT_FALSE(bytes.KeepsAny(320, 4096 - 320));
  EXPECT_TRUE(bytes.KeepsAny(4000, 97)) << "in the next 4 KB";
  EXPECT_FALSE(bytes.KeepsAny(4160, 8000));
}

TEST(PagedBytes, GiveWhatTheyKeepAndNothingElse) {
  BlockPool pool;
  Arena arena(pool);
  const Numbered source;
  PagedBytes bytes(arena, 20000, &source);
  const auto other = static_cast<uint8_t>(Numbered::At(4100) + 1);
  bytes.Write(4100, &other, 1);
  std::vector<uint8_t> read(300, 7), expected(300, 7);
  bytes.ReadKept(3900, read.data(), 300);  // across 4 KB, from and to the middle of a line
  bytes.Read(4096, expected.data() + 196, 64);
  EXPECT_EQ(read, expected);
  EXPECT_EQ(read[200], other);
}

TEST(PagedBytes, MovesStretchesThatOverlapWhereverTheyStand) {
  BlockPool pool;
  Arena arena(pool);
  constexpr uint32_t kSize = 4 * 4096 + 100;
  Numbered source;
  PagedBytes parent(arena, kSize, &source);
  parent.KeepAll(4096, 8192);  // two extents are whole, the others sparse
  std::vector<uint8_t> reference(kSize), read(kSize);
  for (uint32_t i = 0; i < kSize; ++i) reference[i] = Numbered::At(i);
  const std::vector<uint8_t> before = reference;
  PagedBytes fork(arena, parent);
  Random random(3);
  // First in a fork, whose extents are its parent's, then in the parent.
  for (PagedBytes* bytes : {&fork, &parent}) {
    reference = before;
    for (int i = 0; i < 300; ++i) {
      const uint32_t size = random.Chance(30) ? random.Below(40) : random.Below(6000);
      const uint32_t from = random.Below(kSize - size + 1);
      const uint32_t near = random.Below(64);
      uint32_t to = random.Chance(50) ? random.Below(kSize - size + 1) : from + near;
      if (random.Chance(30)) to = from - std::min(from, near);
      to = std::min(to, kSize - size);
      bytes->Move(to, from, size);
      std::memmove(reference.data() + to, reference.data() + from, size);
      bytes->Read(0, read.data(), kSize);
      ASSERT_EQ(read, reference) << size << " bytes from " << from << " to " << to;
    }
    if (bytes == &fork) {
      parent.Read(0, read.data(), kSize);
      EXPECT_EQ(read, before);
    }
  }
}

TEST(PagedBytes, ForksInheritTheSource) {
  BlockPool pool;
  Arena arena(pool);
  const Numbered source;
  PagedBytes parent(arena, 1 << 20, &source);
  const uint8_t value = 0xee;
  parent.Write(5000, &value, 1);
  PagedBytes fork(arena, parent);
  EXPECT_EQ(ByteAt(fork, 5000), 0xee);
  EXPECT_EQ(ByteAt(fork, 5001), Numbered::At(5001));
  EXPECT_EQ(ByteAt(fork, 900000), Numbered::At(900000));
  fork.Write(5001, &value, 1);
  EXPECT_EQ(ByteAt(parent, 5001), Numbered::At(5001));
  EXPECT_EQ(ByteAt(fork, 5000), 0xee);
}

TEST(PagedBytes, BytesChangedInPlaceStayChanged) {
  BlockPool pool;
  Arena arena(pool);
  PagedBytes bytes(arena, 100000);
  for (const uint64_t at : {0, 4, 63, 4096, 99999}) ++*bytes.InPlace(at);
  ++*bytes.InPlace(4);
  EXPECT_EQ(ByteAt(bytes, 4), 2);
  EXPECT_EQ(ByteAt(bytes, 99999), 1);
  PagedBytes fork(arena, bytes);
  ++*fork.InPlace(4);
  EXPECT_EQ(ByteAt(fork, 4), 3);
  EXPECT_EQ(ByteAt(bytes, 4), 2);
}

TEST(PagedBytes, DigestCountsOnlyWhatDiffersFromTheSource) {
  BlockPool pool;
  Arena arena(pool);
  const Numbered source;
  PagedBytes untouched(arena, 1 << 20, &source), same(arena, 1 << 20, &source),
      one(arena, 1 << 20, &source), dense(arena, 1 << 20, &source);
  std::vector<uint8_t> page(kPage);
  source.Generate(kPage, kPage, page.data());
  same.Write(kPage, page.data(), kPage);
  ++*same.InPlace(30);
  --*same.InPlace(30);
  EXPECT_EQ(DigestOf(untouched), DigestOf(same));
  page[100] ^= 1;
  one.Write(kPage + 100, &page[100], 1);
  EXPECT_NE(DigestOf(untouched), DigestOf(one));
  for (uint32_t at = 0; at < kPage; at += 64)
    *dense.InPlace(kPage + at) ^= 0xff;  // every line kept
  dense.Write(kPage, page.data(), kPage);
  EXPECT_EQ(DigestOf(dense), DigestOf(one));
}

TEST(PagedBytes, DiscardedLinesReadAsNeverWritten) {
  BlockPool pool;
  Arena arena(pool);
  constexpr uint32_t kExtent = PagedBytes::kExtentBytes;
  PagedBytes bytes(arena, 20 * kExtent + 512);
  const std::vector<uint8_t> ones(20 * kExtent + 512, 1);
  bytes.Write(0, ones.data(), static_cast<uint32_t>(ones.size()));
  PagedBytes fork(arena, bytes);
  fork.Discard(kExtent - 65, 12 * kExtent);  // lines that lie in it whole
  EXPECT_EQ(ByteAt(fork, kExtent - 65), 1);
  EXPECT_EQ(ByteAt(fork, kExtent - 64), 0);
  EXPECT_EQ(ByteAt(fork, 13 * kExtent - 129), 0);
  EXPECT_EQ(ByteAt(fork, 13 * kExtent - 128), 1);
  EXPECT_EQ(ByteAt(bytes, 5 * kExtent), 1);
  fork.Discard(0, 20 * kExtent + 512);
  EXPECT_EQ(DigestOf(fork), DigestOf(PagedBytes(arena, 20 * kExtent + 512)));
}

TEST(PagedBytes, ALogThatIsDiscardedBehindItsEndNeedsNoNewMemory) {
  BlockPool pool;
  Arena arena(pool);
  constexpr uint64_t kSize = uint64_t{4} << 30;
  PagedBytes bytes(arena, kSize);
  const std::vector<uint8_t> block(65536, 0xab);
  size_t after_warm_up = 0;
  for (uint64_t at = 0; at < kSize / 8; at += block.size()) {
    bytes.Write(at, block.data(), static_cast<uint32_t>(block.size()));
    if (at >= 4 * block.size()) bytes.Discard(at - 4 * block.size(), block.size());
    if (at == kSize / 64) after_warm_up = arena.reserved_bytes();
  }
  EXPECT_LT(arena.reserved_bytes(), after_warm_up + (1 << 20));  // branches stay
  EXPECT_LT(arena.reserved_bytes(), size_t{2} << 20);
}

// 2.4 GB of generated pages, three scattered lines changed in every second one.
TEST(PagedBytes, SlightlyChangedPagesCostTheirChangedLines) {
  BlockPool pool;
  Arena arena(pool);
  const Numbered source;
  PagedBytes bytes(arena, 300000 * kPage, &source);
  Random random(3);
  std::vector<uint8_t> page(kPage);
  for (uint64_t p = 0; p < 300000; p += 2) {
    const uint64_t address = p * kPage;
    if (p % 128 == 0) {  // as a buffer pool writes it: the whole page
      source.Generate(address, kPage, page.data());
      for (int i = 0; i < 3; ++i) page[random.Below(kPage)] ^= 0xff;
      bytes.Write(address, page.data(), kPage);
      continue;
    }
    for (int i = 0; i < 3; ++i) {
      const uint64_t at = address + random.Below(kPage);
      const auto changed = static_cast<uint8_t>(Numbered::At(at) ^ 0xff);
      bytes.Write(at, &changed, 1);
    }
  }
  RecordProperty("megabytes", static_cast<int>(arena.reserved_bytes() >> 20));
  EXPECT_LT(arena.reserved_bytes(), size_t{80} << 20);
}

TEST(PagedBytes, AForkOfALargeDeviceCostsLittle) {
  BlockPool pool;
  Arena arena(pool);
  PagedBytes bytes(arena, uint64_t{20} << 30);
  const uint64_t word = 1;
  for (uint64_t at = 0; at < uint64_t{20} << 30; at += 3 << 20) bytes.Write(at, &word, 8);
  Arena other(pool);
  PagedBytes fork(other, bytes);
  fork.Write(uint64_t{19} << 30, &word, 8);
  fork.Write(12345, &word, 8);
  EXPECT_LT(other.reserved_bytes(), size_t{100} << 10);
}

// A byte that depends on its address and on what it is like.
class Alike final : public LikenessSource {
 public:
  void Generate(uint64_t likeness, uint64_t address, uint32_t size, uint8_t* out) const override {
    for (uint32_t i = 0; i < size; ++i)
      out[i] = static_cast<uint8_t>(Numbered::At(address + i) + likeness);
  }
};

TEST(PagedBytes, ALikenessChangesNoByteAndNoDigest) {
  constexpr uint64_t kSize = 5 * PagedBytes::kExtentBytes / 2;
  Numbered source;
  Alike alike;
  Random random(3);
  for (int run = 0; run < 20; ++run) {
    BlockPool pool;
    Arena arena(pool);
    PagedBytes bytes(arena, kSize, &source), plain(arena, kSize, &source);
    bytes.set_likenesses(&alike);
    for (int i = 0; i < 60; ++i) {
      const uint32_t size = 1 + random.Below(1500);
      const uint32_t at = random.Below(static_cast<uint32_t>(kSize) - size + 1);
      std::vector<uint8_t> data(size);
      if (random.Chance(50)) {
        alike.Generate(random.Below(3), at, size, data.data());
      } else {
        for (uint8_t& byte : data) byte = static_cast<uint8_t>(random.Next());
      }
      bytes.Write(at, data.data(), size);
      plain.Write(at, data.data(), size);
      if (random.Chance(30)) bytes.Liken(at, random.Below(3));
    }
    std::vector<uint8_t> read(kSize), expected(kSize);
    bytes.Read(0, read.data(), kSize);
    plain.Read(0, expected.data(), kSize);
    ASSERT_EQ(read, expected) << run;
    EXPECT_EQ(DigestOf(bytes), DigestOf(plain)) << run;
    PagedBytes fork(arena, bytes);
    fork.Read(0, read.data(), kSize);
    EXPECT_EQ(read, expected);
    EXPECT_EQ(DigestOf(fork), DigestOf(plain));
  }
}

TEST(PagedBytes, WhatIsAsItsLikenessHasItTakesNoMemory) {
  constexpr uint32_t kExtents = 1000;
  constexpr uint64_t kSize = uint64_t{kExtents} * PagedBytes::kExtentBytes;
  Alike alike;
  const auto memory = [&](bool likened) {
    BlockPool pool;
    Arena arena(pool);
    PagedBytes bytes(arena, kSize);
    bytes.set_likenesses(&alike);
    std::vector<uint8_t> data(PagedBytes::kExtentBytes);
    for (uint32_t i = 0; i < kExtents; ++i) {
      const uint64_t at = uint64_t{i} * PagedBytes::kExtentBytes;
      alike.Generate(7, at, PagedBytes::kExtentBytes, data.data());
      bytes.Write(at, data.data(), PagedBytes::kExtentBytes);
      if (likened) bytes.Liken(at, 7);
      EXPECT_EQ(bytes.LikenessOf(at), likened ? 7u : 0u);
    }
    return arena.reserved_bytes();
  };
  EXPECT_GT(memory(false), kSize);
  EXPECT_LT(memory(true), kSize / 20);
}

}  // namespace
}  // namespace afterimage
