// The rows from before a log in pages: is each block that the log touches a page of its own?
#include "workload/replay/paged_rows.h"

#include <gtest/gtest.h>

#include "db/index/index_node.h"
#include "db/pages/slotted_page.h"
#include "support/pieces.h"
#include "support/wal_text.h"
#include "workload/replay/replayed_log.h"

namespace afterimage::replay {
namespace {

using namespace testing_support;

constexpr uint32_t kTable = 7, kIndex = 9;

std::string UpdateAt(uint32_t xid, uint32_t block, uint32_t from, uint32_t to) {
  return WalRecord("Heap", 75, xid,
                   "HOT_UPDATE off " + std::to_string(from) + " xmax 1 flags 0x20 ; new off " +
                       std::to_string(to) + " xmax 0" + WalBlockAt(kTable, block));
}

std::string EntryAt(uint32_t xid, uint32_t block) {
  return WalRecord("Btree", 64, xid, "INSERT_LEAF off 24" + WalBlockAt(kIndex, block));
}

// A database in pages with the rows of a text.
struct Database {
  explicit Database(const std::string& text, uint32_t page_bytes = PagedRows::kPageBytes) {
    InputProblem problem;
    trace = ReadTrace(text, &problem);
    Settings settings;
    settings.trace = trace.get();
    settings.seed = 5;
    rows = std::make_unique<ReplayedLog>(settings);
    pages = std::make_unique<InitialPages>(arena, *rows, page_bytes);
    memory = std::make_unique<PagedBytes>(arena, uint64_t{pages->page_count()} * page_bytes,
                                          pages.get());
    bytes = page_bytes;
  }
  PageView View(PageId page) { return PageView(*memory, uint64_t{page} * bytes, bytes); }
  // The leaf to which a key belongs.
  PageId LeafOf(TableId table, Key key) {
    PageId page = pages->root(table, 0);
    for (IndexNode node(View(page)); node.level() > 0; node = IndexNode(View(page)))
      page = static_cast<PageId>(node.entry(node.ChildFor(key)).value);
    return page;
  }
  // The page of a row that the log knows.
  PageId PageOf(TableId table, uint32_t row) {
    const Key key = trace->tables[table].keys[row];
    uint64_t value = 0;
    EXPECT_TRUE(IndexNode(View(LeafOf(table, key))).Find(key, &value));
    const Rid rid = Rid::Of(value);
    EXPECT_EQ(SlottedPage(View(rid.page)).key(rid.slot), key);
    return rid.page;
  }

