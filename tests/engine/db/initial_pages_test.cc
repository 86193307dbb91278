#include "db/pages/initial_pages.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "db/index/index_node.h"
#include "db/pages/slotted_page.h"
#include "support/rows.h"

namespace afterimage {
namespace {

using testing_support::NumberedRows;

struct Case {
  const char* name;
  uint32_t page_bytes;
  std::vector<NumberedRows::Spec> tables;
};

std::vector<NumberedRows::Spec> ManyTables() {
  return {{0, 8, true}, {1, 100, true}, {5000, 24, true}, {2, 8, false}, {333, 96, false}};
}

class InitialPagesTest : public testing::TestWithParam<Case> {
 protected:
  PageView Page(PageId page) {
    return PageView(memory_, uint64_t{page} * page_bytes_, page_bytes_);
  }
  // A row's place, through the nodes of an index.
  Rid Walk(TableId table, uint32_t index, Key key) {
    PageId page = pages_.root(table, index);
    for (;;) {
      const IndexNode node(Page(page));
      uint64_t value = 0;
      if (node.level() == 0) {
        EXPECT_TRUE(node.Find(key, &value))
            << "table " << int{table} << " index " << index << " key " << key;
        return Rid::Of(value);
      }
      page = static_cast<PageId>(node.entry(node.ChildFor(key)).value);
    }
  }
  void ExpectRow(TableId table, uint64_t row, Rid rid) {
    Value value;
    const SlottedPage page(Page(rid.page));
    ASSERT_EQ(page.kind(), PageKind::kSlotted);
    ASSERT_TRUE(page.ReadValue(rid.slot, &value));
    EXPECT_EQ(page.key(rid.slot), rows_.KeyAt(table, row));
    EXPECT_TRUE(value == rows_.ValueAt(table, row));
  }

