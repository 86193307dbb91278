// The tables of a database and their rows before the run: the part of a workload that the storage
// engine knows.
#ifndef AFTERIMAGE_DB_SCHEMA_H_
#define AFTERIMAGE_DB_SCHEMA_H_

#include <algorithm>
#include <string>

#include "base/key_columns.h"
#include "db/record.h"

namespace afterimage {

inline constexpr uint32_t kMaxTables = 16;
inline constexpr uint32_t kMaxIndexes = 2;

struct TableInfo {
  const char* id;
  Text title;
  uint32_t value_bytes;  // of every record
  // The key of a record in the table's secondary index, or null where it has none. Updates must not
  // change it.
  Key (*secondary)(Key key, const uint8_t* value);
  // Keys are names and values are numbers, as in scripts: for the interface.
  bool named = false;
  // The columns that the keys of its indexes are made of, where they are no names.
  KeyColumns columns[kMaxIndexes] = {};
  // The number of the first columns of its primary key that have so few values that the table may
  // as well be an array, with an index of its own for each of them; 0 means none.
  uint8_t array_columns = 0;

  uint32_t indexes() const { return secondary ? 2 : 1; }
};

// Returns a record's name for the interface: the script's, or its table and its key's columns
// ("stock 1/17").
std::string RecordName(const TableInfo& table, Key key);

class Schema {
 public:
  virtual uint32_t table_count() const = 0;
  virtual const TableInfo& table(TableId table) const = 0;
  // True if a single table is read by ranges, even if only by the check after a power cut: pages
  // found by a hash have no order for it.
  virtual bool reads_ranges() const { return false; }

 protected:
  ~Schema() = default;
};

// Returns the bytes of the longest value, which are the most that an image in the log may take.
inline uint32_t LongestValue(const Schema& schema) {
  uint32_t longest = sizeof(uint64_t);
  for (uint32_t i = 0; i < schema.table_count(); ++i) {
    const uint32_t bytes = schema.table(static_cast<TableId>(i)).value_bytes;
    if (bytes > longest) longest = bytes;
  }
  return longest;
}

// Returns the first of `count` keys, key_of(0) < key_of(1) < ..., that is at least `wanted`, or
// `count`. Keys are often evenly spaced: so it guesses by proportion, goes on from there in steps
// that double, and searches what is left in halves.
template <class KeyOf>
uint64_t FirstAtLeast(uint64_t count, Key wanted, KeyOf key_of) {
  if (count == 0) return 0;
  const Key first = key_of(0);
  if (wanted <= first) return 0;
  const Key last = key_of(count - 1);
  if (wanted > last) return count;
  uint64_t low = 1, high = count - 1;  // the answer is one of low .. high
  const Key spacing = std::max<Key>((last - first) / (count - 1), 1);
  uint64_t at = std::clamp<uint64_t>((wanted - first - 1) / spacing + 1, low, high);
  if (key_of(at) < wanted) {
    low = at + 1;
    for (uint64_t step = 1; low < high; step *= 2) {
      at = std::min(low + step - 1, high);
      if (key_of(at) >= wanted) {
        high = at;
        break;
      }
      low = at + 1;
    }
  } else {
    high = at;
    for (uint64_t step = 1; low < high; step *= 2) {
      at = high - std::min(step, high - low);
      if (key_of(at) < wanted) {
        low = at + 1;
        break;
      }
      high = at;
    }
  }
  while (low < high) {
    const uint64_t half = low + (high - low) / 2;
    if (key_of(half) < wanted) {
      low = half + 1;
    } else {
      high = half;
    }
  }
  return low;
}

// The contents of a fresh database in closed form, so that unwritten pages need no memory.
class InitialRows : public Schema {
 public:
  virtual uint64_t RowCount(TableId table) const = 0;
  // Returns the key of a row; keys increase with rows. REQUIRES: `row` is below RowCount.
  virtual Key KeyAt(TableId table, uint64_t row) const = 0;
  // Returns the first row of [low, high) whose key is at least `key`, or `high`. A population whose
  // keys can be counted should override it: searching takes longer.
  virtual uint64_t RowFrom(TableId table, Key key, uint64_t low, uint64_t high) const {
    return low + FirstAtLeast(high - low, key, [&](uint64_t i) { return KeyAt(table, low + i); });
  }
  // Gives the bytes [offset, offset + size) of the row's value.
  virtual void ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
                       uint8_t* out) const = 0;
  // Returns the key of the i-th entry of the secondary index, in key order, and the row that it
  // points at.
  virtual Key SecondaryAt(TableId table, uint64_t i, uint64_t* row) const = 0;
  // False where clients never ask for the row.
  virtual bool InUse(TableId, uint64_t) const { return true; }
  // The number of rows, counted from the first, that have pages of their own, of records or of
  // leaves of the primary index; 0: a page takes the next rows, too.
  virtual uint32_t RowsTogether(TableId, bool /*leaves*/) const { return 0; }
  // The rows as a database in pages holds them: there may be more, which nobody asks for, on the
  // pages of these. It lives as long as this.
  virtual const InitialRows& OnPages() const { return *this; }

 protected:
  ~InitialRows() = default;
};

// The place of a record: a page and a slot on it. Packed, it is the value of an index entry.
struct Rid {
  PageId page = 0;
  SlotId slot = 0;

  uint64_t Packed() const { return uint64_t{page} << 16 | slot; }
  static Rid Of(uint64_t packed) {
    return {static_cast<PageId>(packed >> 16), static_cast<SlotId>(packed)};
  }
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_SCHEMA_H_
