#include "db/slotted_page.h"

#include <gtest/gtest.h>

#include <map>

namespace afterimage {
namespace {

const auto kNever = [](Key) { return false; };
const auto kAlways = [](Key) { return true; };

class SlottedPageTest : public testing::Test {
 protected:
  static constexpr uint32_t kBytes = 512;
  SlottedPageTest() { page_.Format(7); }

  SlotId Insert(Key key, int64_t number, uint32_t size = 8) {
    const SlotId slot = page_.FindRoom(key, size, kNever);
    if (slot == SlottedPage::kNoSlot) return slot;
    EXPECT_TRUE(page_.Apply(slot, key, {true, Value::FromNumber(number, size)}));
    return slot;
  }
  int64_t Number(Key key) { return page_.image(page_.Find(key)).value.number(); }

  std::vector<uint8_t> bytes_ = std::vector<uint8_t>(kBytes);
  SlottedPage page_{bytes_.data(), kBytes};
};

TEST_F(SlottedPageTest, AFreshPageIsEmptyAndWellFormed) {
  EXPECT_EQ(page_.id(), 7u);
  EXPECT_EQ(page_.slots(), 0u);
  EXPECT_EQ(page_.page_lsn(), kNoLsn);
  EXPECT_TRUE(page_.WellFormed());
  EXPECT_EQ(page_.Find(1), SlottedPage::kNoSlot);
}

TEST_F(SlottedPageTest, TakesRecordsUntilItIsFullAndKeepsThemAll) {
  // Header 24; each record 8 in its slot and 16 in the heap.
  const uint32_t capacity = (kBytes - 24) / 24;
  for (Key key = 1; key <= capacity; ++key) ASSERT_EQ(Insert(key, static_cast<int64_t>(key * 10)), key - 1);
  EXPECT_EQ(Insert(99, 0), SlottedPage::kNoSlot);
  EXPECT_TRUE(page_.WellFormed());
  for (Key key = 1; key <= capacity; ++key) ASSERT_EQ(Number(key), static_cast<int64_t>(key * 10));
  EXPECT_EQ(page_.id(), 7u);
}

TEST_F(SlottedPageTest, HoldsValuesOfTheLargestSize) {
  const Value value = Value::FromNumber(-5, kMaxValueBytes);
  const SlotId slot = page_.FindRoom(1, kMaxValueBytes, kNever);
  ASSERT_TRUE(page_.Apply(slot, 1, {true, value}));
  EXPECT_TRUE(page_.image(slot).value == value);
  EXPECT_TRUE(page_.image(slot).value.whole());
  EXPECT_TRUE(page_.WellFormed());
}

TEST_F(SlottedPageTest, ADeletedRecordLeavesAGhostThatItsKeyFindsAgain) {
  Insert(1, 10);
  const SlotId slot = Insert(2, 20);
  Insert(3, 30);
  ASSERT_TRUE(page_.Apply(slot, 2, {}));
  EXPECT_EQ(page_.Find(2), SlottedPage::kNoSlot);
  EXPECT_FALSE(page_.present(slot));
  EXPECT_EQ(page_.slots(), 3u);
  EXPECT_EQ(page_.FindRoom(2, 8, kNever), slot);
  EXPECT_EQ(page_.FindRoom(4, 8, kNever), 3u);   // somebody may still bring 2 back
  EXPECT_EQ(page_.FindRoom(4, 8, kAlways), slot);  // nobody can
  EXPECT_EQ(page_.FindRoom(4, 16, kAlways), 3u);   // of another size
}

TEST_F(SlottedPageTest, AGhostIsReusedForAnotherKey) {
  const SlotId slot = Insert(1, 10);
  ASSERT_TRUE(page_.Apply(slot, 1, {}));
  ASSERT_TRUE(page_.Apply(slot, 9, {true, Value::FromNumber(90, 8)}));
  EXPECT_EQ(page_.Find(1), SlottedPage::kNoSlot);
  EXPECT_EQ(page_.Find(9), slot);
  EXPECT_EQ(Number(9), 90);
}

TEST_F(SlottedPageTest, UndoingADeletePutsTheVeryRecordBack) {
  const SlotId slot = Insert(1, 10);
  const Image before = page_.image(slot);
  ASSERT_TRUE(page_.Apply(slot, 1, {}));
  ASSERT_TRUE(page_.Apply(slot, 1, before));
  EXPECT_EQ(Number(1), 10);
}

TEST_F(SlottedPageTest, ApplyingTwiceIsApplyingOnce) {
  const SlotId slot = Insert(1, 10);
  const std::vector<uint8_t> once = bytes_;
  ASSERT_TRUE(page_.Apply(slot, 1, {true, Value::FromNumber(10, 8)}));
  EXPECT_EQ(bytes_, once);
}

// Redo may meet a slot whose predecessor's log never became durable.
TEST_F(SlottedPageTest, ApplyToALaterSlotKeepsThePlaceOfTheOnesBefore) {
  ASSERT_TRUE(page_.Apply(2, 5, {true, Value::FromNumber(50, 8)}));
  EXPECT_EQ(page_.slots(), 3u);
  EXPECT_FALSE(page_.present(0));
  EXPECT_FALSE(page_.present(1));
  EXPECT_EQ(Number(5), 50);
  EXPECT_TRUE(page_.WellFormed());
  EXPECT_EQ(page_.FindRoom(6, 8, kAlways), 0u);
}

TEST_F(SlottedPageTest, ApplyRefusesWhatDoesNotFit) {
  EXPECT_FALSE(page_.Apply(1000, 1, {true, Value::FromNumber(1, 8)}));
  EXPECT_TRUE(page_.WellFormed());
  page_.Format(7);
  const SlotId slot = Insert(1, 10, 8);
  EXPECT_FALSE(page_.Apply(slot, 1, {true, Value::FromNumber(1, 16)}));
  EXPECT_EQ(Number(1), 10);
}

TEST_F(SlottedPageTest, AnImageOutsideOfThePageIsAbsent) { EXPECT_FALSE(page_.image(3).present); }

TEST_F(SlottedPageTest, TheChecksumNoticesEveryFlippedBit) {
  for (Key key = 1; key <= 5; ++key) Insert(key, 1);
  page_.set_page_lsn(12345);
  page_.SetChecksum();
  ASSERT_TRUE(page_.ChecksumHolds());
  for (uint32_t at = 0; at < kBytes; ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      bytes_[at] = static_cast<uint8_t>(bytes_[at] ^ (1 << bit));
      ASSERT_FALSE(page_.ChecksumHolds()) << at;
      bytes_[at] = static_cast<uint8_t>(bytes_[at] ^ (1 << bit));
    }
  }
  EXPECT_TRUE(page_.ChecksumHolds());
}

TEST_F(SlottedPageTest, TheChecksumNoticesATornPage) {
  Insert(1, 1);
  page_.SetChecksum();
  std::vector<uint8_t> newer = bytes_;
  SlottedPage view(newer.data(), kBytes);
  ASSERT_TRUE(view.Apply(0, 1, {true, Value::FromNumber(2, 8)}));
  view.set_page_lsn(9);
  view.SetChecksum();
  std::vector<uint8_t> torn(newer.begin(), newer.begin() + 256);
  torn.insert(torn.end(), bytes_.begin() + 256, bytes_.end());
  EXPECT_FALSE(SlottedPage(torn.data(), kBytes).ChecksumHolds());
}

TEST_F(SlottedPageTest, APageOfZerosCountsAsWhole) {
  std::vector<uint8_t> zeros(kBytes);
  EXPECT_TRUE(SlottedPage(zeros.data(), kBytes).ChecksumHolds());
  zeros[300] = 1;
  EXPECT_FALSE(SlottedPage(zeros.data(), kBytes).ChecksumHolds());
}

// Recovery looks at pages before it trusts them: garbage must be told, and never read out of bounds.
TEST_F(SlottedPageTest, WellFormedSurvivesGarbage) {
  Random random(1);
  int good = 0;
  for (int i = 0; i < 20000; ++i) {
    if (i % 2 == 0) {
      for (uint8_t& byte : bytes_) byte = static_cast<uint8_t>(random.Next());
      // Small counts, so that some come close to being right.
      bytes_[12] = static_cast<uint8_t>(random.Below(20));
      bytes_[13] = 0;
    } else {
      page_.Format(7);
      for (Key key = 1; key <= 5; ++key) Insert(key, 1);
      bytes_[random.Below(64)] = static_cast<uint8_t>(random.Next());
    }
    if (!page_.WellFormed()) continue;
    ++good;
    for (SlotId slot = 0; slot < page_.slots(); ++slot) {
      ASSERT_LE(page_.value_at(slot) + page_.value_bytes(slot), kBytes);
      ASSERT_LE(page_.image(slot).value.size, kMaxValueBytes);
    }
    page_.Find(1);
    page_.FindRoom(1, 8, kAlways);
  }
  EXPECT_GT(good, 100);
  EXPECT_LT(good, 19000);
}

TEST_F(SlottedPageTest, AgreesWithAMapUnderRandomChanges) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    page_.Format(7);
    std::map<Key, int64_t> reference;
    Random random(seed);
    for (int i = 0; i < 500; ++i) {
      const Key key = 1 + random.Below(30);
      const SlotId slot = page_.Find(key);
      ASSERT_EQ(slot != SlottedPage::kNoSlot, reference.count(key) == 1);
      if (slot != SlottedPage::kNoSlot && random.Chance(50)) {
        ASSERT_TRUE(page_.Apply(slot, key, {}));
        reference.erase(key);
        continue;
      }
      const auto number = static_cast<int64_t>(random.Below(1000));
      const SlotId room = slot != SlottedPage::kNoSlot ? slot : page_.FindRoom(key, 8, kAlways);
      if (room == SlottedPage::kNoSlot) continue;
      ASSERT_TRUE(page_.Apply(room, key, {true, Value::FromNumber(number, 8)}));
      reference[key] = number;
      ASSERT_TRUE(page_.WellFormed());
    }
    for (const auto& [key, number] : reference) ASSERT_EQ(Number(key), number);
  }
}