  BlockPool pool_;
  Arena arena_{pool_};
  uint32_t page_bytes_ = GetParam().page_bytes;
  NumberedRows rows_{GetParam().tables};
  InitialPages pages_{arena_, rows_, page_bytes_};
  PagedBytes memory_{arena_, uint64_t{pages_.page_count() + 3} * page_bytes_, &pages_};
};

INSTANTIATE_TEST_SUITE_P(
    Databases, InitialPagesTest,
    testing::Values(Case{"empty", 256, {{0, 8, false}}}, Case{"one", 256, {{1, 8, false}}},
                    Case{"full_leaf", 256, {{9, 8, false}}},
                    Case{"two_leaves", 256, {{10, 8, false}}}, Case{"deep", 256, {{4000, 8, true}}},
                    Case{"many", 512, ManyTables()},
                    Case{"odd_values", 1024, {{500, 13, false}, {500, 9, true}}},
                    Case{"large_values", 1024, {{50, 700, false}}},
                    Case{"together", 1024, {{500, 24, true, 10}, {500, 24, false, 100}}},
                    Case{"large_pages", 8192, ManyTables()}),
    [](const auto& each) { return std::string(each.param.name); });

TEST_P(InitialPagesTest, PiecesOfAnyLengthAddUpToTheWhole) {
  const uint64_t bytes = memory_.size();
  std::vector<uint8_t> whole(bytes), piece(3 * page_bytes_);
  for (uint64_t page = 0; page * page_bytes_ < bytes; ++page) {
    pages_.Generate(page * page_bytes_, page_bytes_, whole.data() + page * page_bytes_);
  }
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    const uint32_t size = 1 + random.Below(random.Chance(50) ? 40 : 3 * page_bytes_ - 1);
    const uint64_t at = random.Next() % (bytes - size + 1);
    pages_.Generate(at, size, piece.data());
    ASSERT_EQ(std::memcmp(piece.data(), whole.data() + at, size), 0) << size << " bytes at " << at;
  }
}

TEST_P(InitialPagesTest, EveryPageIsWholeKnowsItsNumberAndIsWellFormed) {
  std::vector<uint8_t> bytes(page_bytes_);
  std::vector<bool> index;
  pages_.ForEachRun([&](PageId first, uint32_t count, bool of_index) {
    ASSERT_EQ(first, index.size());
    index.insert(index.end(), count, of_index);
  });
  ASSERT_EQ(index.size(), pages_.page_count());
  for (PageId page = 0; page < pages_.page_count(); ++page) {
    pages_.Generate(uint64_t{page} * page_bytes_, page_bytes_, bytes.data());
    ASSERT_TRUE(PageChecksumHolds(bytes.data(), page_bytes_)) << page;
    ASSERT_EQ(Page(page).id(), page);
    ASSERT_EQ(Page(page).page_lsn(), kNoLsn);
    const PageKind kind = Page(page).kind();
    if (kind == PageKind::kSlotted) ASSERT_TRUE(SlottedPage(Page(page)).WellFormed()) << page;
    if (kind == PageKind::kNode) ASSERT_TRUE(IndexNode(Page(page)).WellFormed()) << page;
    ASSERT_EQ(page < index.size() && index[page], page < 2 || kind == PageKind::kNode) << page;
  }
  for (PageId page = pages_.page_count(); page < pages_.page_count() + 3; ++page) {
    pages_.Generate(uint64_t{page} * page_bytes_, page_bytes_, bytes.data());
    EXPECT_EQ(bytes, std::vector<uint8_t>(page_bytes_));
  }
}

TEST_P(InitialPagesTest, AFreshNodeSaysWithoutItsBytesWhatTheyHold) {
  Random random(2);
  for (PageId page = 0; page < pages_.page_count() + 3; ++page) {
    const PageView view = Page(page);
    const FreshNode fresh = pages_.Node(page);
    ASSERT_EQ(static_cast<bool>(fresh),
              page < pages_.page_count() && view.kind() == PageKind::kNode)
        << page;
    if (!fresh) continue;
    const IndexNode bytes(view), node(view, fresh);
    ASSERT_EQ(node.count(), bytes.count());
    ASSERT_EQ(node.level(), bytes.level());
    ASSERT_EQ(node.right(), bytes.right());
    for (uint32_t i = 0; i < bytes.count(); ++i) {
      ASSERT_EQ(node.key(i), bytes.key(i)) << page << " " << i;
      ASSERT_EQ(node.entry(i).value, bytes.entry(i).value);
      for (const Key key : {bytes.key(i) - 1, bytes.key(i), bytes.key(i) + 1, random.Next()}) {
        ASSERT_EQ(node.LowerBound(key), bytes.LowerBound(key));
        ASSERT_EQ(node.ChildFor(key), bytes.ChildFor(key));
      }
    }
  }
}

TEST_P(InitialPagesTest, TheCatalogNamesTheRootsAndTheAllocatorWhatIsFree) {
  const SlottedPage catalog(Page(kCatalogPage));
  ASSERT_EQ(catalog.slots(), rows_.table_count());
  for (uint32_t table = 0; table < rows_.table_count(); ++table) {
    Value value;
    ASSERT_TRUE(catalog.ReadValue(catalog.Find(table), &value));
    CatalogEntry entry;
    ASSERT_EQ(value.size, sizeof entry);
    std::memcpy(&entry, value.bytes, sizeof entry);
    EXPECT_EQ(entry.value_bytes, rows_.table(static_cast<TableId>(table)).value_bytes);
    EXPECT_EQ(entry.indexes, rows_.table(static_cast<TableId>(table)).indexes());
    for (uint32_t index = 0; index < entry.indexes; ++index)
      EXPECT_EQ(entry.root[index], pages_.root(static_cast<TableId>(table), index));
  }
  EXPECT_EQ(Page(kAllocatorPage).kind(), PageKind::kAllocator);
  EXPECT_EQ(Page(kAllocatorPage).Get<uint32_t>(kNextPageAt), pages_.page_count());
}

TEST_P(InitialPagesTest, EveryRowIsFoundFromTheRootOfEachIndex) {
  for (uint32_t t = 0; t < rows_.table_count(); ++t) {
    const auto table = static_cast<TableId>(t);
    for (uint64_t row = 0; row < rows_.RowCount(table); ++row) {
      ExpectRow(table, row, Walk(table, 0, rows_.KeyAt(table, row)));
      if (rows_.table(table).secondary)
        ExpectRow(table, row, Walk(table, 1, ~rows_.KeyAt(table, row)));
    }
  }
}

// Following the links to the right, every level has its keys in order, and an inner entry names the
// first key of its page, or 0.
TEST_P(InitialPagesTest, EveryLevelIsSortedAndLinked) {
  for (uint32_t t = 0; t < rows_.table_count(); ++t) {
    const auto table = static_cast<TableId>(t);
    for (uint32_t index = 0; index < rows_.table(table).indexes(); ++index) {
      PageId first = pages_.root(table, index);
      for (uint32_t level = IndexNode(Page(first)).level();; --level) {
        uint64_t entries = 0;
        Key last = 0;
        for (PageId page = first; page != 0; page = IndexNode(Page(page)).right()) {
          const IndexNode node(Page(page));
          ASSERT_EQ(node.level(), level);
          ASSERT_LT(node.count(), IndexNode::Capacity(page_bytes_));
          for (uint32_t i = 0; i < node.count(); ++i, ++entries) {
            if (entries > 0) ASSERT_GT(node.key(i), last);
            last = node.key(i);
            if (level == 0) continue;
            const IndexNode child(Page(static_cast<PageId>(node.entry(i).value)));
            ASSERT_EQ(child.level(), level - 1);
            ASSERT_EQ(node.key(i), entries == 0 ? 0 : child.key(0));
          }
        }
        if (level == 0) {
          ASSERT_EQ(entries, rows_.RowCount(table));
          break;
        }
        first = static_cast<PageId>(IndexNode(Page(first)).entry(0).value);
      }
    }
  }
}

TEST_P(InitialPagesTest, HeapPagesAreFilledInKeyOrder) {
  for (uint32_t t = 0; t < rows_.table_count(); ++t) {
    const auto table = static_cast<TableId>(t);
    const uint32_t together = rows_.RowsTogether(table, false);
    const uint32_t room = SlottedPage::Capacity(page_bytes_, rows_.table(table).value_bytes);
    // Those that are more than fit are shared out: 100 on pages of 25 take four of them.
    const uint32_t per_page =
        together == 0 ? room : (together + (together - 1) / room) / (1 + (together - 1) / room);
    Rid before{1, 0};
    for (uint64_t row = 0; row < rows_.RowCount(table); ++row) {
      const Rid rid = Walk(table, 0, rows_.KeyAt(table, row));
      ASSERT_EQ(rid.slot, row % per_page);
      if (row > 0) ASSERT_EQ(rid.page, before.page + (rid.slot == 0 ? 1 : 0));
      before = rid;
    }
  }
}

TEST_P(InitialPagesTest, EveryPageSaysWhoseItIs) {
  for (PageId page = 2; page < pages_.page_count(); ++page) {
    ASSERT_LE(Page(page).owner().table_plus_1, rows_.table_count());
    ASSERT_GT(Page(page).owner().table_plus_1, 0);
  }
  for (uint32_t i = 0; i < rows_.table_count(); ++i) {
    const auto table = static_cast<TableId>(i);
    for (uint8_t index = 0; index < rows_.table(table).indexes(); ++index) {
      const PageOwner owner = Page(pages_.root(table, index)).owner();
      EXPECT_EQ(owner.table(), table);
      EXPECT_EQ(owner.index, index);
    }
  }
}

TEST(InitialPages, SayWhereARecordOrTheCatalogIsTooLarge) {
  BlockPool pool;
  Arena arena(pool);
  const NumberedRows large({{3, 300, false}}), small({{3, 100, false}});
  EXPECT_FALSE(InitialPages(arena, large, 256).fits());
  EXPECT_TRUE(InitialPages(arena, small, 256).fits());
  const NumberedRows many(std::vector<NumberedRows::Spec>(12, {1, 8, false}));
  EXPECT_FALSE(InitialPages(arena, many, 256).fits());
  EXPECT_TRUE(InitialPages(arena, many, 512).fits());
}

}  // namespace
}  // namespace afterimage
