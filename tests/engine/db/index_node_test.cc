#include "db/index/index_node.h"

#include <gtest/gtest.h>

#include <map>

#include "support/pages.h"

namespace afterimage {
namespace {

constexpr uint32_t kBytes = 256;
constexpr uint32_t kCapacity = (kBytes - 32) / 16;

class IndexNodeTest : public testing::Test {
 protected:
  IndexNodeTest() { node_.Format(5, 0); }

  bool Insert(Key key, uint64_t value) {
    Change change;
    change.kind = ChangeKind::kEntryInsert;
    change.key = key;
    change.after = {reinterpret_cast<const uint8_t*>(&value), sizeof value};
    return node_.Apply(change);
  }
  bool Erase(Key key) {
    Change change;
    change.kind = ChangeKind::kEntryErase;
    change.key = key;
    return node_.Apply(change);
  }
  std::map<Key, uint64_t> Entries() {
    std::map<Key, uint64_t> entries;
    for (uint32_t i = 0; i < node_.count(); ++i) entries[node_.key(i)] = node_.entry(i).value;
    return entries;
  }

  page_test::OwnPage own_{kBytes};
  IndexNode node_{own_.page};
};

TEST_F(IndexNodeTest, AFreshNodeIsEmptyAndWellFormed) {
  node_.Format(5, 3);
  EXPECT_EQ(node_.id(), 5u);
  EXPECT_EQ(node_.kind(), PageKind::kNode);
  EXPECT_EQ(node_.level(), 3u);
  EXPECT_EQ(node_.count(), 0u);
  EXPECT_EQ(node_.right(), 0u);
  EXPECT_EQ(node_.LowerBound(7), 0u);
  EXPECT_TRUE(node_.WellFormed());
  uint64_t value = 0;
  EXPECT_FALSE(node_.Find(0, &value));
}

TEST_F(IndexNodeTest, KeepsItsEntriesInKeyOrderUntilItIsFull) {
  ASSERT_EQ(IndexNode::Capacity(kBytes), kCapacity);
  for (uint32_t i = 0; i < kCapacity; ++i) {
    EXPECT_FALSE(node_.full());
    const Key key = (i * 5 + 3) % kCapacity * 10;
    ASSERT_TRUE(Insert(key, key + 1));
    ASSERT_TRUE(node_.WellFormed());
  }
  EXPECT_TRUE(node_.full());
  for (uint32_t i = 0; i < kCapacity; ++i) {
    EXPECT_EQ(node_.key(i), i * 10);
    EXPECT_EQ(node_.entry(i).value, i * 10 + 1);
  }
  const std::vector<uint8_t> before = page_test::BytesOf(node_);
  EXPECT_FALSE(Insert(5, 5));
  EXPECT_EQ(page_test::BytesOf(node_), before);
  EXPECT_TRUE(Insert(10, 99));  // is there already: gets the new value
  EXPECT_EQ(node_.entry(1).value, 99u);
}

TEST_F(IndexNodeTest, LowerBoundAndFindAgreeWithTheEntriesAtAndBesideEachKey) {
  for (const Key key : {10, 20, 30, 40, 50}) ASSERT_TRUE(Insert(key, key * 2));
  for (Key key = 0; key <= 60; ++key) {
    const auto expected = static_cast<uint32_t>(key == 0 ? 0 : (key - 1) / 10);
    EXPECT_EQ(node_.LowerBound(key), expected < 5 ? expected : 5) << key;
    uint64_t value = 0;
    const bool there = key % 10 == 0 && key >= 10 && key <= 50;
    EXPECT_EQ(node_.Find(key, &value), there) << key;
    if (there) EXPECT_EQ(value, key * 2);
  }
  EXPECT_EQ(node_.LowerBound(~Key{0}), 5u);
}

TEST_F(IndexNodeTest, AnInnerEntryCoversItsKeyUpToTheNextAndTheFirstAllBelow) {
  node_.Format(5, 1);
  for (const Key key : {10, 20, 30}) ASSERT_TRUE(Insert(key, key));
  EXPECT_EQ(node_.ChildFor(0), 0u);
  EXPECT_EQ(node_.ChildFor(9), 0u);
  EXPECT_EQ(node_.ChildFor(10), 0u);
  EXPECT_EQ(node_.ChildFor(19), 0u);
  EXPECT_EQ(node_.ChildFor(20), 1u);
  EXPECT_EQ(node_.ChildFor(29), 1u);
  EXPECT_EQ(node_.ChildFor(30), 2u);
  EXPECT_EQ(node_.ChildFor(~Key{0}), 2u);
}

TEST_F(IndexNodeTest, ApplyingTwiceIsApplyingOnce) {
  for (const Key key : {10, 20, 30}) ASSERT_TRUE(Insert(key, key));
  ASSERT_TRUE(Insert(25, 1));
  std::vector<uint8_t> once = page_test::BytesOf(node_);
  ASSERT_TRUE(Insert(25, 1));
  EXPECT_EQ(page_test::BytesOf(node_), once);
  ASSERT_TRUE(Erase(20));
  once = page_test::BytesOf(node_);
  ASSERT_TRUE(Erase(20));
  EXPECT_EQ(page_test::BytesOf(node_), once);
}

TEST_F(IndexNodeTest, TheInverseTakesAnEntryBack) {
  ASSERT_TRUE(Insert(10, 1));
  const std::map<Key, uint64_t> before = Entries();
  const uint64_t value = 7;
  Change change;
  change.kind = ChangeKind::kEntryInsert;
  change.key = 5;
  change.after = {reinterpret_cast<const uint8_t*>(&value), sizeof value};
  ASSERT_TRUE(node_.Apply(change));
  ASSERT_TRUE(node_.Apply(change.Inverse()));
  EXPECT_EQ(Entries(), before);
  ASSERT_TRUE(node_.Apply(change.Inverse().Inverse()));
  EXPECT_EQ(Entries(), (std::map<Key, uint64_t>{{5, 7}, {10, 1}}));
}

TEST_F(IndexNodeTest, RefusesWhatIsNoEntry) {
  const uint32_t four = 4;
  Change change;
  change.kind = ChangeKind::kEntryInsert;
  change.after = {reinterpret_cast<const uint8_t*>(&four), sizeof four};
  EXPECT_FALSE(node_.Apply(change));
  change.kind = ChangeKind::kInsert;
  EXPECT_FALSE(node_.Apply(change));
  EXPECT_EQ(node_.count(), 0u);
}

TEST_F(IndexNodeTest, AgreesWithAMapUnderRandomChanges) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    node_.Format(5, 0);
    std::map<Key, uint64_t> reference;
    Random random(seed);
    for (int i = 0; i < 500; ++i) {
      const Key key = random.Below(25);
      if (random.Chance(40)) {
        ASSERT_TRUE(Erase(key));
        reference.erase(key);
      } else {
        const uint64_t value = random.Next();
        const bool fits = reference.count(key) == 1 || reference.size() < kCapacity;
        ASSERT_EQ(Insert(key, value), fits);
        if (fits) reference[key] = value;
      }
      ASSERT_EQ(Entries(), reference);
      ASSERT_EQ(node_.count(), reference.size());
      ASSERT_EQ(node_.full(), reference.size() == kCapacity);
    }
  }
}

TEST_F(IndexNodeTest, WellFormedTellsDamage) {
  for (const Key key : {10, 20, 30, 40}) ASSERT_TRUE(Insert(key, key));
  const std::vector<uint8_t> good = page_test::BytesOf(node_);
  const auto damaged = [&](uint32_t at, uint64_t value, uint32_t bytes) {
    node_.Write(0, good.data(), kBytes);
    node_.Write(at, &value, bytes);
    return !node_.WellFormed();
  };
  EXPECT_FALSE(damaged(IndexNode::kRightAt, 7, 4));  // any page may be the right one
  EXPECT_TRUE(damaged(IndexNode::kCountAt, kCapacity + 1, 2));
  EXPECT_TRUE(damaged(IndexNode::kCountAt, 0xffff, 2));
  EXPECT_TRUE(damaged(IndexNode::kCountAt, 6, 2));  // entries of zeros behind the last
  EXPECT_TRUE(damaged(IndexNode::EntryAt(1), 10, 8));
  EXPECT_TRUE(damaged(IndexNode::EntryAt(1), 31, 8));
  EXPECT_TRUE(damaged(IndexNode::EntryAt(3), 0, 8));
}

}  // namespace
}  // namespace afterimage
