#include "db/pages/slotted_page.h"

#include <gtest/gtest.h>

#include <map>

#include "support/pages.h"

namespace afterimage {
namespace {

using namespace page_test;  // NOLINT

const auto kNever = [](Key) { return false; };
const auto kAlways = [](Key) { return true; };

constexpr uint32_t kSlottedBytes = 512;

class SlottedPageTest : public testing::Test {
 protected:
  SlotId Insert(Key key, int64_t number, uint32_t size = 8) {
    const SlotId slot = page_.FindRoom(key, size, kNever);
    if (slot == SlottedPage::kNoSlot) return slot;
    EXPECT_TRUE(ApplyInsert(page_, slot, key, Value::FromNumber(number, size)));
    return slot;
  }
  Value ValueOf(SlotId slot) {
    Value value;
    EXPECT_TRUE(page_.ReadValue(slot, &value));
    return value;
  }
  int64_t Number(Key key) { return ValueOf(page_.Find(key)).number(); }
  bool Erase(SlotId slot, Key key, uint32_t size = 8) {
    return ApplyErase(page_, slot, key, Value::FromNumber(0, size));
  }

  OwnPage own_{kSlottedBytes};
  SlottedPage& page_ = own_.page;
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
  const uint32_t capacity = (kSlottedBytes - 24) / 24;
  for (Key key = 1; key <= capacity; ++key)
    ASSERT_EQ(Insert(key, static_cast<int64_t>(key * 10)), key - 1);
  EXPECT_EQ(Insert(99, 0), SlottedPage::kNoSlot);
  EXPECT_TRUE(page_.WellFormed());
  for (Key key = 1; key <= capacity; ++key) ASSERT_EQ(Number(key), static_cast<int64_t>(key * 10));
  EXPECT_EQ(page_.id(), 7u);
}

TEST_F(SlottedPageTest, HoldsValuesOfTheLargestSize) {
  OwnPage large(4096);
  const Value value = Value::FromNumber(-5, kMaxValueBytes);
  const SlotId slot = large.page.FindRoom(1, kMaxValueBytes, kNever);
  ASSERT_TRUE(ApplyInsert(large.page, slot, 1, value));
  Value read;
  ASSERT_TRUE(large.page.ReadValue(slot, &read));
  EXPECT_TRUE(read == value);
  EXPECT_TRUE(read.whole());
  EXPECT_TRUE(large.page.WellFormed());
}

TEST_F(SlottedPageTest, ADeletedRecordLeavesAGhostThatItsKeyFindsAgain) {
  Insert(1, 10);
  const SlotId slot = Insert(2, 20);
  Insert(3, 30);
  ASSERT_TRUE(Erase(slot, 2));
  EXPECT_EQ(page_.Find(2), SlottedPage::kNoSlot);
  EXPECT_FALSE(page_.present(slot));
  EXPECT_EQ(page_.slots(), 3u);
  EXPECT_EQ(page_.FindRoom(2, 8, kNever), slot);
  EXPECT_EQ(page_.FindRoom(4, 8, kNever), 3u);     // somebody may still bring 2 back
  EXPECT_EQ(page_.FindRoom(4, 8, kAlways), slot);  // nobody can
  EXPECT_EQ(page_.FindRoom(4, 16, kAlways), 3u);   // of another size
}

TEST_F(SlottedPageTest, AGhostIsReusedForAnotherKey) {
  const SlotId slot = Insert(1, 10);
  ASSERT_TRUE(Erase(slot, 1));
  ASSERT_TRUE(ApplyInsert(page_, slot, 9, Value::FromNumber(90, 8)));
  EXPECT_EQ(page_.Find(1), SlottedPage::kNoSlot);
  EXPECT_EQ(page_.Find(9), slot);
  EXPECT_EQ(Number(9), 90);
}

TEST_F(SlottedPageTest, UndoingADeletePutsTheVeryRecordBack) {
  const SlotId slot = Insert(1, 10);
  const Value before = ValueOf(slot);
  Change change;
  change.kind = ChangeKind::kErase;
  change.slot = slot;
  change.key = 1;
  change.before = {before.bytes, before.size};
  ASSERT_TRUE(page_.Apply(change));
  EXPECT_EQ(page_.Find(1), SlottedPage::kNoSlot);
  ASSERT_TRUE(page_.Apply(change.Inverse()));
  EXPECT_EQ(Number(1), 10);
}

TEST_F(SlottedPageTest, ApplyingTwiceIsApplyingOnce) {
  const SlotId slot = Insert(1, 10);
  std::vector<uint8_t> once = BytesOf(page_);
  ASSERT_TRUE(ApplyInsert(page_, slot, 1, Value::FromNumber(10, 8)));
  EXPECT_EQ(BytesOf(page_), once);
  const int64_t eleven = 11;
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(ApplyUpdate(page_, slot, 1, 0, &eleven, 8));
  EXPECT_EQ(Number(1), 11);
  ASSERT_TRUE(Erase(slot, 1));
  once = BytesOf(page_);
  ASSERT_TRUE(Erase(slot, 1));
  EXPECT_EQ(BytesOf(page_), once);
}

// Redo may meet a slot whose predecessor's log never became durable.
TEST_F(SlottedPageTest, ApplyToALaterSlotKeepsThePlaceOfTheOnesBefore) {
  ASSERT_TRUE(ApplyInsert(page_, 2, 5, Value::FromNumber(50, 8)));
  EXPECT_EQ(page_.slots(), 3u);
  EXPECT_FALSE(page_.present(0));
  EXPECT_FALSE(page_.present(1));
  EXPECT_EQ(Number(5), 50);
  EXPECT_TRUE(page_.WellFormed());
  EXPECT_EQ(page_.FindRoom(6, 8, kAlways), 0u);
}

TEST_F(SlottedPageTest, ApplyRefusesWhatDoesNotFit) {
  EXPECT_FALSE(ApplyInsert(page_, 1000, 1, Value::FromNumber(1, 8)));
  EXPECT_TRUE(page_.WellFormed());
  page_.Format(7);
  const SlotId slot = Insert(1, 10, 8);
  EXPECT_FALSE(ApplyInsert(page_, slot, 1, Value::FromNumber(1, 16)));
  EXPECT_EQ(Number(1), 10);
}

TEST_F(SlottedPageTest, AnUpdateChangesJustItsStretchOfTheValue) {
  const SlotId slot = Insert(1, 10, 64);
  Value expected = ValueOf(slot);
  std::memset(expected.bytes + 24, 0xee, 16);
  ASSERT_TRUE(ApplyUpdate(page_, slot, 1, 24, expected.bytes + 24, 16));
  EXPECT_TRUE(ValueOf(slot) == expected);
  EXPECT_FALSE(ApplyUpdate(page_, slot, 1, 56, expected.bytes, 16));  // beyond the value's end
  EXPECT_FALSE(ApplyUpdate(page_, slot + 1, 1, 0, expected.bytes, 8));
  EXPECT_TRUE(ValueOf(slot) == expected);
}

TEST_F(SlottedPageTest, ARecordOutsideOfThePageIsAbsent) {
  Value value;
  EXPECT_FALSE(page_.ReadValue(3, &value));
  EXPECT_FALSE(page_.present(3));
}

TEST_F(SlottedPageTest, TheChecksumNoticesEveryFlippedBit) {
  for (Key key = 1; key <= 5; ++key) Insert(key, 1);
  page_.set_page_lsn(12345);
  std::vector<uint8_t> bytes = BytesOf(page_);
  SetPageChecksum(bytes.data(), kSlottedBytes);
  ASSERT_TRUE(PageChecksumHolds(bytes.data(), kSlottedBytes));
  for (uint32_t at = 0; at < kSlottedBytes; ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      bytes[at] = static_cast<uint8_t>(bytes[at] ^ (1 << bit));
      ASSERT_FALSE(PageChecksumHolds(bytes.data(), kSlottedBytes)) << at;
      bytes[at] = static_cast<uint8_t>(bytes[at] ^ (1 << bit));
    }
  }
  EXPECT_TRUE(PageChecksumHolds(bytes.data(), kSlottedBytes));
}

TEST_F(SlottedPageTest, TheChecksumNoticesATornPage) {
  Insert(1, 1);
  std::vector<uint8_t> older = BytesOf(page_);
  SetPageChecksum(older.data(), kSlottedBytes);
  ASSERT_TRUE(ApplyInsert(page_, 0, 1, Value::FromNumber(2, 8)));
  page_.set_page_lsn(9);
  std::vector<uint8_t> newer = BytesOf(page_);
  SetPageChecksum(newer.data(), kSlottedBytes);
  std::vector<uint8_t> torn(newer.begin(), newer.begin() + 256);
  torn.insert(torn.end(), older.begin() + 256, older.end());
  EXPECT_FALSE(PageChecksumHolds(torn.data(), kSlottedBytes));
}

TEST_F(SlottedPageTest, APageOfZerosCountsAsWhole) {
  std::vector<uint8_t> zeros(kSlottedBytes);
  EXPECT_TRUE(PageChecksumHolds(zeros.data(), kSlottedBytes));
  zeros[300] = 1;
  EXPECT_FALSE(PageChecksumHolds(zeros.data(), kSlottedBytes));
}

// Recovery looks at pages before it trusts them: garbage must be recognized, and never read out of
// bounds.
TEST_F(SlottedPageTest, WellFormedSurvivesGarbage) {
  Random random(1);
  int good = 0;
  for (int i = 0; i < 20000; ++i) {
    if (i % 2 == 0) {
      std::vector<uint8_t> garbage(kSlottedBytes);
      for (uint8_t& byte : garbage) byte = static_cast<uint8_t>(random.Next());
      // Small counts, so that some come close to being right.
      garbage[12] = static_cast<uint8_t>(random.Below(20));
      garbage[13] = 0;
      page_.Write(0, garbage.data(), kSlottedBytes);
    } else {
      page_.Format(7);
      for (Key key = 1; key <= 5; ++key) Insert(key, 1);
      const uint32_t at = random.Below(64);
      page_.Put<uint8_t>(at, static_cast<uint8_t>(random.Next()));
    }
    if (!page_.WellFormed()) continue;
    ++good;
    for (SlotId slot = 0; slot < page_.slots(); ++slot) {
      ASSERT_LE(page_.value_at(slot) + page_.slot(slot).value_bytes, kSlottedBytes);
      Value value;
      if (page_.ReadValue(slot, &value)) ASSERT_LE(value.size, kMaxValueBytes);
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
        ASSERT_TRUE(Erase(slot, key));
        reference.erase(key);
        continue;
      }
      const auto number = static_cast<int64_t>(random.Below(1000));
      const SlotId room = slot != SlottedPage::kNoSlot ? slot : page_.FindRoom(key, 8, kAlways);
      if (room == SlottedPage::kNoSlot) continue;
      ASSERT_TRUE(ApplyInsert(page_, room, key, Value::FromNumber(number, 8)));
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
  const uint8_t before[8] = {1}, after[8] = {2};
  for (int kind = 0; kind < static_cast<int>(ChangeKind::kCount); ++kind) {
    Change change;
    change.kind = static_cast<ChangeKind>(kind);
    change.table = 2;
    change.index = 1;
    change.page = 3;
    change.slot = 4;
    change.offset = 16;
    change.key = 5;
    change.before = {before, 8};
    change.after = {after, 4};
    const Change inverse = change.Inverse();
    EXPECT_EQ(inverse.before.data, after);
    EXPECT_EQ(inverse.before.size, 4u);
    EXPECT_EQ(inverse.after.data, before);
    EXPECT_EQ(inverse.page, 3u);
    EXPECT_EQ(inverse.slot, 4u);
    EXPECT_EQ(inverse.key, 5u);
    EXPECT_EQ(inverse.offset, 16u);
    EXPECT_EQ(inverse.table, 2u);
    EXPECT_EQ(inverse.index, 1u);
    EXPECT_EQ(inverse.Inverse().kind, change.kind);
    EXPECT_EQ(inverse.Inverse().after.data, after);
  }
  Change insert;
  insert.kind = ChangeKind::kInsert;
  EXPECT_EQ(insert.Inverse().kind, ChangeKind::kErase);
  insert.kind = ChangeKind::kEntryErase;
  EXPECT_EQ(insert.Inverse().kind, ChangeKind::kEntryInsert);
}

}  // namespace
}  // namespace afterimage