  BlockPool pool;
  Arena arena{pool};
  std::shared_ptr<Trace> trace;
  std::unique_ptr<ReplayedLog> rows;
  std::unique_ptr<InitialPages> pages;
  std::unique_ptr<PagedBytes> memory;
  uint32_t bytes = 0;
};

// Two rows of block 500, one of 3, and one of 70000.
std::string FewRows() {
  return UpdateAt(1, 500, 60, 61) + UpdateAt(1, 3, 1, 62) + UpdateAt(1, 500, 7, 8) +
         UpdateAt(1, 70000, 30, 31) + WalEnd(1);
}

TEST(PagedRows, EachBlockThatTheLogTouchesIsAPage) {
  Database database(FewRows());
  const std::vector<uint32_t> blocks = {3, 500, 70000};
  EXPECT_EQ(database.trace->tables[0].blocks, blocks);
  const PageId first = database.PageOf(0, 1);
  EXPECT_EQ(database.PageOf(0, 0), first + 1);
  EXPECT_EQ(database.PageOf(0, 2), first + 1);
  EXPECT_EQ(database.PageOf(0, 3), first + 2);
  for (PageId page = first; page < first + 3; ++page)
    EXPECT_EQ(SlottedPage(database.View(page)).slots(), 60u) << "the highest place of them";
  EXPECT_EQ(database.rows->RowCount(0), 4u) << "systems without pages have no rows that fill them";
}

TEST(PagedRows, SmallerPagesShareABlockOut) {
  Database database(FewRows(), 4096);
  const PageId page = database.PageOf(0, 1);
  EXPECT_EQ(SlottedPage(database.View(page)).slots(), 30u);
  EXPECT_GE(database.PageOf(0, 0), page + 1);
}

TEST(PagedRows, RowsReadInPiecesAndAreFound) {
  for (const std::string& text :
       {FewRows() + EntryAt(2, 40) + EntryAt(2, 2) + WalEnd(2), RandomWal(100, 1)}) {
    const Database database(text);
    ExpectRowsInPieces(database.rows->OnPages());
    ExpectRowsAreFound(database.rows->OnPages());
  }
}

TEST(PagedRows, ABlockOfAnIndexIsALeaf) {
  Database database(EntryAt(1, 40) + EntryAt(1, 2) + EntryAt(1, 40) + EntryAt(1, 900) + WalEnd(1));
  const TraceTable& table = database.trace->tables[0];
  ASSERT_TRUE(table.index);
  const PageId leaf = database.LeafOf(0, table.keys[1]);
  EXPECT_EQ(database.LeafOf(0, table.keys[0]), leaf + 1);
  EXPECT_EQ(database.LeafOf(0, table.keys[2]), leaf + 1);
  EXPECT_EQ(database.LeafOf(0, table.keys[3]), leaf + 2);
  EXPECT_EQ(IndexNode(database.View(leaf)).count(), PagedRows::kLeafEntries);
  uint32_t shown = 0;
  database.pages->ForEachRun(
      [&](PageId, uint32_t count, bool index) { shown += index ? 0 : count; });
  EXPECT_EQ(shown, 0u) << "nobody asks for the rows of entries that fill a leaf";
}

TEST(PagedRows, PagesThatTheLogMakesAreNotThereBefore) {
  const std::string split =
      WalRecord("Btree", 900, 1,
                "SPLIT_R level 0, firstrightoff 190, newitemoff 191" + WalBlockAt(kIndex, 40) +
                    WalBlockAt(kIndex, 41, 1) + WalBlockAt(kIndex, 42, 2));
  const Database database(split + EntryAt(1, 41) + EntryAt(1, 43) + WalEnd(1));
  const std::vector<uint32_t> blocks = {40, 43};
  EXPECT_EQ(database.trace->tables[0].blocks, blocks);
}

TEST(PagedRows, RelationsThatShareATableShareNoPage) {
  std::string text;
  for (uint32_t relation = 1; relation <= 20; ++relation) {
    for (uint32_t i = 0; i < 21 - relation; ++i) text += WalInsert(1, 100 + relation, i + 1);
    text += WalUpdate(1, 100 + relation, 50, 51);
  }
  Database database(text + WalEnd(1));
  const auto last = static_cast<TableId>(kMaxTables - 1);
  const TraceTable& shared = database.trace->tables[last];
  ASSERT_EQ(shared.first_rows.size(), 5u);
  EXPECT_EQ(shared.blocks.size(), 5u);
  for (uint32_t i = 1; i < 5; ++i)
    EXPECT_EQ(database.PageOf(last, shared.first_rows[i]),
              database.PageOf(last, shared.first_rows[0]) + i);
  EXPECT_EQ(database.trace->dropped, 0u);
}

TEST(PagedRows, ATextThatNamesNoBlocksHasItsRowsOneBehindTheOther) {
  std::string text;
  for (int row = 1; row <= 100; ++row) {
    text += R"({"do": "update", "transaction": "a", "table": "t", "bytes": 8, "row": )" +
            std::to_string(row * 1000) + "}\n";
  }
  Database database(text + R"({"do": "commit", "transaction": "a"})" + "\n");
  EXPECT_EQ(database.trace->tables[0].blocks.size(), 0u);
  EXPECT_EQ(database.rows->OnPages().RowCount(0), 100u);
  EXPECT_EQ(database.PageOf(0, 0) + 1, database.PageOf(0, 99));
}

TEST(PagedRows, MorePagesThanThereIsRoomForAreNotLaidOut) {
  std::vector<TraceTable> tables(1);
  TraceTable& table = tables[0];
  for (uint32_t row = 0; row <= PagedRows::kMostPages; ++row) {
    table.keys.push_back(Key{row} << 32 | 1 << 16);
    table.first_rows.push_back(row);
    table.blocks.push_back(row);
  }
  table.last_place = 1;
  const TableInfo info = {"t", {"table", "表"}, 96, nullptr};
  PagedRows rows;
  rows.LayOut(tables, &info, 1);
  EXPECT_EQ(rows.RowsTogether(0, false), 0u);
  EXPECT_EQ(rows.RowCount(0), table.first_rows.size());
  table.blocks.pop_back();
  table.first_rows.pop_back();
  PagedRows fewer;
  fewer.LayOut(tables, &info, 1);
  EXPECT_EQ(fewer.RowsTogether(0, false), 1u);
}

// --- The server's own log ------------------------------------------------------------------------

TEST(LogVolume, KnowsHowMuchLogLiesBetweenCheckpoints) {
  LogVolume volume;
  volume.AddRecord(1000, 100, 100);
  volume.AddRecord(5000, 8300, 100);
  EXPECT_EQ(volume.longest_without(), 4000u);
  EXPECT_EQ(volume.checkpoint_bytes(), 0u);
  for (const uint64_t redo : {6000u, 9000u, 14000u}) volume.AddCheckpoint(redo);
  EXPECT_EQ(volume.checkpoints(), 3u);
  EXPECT_EQ(volume.checkpoint_bytes(), 4000u);
  volume.AddRecord(15000, 50, 50);
  EXPECT_EQ(volume.longest_without(), 4000u) << "since the last one";
  volume.AddRecord(200, 50, 50);
  volume.AddCheckpoint(300);
  EXPECT_EQ(volume.checkpoint_bytes(), 4000u) << "another part of a log";
}

TEST(LogVolume, SaysHowTheLogWentOn) {
  LogVolume volume;
  for (int commit = 1; commit <= 300; ++commit) {
    volume.AddRecord(static_cast<uint64_t>(commit) * 8192, commit <= 125 ? 8200 : 100, 100);
    volume.AddCommit();
  }
  std::string text;
  JsonWriter json(text);
  volume.Describe(json);
  EXPECT_NE(text.find(R"("course":[{"commits":125,"bytes":1025000,"imageBytes":1012500},)"
                      R"({"commits":250,"bytes":1037500,"imageBytes":1012500},)"
                      R"({"commits":300,"bytes":1042500,"imageBytes":1012500}])"),
            std::string::npos)
      << text;
}

TEST(LogVolume, CountsPagesWhoseImagesCameBefore) {
  InputProblem problem;
  const std::string whole = WalRecord("Heap", 75, 1,
                                      "HOT_UPDATE off 3 xmax 1 flags 0x20 ; new off "
                                      "4 xmax 0" +
                                          WalBlockAt(kTable, 5));
  std::string image = whole;
  image.insert(image.size() - 1, " FPW");
  const auto count = [&](const std::string& first) {
    const auto trace =
        ReadTrace(first + UpdateAt(1, 6, 1, 2) + UpdateAt(1, 6, 2, 3) + WalEnd(1), &problem);
    return std::pair(trace->volume.pages(), trace->volume.pages_from_before());
  };
  EXPECT_EQ(count(whole), (std::pair<uint64_t, uint64_t>(2, 2)));
  EXPECT_EQ(count(image), (std::pair<uint64_t, uint64_t>(2, 1)));
}

}  // namespace
}  // namespace afterimage::replay
