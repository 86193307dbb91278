#include "workload/replay/paged_rows.h"

#include <algorithm>

#include "db/pages/slotted_page.h"
#include "workload/replay/replayed_log.h"

namespace afterimage::replay {

// Keys of rows that fill a block are its number and theirs, which is below any place on a page.
static_assert(PagedRows::kLeafEntries < 1 << 16);

PagedRows::Layout PagedRows::LayoutOf(const TraceTable& table, uint32_t value_bytes) {
  Layout layout;
  layout.table = &table;
  layout.index = table.index;
  if (table.blocks.empty()) return layout;
  const auto blocks = static_cast<uint32_t>(table.blocks.size());
  uint32_t most = 0;  // rows of a block that the log touches
  for (const uint32_t row : table.first_rows) {
    const auto at = static_cast<uint32_t>(layout.starts.size());
    const uint32_t block = TraceTable::BlockOf(table.keys[row]);
    if (at == 0 || table.blocks[at - 1] != block) layout.starts.push_back(0);
    most = std::max(most, ++layout.starts.back());
  }
  layout.starts.resize(blocks);
  layout.starts.insert(layout.starts.begin(), 0);
  for (uint32_t i = 0; i < blocks; ++i) layout.starts[i + 1] += layout.starts[i];
  const uint32_t room = std::max(1u, SlottedPage::Capacity(kPageBytes, value_bytes));
  layout.rows = table.index ? kLeafEntries : std::max(most, std::min(table.last_place, room));
  const uint64_t pages = uint64_t{blocks} * ((layout.rows + room - 1) / room);
  if (pages <= kMostPages && layout.rows < 1 << 16) layout.blocks = blocks;
  return layout;
}

void PagedRows::LayOut(const std::vector<TraceTable>& tables, const TableInfo* infos,
                       uint64_t seed) {
  infos_ = infos;
  seed_ = seed;
  for (size_t i = 0; i < tables.size(); ++i)
    layouts_.push_back(LayoutOf(tables[i], infos[i].value_bytes));
}

uint64_t PagedRows::RowCount(TableId table) const {
  const Layout& layout = layouts_[table];
  return layout.blocks > 0 ? uint64_t{layout.blocks} * layout.rows
                           : layout.table->first_rows.size();
}

Key PagedRows::KeyAt(TableId table, uint64_t row) const {
  const Layout& layout = layouts_[table];
  const TraceTable& rows = *layout.table;
  if (layout.blocks == 0) return rows.keys[rows.first_rows[row]];
  const uint64_t block = row / layout.rows, at = row % layout.rows;
  const uint32_t fillers = Fillers(layout, block);
  if (at < fillers) return Key{rows.blocks[block]} << 32 | at;
  return rows.keys[rows.first_rows[layout.starts[block] + at - fillers]];
}

uint64_t PagedRows::RowFrom(TableId table, Key key, uint64_t low, uint64_t high) const {
  const Layout& layout = layouts_[table];
  const TraceTable& rows = *layout.table;
  if (layout.blocks == 0) return InitialRows::RowFrom(table, key, low, high);
  const auto& blocks = rows.blocks;
  const uint32_t wanted = TraceTable::BlockOf(key);
  const auto block = static_cast<uint64_t>(std::lower_bound(blocks.begin(), blocks.end(), wanted) -
                                           blocks.begin());
  uint64_t row = block * layout.rows;
  if (block < blocks.size() && blocks[block] == wanted) {
    const uint32_t fillers = Fillers(layout, block), at = static_cast<uint32_t>(key);
    row += std::min(at, fillers);
    const auto first = rows.first_rows.begin();
    const auto from = first + layout.starts[block], to = first + layout.starts[block + 1];
    if (at >= fillers) {
      row += static_cast<uint64_t>(
          std::lower_bound(from, to, key, [&](uint32_t i, Key k) { return rows.keys[i] < k; }) -
          from);
    }
  }
  return std::clamp(row, low, high);
}

void PagedRows::ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
                        uint8_t* out) const {
  PutVersionPart(seed_, KeyAt(table, row), 0, offset, size, out);
}

}  // namespace afterimage::replay
