// The rows from before a log, as a database in pages holds them.
//
// Where the text names the blocks of the server's files, each that the log touches is a page of its
// own, in the order of their numbers; blocks that it does not touch are left out. Rows that the log
// touches are on the page of their block, behind rows that fill it and that nobody asks for: as
// many as the highest place at which one was met, as far as they fit. A block of an index is a leaf
// of its own in the same way. So a page is changed as often, and as often for the first time since
// a checkpoint, as in the server.
#ifndef AFTERIMAGE_WORKLOAD_REPLAY_PAGED_ROWS_H_
#define AFTERIMAGE_WORKLOAD_REPLAY_PAGED_ROWS_H_

#include "workload/replay/trace.h"

namespace afterimage::replay {

class PagedRows final : public InitialRows {
 public:
  // Pages of the server.
  static constexpr uint32_t kPageBytes = 8192;
  // Entries of a leaf: two thirds of its room here, and about what PostgreSQL's have that are full
  // at first. Smaller pages share them out evenly.
  static constexpr uint32_t kLeafEntries = 336;
  // More pages than this, and a table has its rows one behind the other.
  static constexpr uint64_t kMostPages = 500'000;

  // Lays out the rows of these tables, which it refers to.
  void LayOut(const std::vector<TraceTable>& tables, const TableInfo* infos, uint64_t seed);

  uint32_t table_count() const override { return static_cast<uint32_t>(layouts_.size()); }
  const TableInfo& table(TableId table) const override { return infos_[table]; }
  uint64_t RowCount(TableId table) const override;
  Key KeyAt(TableId table, uint64_t row) const override;
  uint64_t RowFrom(TableId table, Key key, uint64_t low, uint64_t high) const override;
  void ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
               uint8_t* out) const override;
  Key SecondaryAt(TableId, uint64_t, uint64_t*) const override { return 0; }  // there are none
  // An entry of an index is looked for in a leaf, and never its row.
  bool InUse(TableId table, uint64_t) const override {
    return !layouts_[table].index || layouts_[table].blocks == 0;
  }
  uint32_t RowsTogether(TableId table, bool leaves) const override {
    const Layout& layout = layouts_[table];
    return layout.blocks > 0 && layout.index == leaves ? layout.rows : 0;
  }

 private:
  struct Layout {
    const TraceTable* table = nullptr;
    bool index = false;
    uint32_t blocks = 0;           // that are pages of their own; 0: rows are one behind the other
    uint32_t rows = 0;             // of each
    std::vector<uint32_t> starts;  // by block: the first of its rows that the log touches
  };
  static Layout LayoutOf(const TraceTable& table, uint32_t value_bytes);
  // The rows of the block that fill it.
  uint32_t Fillers(const Layout& layout, uint64_t block) const {
    return layout.rows - (layout.starts[block + 1] - layout.starts[block]);
  }

  std::vector<Layout> layouts_;
  const TableInfo* infos_ = nullptr;
  uint64_t seed_ = 0;
};

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_REPLAY_PAGED_ROWS_H_
