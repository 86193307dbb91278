// The table that pg_walinspect's pg_get_wal_records_info gives, as psql prints it: aligned,
// unaligned, or as CSV. Its rows become the lines that pg_waldump would have printed.
#ifndef AFTERIMAGE_WORKLOAD_PG_WAL_WAL_TABLE_H_
#define AFTERIMAGE_WORKLOAD_PG_WAL_WAL_TABLE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace afterimage::replay {

class WalTable {
 public:
  enum class Row : uint8_t { kNone, kRecord, kMore, kBad };

  // True where the line names the columns of such a table: rows follow.
  bool IsHead(std::string_view line);
  // Reads a row. kRecord: *out is a record; kMore: it goes on with the one before; kBad: cells are
  // missing; kNone: this is no row.
  Row Read(std::string_view line, std::string* out) const;
  void End() { separator_ = 0; }

 private:
  enum Column : uint8_t {
    kStart,
    kPrevious,
    kXid,
    kManager,
    kType,
    kLength,
    kPages,
    kAbout,
    kBlocks
  };
  static constexpr int kColumns = kBlocks + 1;

  std::vector<std::string> Cells(std::string_view line) const;

  char separator_ = 0;  // 0: there is no table
  uint32_t count_ = 0;
  uint32_t place_[kColumns] = {};
};

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_PG_WAL_WAL_TABLE_H_