// --- Values --------------------------------------------------------------------------------------

TEST(Value, TornBetweenTwoWritesCanBeToldFromBoth) {
  for (const uint32_t size : {16u, 24u, 64u, 256u}) {
    const Value a = Value::FromNumber(1, size), b = Value::FromNumber(2, size);
    EXPECT_TRUE(a.whole());
    EXPECT_FALSE(a == b);
    for (uint32_t cut = 8; cut < size; cut += 8) {
      Value torn = a;
      std::memcpy(torn.bytes + cut, b.bytes + cut, size - cut);
      EXPECT_FALSE(torn.whole()) << size << " at " << cut;
    }
  }
  EXPECT_EQ(Value::FromNumber(-7, 256).number(), -7);
}

TEST(Key, HoldsANameOfUpToEightBytes) {
  EXPECT_EQ(KeyFromName("A"), 0x41u);
  EXPECT_NE(KeyFromName("AB"), KeyFromName("BA"));
  EXPECT_EQ(KeyFromName("abcdefgh"), 0x6867666564636261u);
}

TEST(Change, TheInverseOfTheInverseIsTheChange) {
  Change change{3, 4, 5, {true, Value::FromNumber(1, 8)}, {}};
  const Change inverse = change.Inverse();
  EXPECT_FALSE(inverse.before.present);
  EXPECT_EQ(inverse.after.value.number(), 1);
  EXPECT_EQ(inverse.page, 3u);
  EXPECT_EQ(inverse.slot, 4u);
  EXPECT_EQ(inverse.key, 5u);
  EXPECT_TRUE(inverse.Inverse().before.present);
}

}  // namespace
}  // namespace afterimage
