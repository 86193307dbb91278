#include "workload/pg_wal/wal_table.h"

#include <algorithm>
#include <cstdlib>

namespace afterimage::replay {
namespace {

constexpr std::string_view kNames[] = {"start_lsn",        "prev_lsn",    "xid",
                                       "resource_manager", "record_type", "record_length",
                                       "fpi_length",       "description", "block_ref"};

std::string Stripped(std::string_view cell) {
  while (!cell.empty() && cell.front() == ' ') cell.remove_prefix(1);
  // psql marks a cell that goes on in the next line by a plus sign.
  while (!cell.empty() && (cell.back() == ' ' || cell.back() == '+')) cell.remove_suffix(1);
  return std::string(cell);
}

}  // namespace

std::vector<std::string> WalTable::Cells(std::string_view line) const {
  std::vector<std::string> cells;
  std::string cell;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"' && separator_ == ',') {
      quoted = !quoted;
    } else if (c == separator_ && !quoted) {
      cells.push_back(Stripped(cell));
      cell.clear();
    } else {
      cell += c;
    }
  }
  cells.push_back(Stripped(cell));
  return cells;
}

bool WalTable::IsHead(std::string_view line) {
  if (line.find(kNames[kManager]) == std::string_view::npos) return false;
  const char before = separator_;
  for (const char separator : {'|', ',', '\t'}) {
    separator_ = separator;
    const std::vector<std::string> cells = Cells(line);
    int found = 0;
    for (int i = 0; i < kColumns; ++i) {
      const auto at = std::find(cells.begin(), cells.end(), kNames[i]);
      place_[i] = static_cast<uint32_t>(at - cells.begin());
      found += at != cells.end();
    }
    count_ = static_cast<uint32_t>(cells.size());
    if (found == kColumns) return true;
  }
  separator_ = before;
  return false;
}

WalTable::Row WalTable::Read(std::string_view line, std::string* out) const {
  if (separator_ == 0 || line.find(separator_) == std::string_view::npos) return Row::kNone;
  const std::vector<std::string> cells = Cells(line);
  if (cells.size() != count_) return Row::kBad;
  const auto cell = [&](Column column) -> const std::string& { return cells[place_[column]]; };
  const std::string blocks = cell(kBlocks).empty() ? "" : ", " + cell(kBlocks);
  if (cell(kManager).empty()) {
    *out = ' ' + cell(kAbout) + blocks;
    return Row::kMore;
  }
  const auto total = std::strtoul(cell(kLength).c_str(), nullptr, 10);
  const auto pages = std::min(total, std::strtoul(cell(kPages).c_str(), nullptr, 10));
  *out = "rmgr: " + cell(kManager) + " len (rec/tot): " + std::to_string(total - pages) + '/' +
         std::to_string(total) + ", tx: " + cell(kXid) + ", lsn: " + cell(kStart) + ", prev " +
         cell(kPrevious) + ", desc: " + cell(kType) + ' ' + cell(kAbout) + blocks;
  return Row::kRecord;
}

}  // namespace afterimage::replay
