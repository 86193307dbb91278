// The place of each row of a relation on its pages, as far as the log tells.
//
// A row is followed from place to place. A row met at an unknown place was there before the log,
// unless rows have been copied into its page (MULTI_INSERT) of which the record does not say where:
// before version 16 it does so only for a fresh page. They come behind all others on their page,
// one after the other, so a place that they can have is taken for one of theirs.
#ifndef AFTERIMAGE_WORKLOAD_PG_WAL_ROW_PLACES_H_
#define AFTERIMAGE_WORKLOAD_PG_WAL_ROW_PLACES_H_

#include <unordered_map>
#include <vector>

#include "workload/replay/trace.h"

namespace afterimage::replay {

class RowPlaces {
 public:
  static constexpr uint32_t kMaxOffset = 0x7fff;

  // A row that appears at a place. Returns its number.
  uint32_t Insert(TraceTable& table, uint32_t block, uint32_t offset);
  // `count` rows that appear together on a page. `offsets` says where, or is null: then they fill a
  // fresh page, or come somewhere behind the others. Returns the first; the others follow.
  uint32_t InsertMany(TraceTable& table, uint32_t block, uint32_t count, const uint32_t* offsets,
                      bool fresh_page);
  // Adds a row whose place will never be asked for.
  uint32_t InsertHidden(TraceTable& table, uint32_t block);
  // The row at a place, which may be one from before the log.
  uint32_t At(TraceTable& table, uint32_t block, uint32_t offset);
  // The row's next version is at this place.
  void Move(uint32_t row, uint32_t block, uint32_t offset);
  // Places of the page have become free: the next rows may come anywhere.
  void Clean(uint32_t block) { pages_[block].cleaned = true; }

  // Copied rows of which the place was found out, and those of which it never was.
  uint64_t derived() const { return derived_; }
  uint64_t hidden() const { return hidden_; }

 private:
  struct Place {
    uint32_t row = 0;
    uint32_t rows = 0;  // how many have been there
    bool known = false;
  };
  struct Page {
    uint32_t top = 0;      // the last place that is taken, as far as is known
    bool whole = false;    // nothing is on it but what the log shows
    bool cleaned = false;  // there may be gaps
  };
  // Rows that were copied to one page, somewhere from `low` to `high`.
  struct Group {
    uint32_t first = 0;
    uint32_t count = 0;
    uint32_t taken = 0;
    uint32_t low = 0;   // the least place of the first row
    uint32_t high = 0;  // the last
    bool loose = false;
  };

  uint32_t NewRow(TraceTable& table, uint32_t block, uint32_t offset, bool known, bool initial);
  uint32_t FromGroup(uint32_t block, uint32_t offset);

  std::unordered_map<uint64_t, Place> places_;  // by block 32 | offset 16
  std::unordered_map<uint32_t, Page> pages_;
  std::unordered_map<uint32_t, std::vector<Group>> groups_;
  uint32_t unnamed_ = 0;
  uint64_t derived_ = 0;
  uint64_t hidden_ = 0;
};

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_PG_WAL_ROW_PLACES_H_
