#include "workload/pg_wal/row_places.h"

#include <algorithm>

namespace afterimage::replay {
namespace {

constexpr uint32_t kNoRow = 0xffffffff;

uint64_t PlaceOf(uint32_t block, uint32_t offset) { return uint64_t{block} << 16 | offset; }

}  // namespace

uint32_t RowPlaces::NewRow(TraceTable& table, uint32_t block, uint32_t offset, bool known,
                           bool initial) {
  Place& place = places_[PlaceOf(block, offset)];
  place.row = static_cast<uint32_t>(table.keys.size());
  place.known = known;
  // No page has had so many rows in one place; if one has, the keys of the last of them are those
  // of the next place.
  table.keys.push_back(Key{block} << 32 | offset << 16 | (place.rows++ & 0xffff));
  table.initial.push_back(initial);
  return place.row;
}

uint32_t RowPlaces::InsertHidden(TraceTable& table, uint32_t block) {
  return NewRow(table, block, kMaxOffset + 1 + unnamed_++ % kMaxOffset, false, false);
}

uint32_t RowPlaces::Insert(TraceTable& table, uint32_t block, uint32_t offset) {
  Page& page = pages_[block];
  if (offset == 1 && page.top == 0) page.whole = true;
  page.top = std::max(page.top, offset);
  return NewRow(table, block, offset, true, false);
}

uint32_t RowPlaces::InsertMany(TraceTable& table, uint32_t block, uint32_t count,
                               const uint32_t* offsets, bool fresh_page) {
  Page& page = pages_[block];
  if (fresh_page) page = {0, true, false};
  const auto first = static_cast<uint32_t>(table.keys.size());
  const bool follows = page.whole && !page.cleaned && page.top + count <= kMaxOffset;
  if (!offsets && !follows) {
    groups_[block].push_back({first, count, 0, page.top + 1, kMaxOffset, page.cleaned});
    hidden_ += count;
    for (uint32_t i = 0; i < count; ++i) InsertHidden(table, block);
    return first;
  }
  if (!offsets && !fresh_page) derived_ += count;
  const uint32_t top = page.top;
  for (uint32_t i = 0; i < count; ++i) Insert(table, block, offsets ? offsets[i] : top + 1 + i);
  return first;
}

uint32_t RowPlaces::FromGroup(uint32_t block, uint32_t offset) {
  const auto found = groups_.find(block);
  if (found == groups_.end()) return kNoRow;
  for (Group& group : found->second) {
    const uint32_t before = group.count - 1;  // rows that may be in front of this one
    const uint32_t low = std::max(group.low, offset > before ? offset - before : 1);
    const uint32_t high = std::min(group.high, offset);
    if (group.taken == group.count || (low > high && !group.loose)) continue;
    if (!group.loose) {
      group.low = low;
      group.high = high;
    }
    --hidden_;
    ++derived_;
    return group.first + group.taken++;
  }
  return kNoRow;
}

uint32_t RowPlaces::At(TraceTable& table, uint32_t block, uint32_t offset) {
  const auto found = places_.find(PlaceOf(block, offset));
  if (found != places_.end() && found->second.known) return found->second.row;
  const uint32_t copied = FromGroup(block, offset);
  if (copied == kNoRow) return NewRow(table, block, offset, true, true);
  Move(copied, block, offset);
  return copied;
}

void RowPlaces::Move(uint32_t row, uint32_t block, uint32_t offset) {
  Place& place = places_[PlaceOf(block, offset)];
  place.row = row;
  place.known = true;
  Page& page = pages_[block];
  page.top = std::max(page.top, offset);
}

}  // namespace afterimage::replay
