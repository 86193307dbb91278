#include "db/index_node.h"

#include <algorithm>

namespace afterimage {

void IndexNode::Format(PageId id, uint32_t level) {
  Clear(id, PageKind::kNode);
  Put<uint16_t>(kLevelAt, static_cast<uint16_t>(level));
}

// Keys of a leaf are often evenly spaced: a guess by proportion, and where it is wrong a binary search of the
// side that is left.
uint32_t IndexNode::LowerBound(Key wanted) const {
  const uint32_t n = count();
  if (n == 0 || wanted <= key(0)) return 0;
  const Key first = key(0), last = key(n - 1);
  if (wanted > last) return n;
  uint32_t low = 1, high = n - 1;  // the answer is one of low .. high
  const Key step = std::max<Key>((last - first) / (n - 1), 1);
  const uint32_t guess = std::max(low, std::min(static_cast<uint32_t>((wanted - first - 1) / step + 1), high));
  if (key(guess) < wanted) {
    low = guess + 1;
  } else if (key(guess - 1) < wanted) {
    return guess;
  } else {
    high = guess - 1;
  }
  while (low < high) {
    const uint32_t half = low + (high - low) / 2;
    if (key(half) < wanted) {
      low = half + 1;
    } else {
      high = half;
    }
  }
  return low;
}

uint32_t IndexNode::ChildFor(Key wanted) const {
  const uint32_t at = LowerBound(wanted);
  if (at < count() && key(at) == wanted) return at;
  return at > 0 ? at - 1 : 0;
}

bool IndexNode::Find(Key wanted, uint64_t* value) const {
  const uint32_t at = LowerBound(wanted);
  if (at == count()) return false;
  const IndexEntry found = entry(at);
  *value = found.value;
  return found.key == wanted;
}

bool IndexNode::InsertEntry(Key wanted, uint64_t value) {
  const uint32_t at = LowerBound(wanted);
  const uint32_t n = count();
  if (at < n && key(at) == wanted) {
    Put(EntryAt(at), IndexEntry{wanted, value});
    return true;
  }
  if (n >= Capacity(size())) return false;
  uint8_t behind[kMaxPageBytes];
  const uint32_t bytes = (n - at) * static_cast<uint32_t>(sizeof(IndexEntry));
  if (bytes > 0) {
    Read(EntryAt(at), behind, bytes);
    Write(EntryAt(at + 1), behind, bytes);
  }
  Put(EntryAt(at), IndexEntry{wanted, value});
  Put<uint16_t>(kCountAt, static_cast<uint16_t>(n + 1));
  return true;
}

void IndexNode::EraseEntry(Key wanted) {
  const uint32_t at = LowerBound(wanted);
  const uint32_t n = count();
  if (at == n || key(at) != wanted) return;
  uint8_t behind[kMaxPageBytes];
  const uint32_t bytes = (n - at - 1) * static_cast<uint32_t>(sizeof(IndexEntry));
  if (bytes > 0) {
    Read(EntryAt(at + 1), behind, bytes);
    Write(EntryAt(at), behind, bytes);
  }
  Put<uint16_t>(kCountAt, static_cast<uint16_t>(n - 1));
}

bool IndexNode::Apply(const Change& change) {
  if (change.kind == ChangeKind::kEntryErase) {
    EraseEntry(change.key);
    return true;
  }
  if (change.kind != ChangeKind::kEntryInsert || change.after.size != sizeof(uint64_t)) return false;
  uint64_t value = 0;
  std::memcpy(&value, change.after.data, sizeof value);
  return InsertEntry(change.key, value);
}

bool IndexNode::WellFormed() const {
  const uint32_t n = count();
  if (n > Capacity(size())) return false;
  for (uint32_t i = 1; i < n; ++i) {
    if (key(i - 1) >= key(i)) return false;
  }
  return true;
}

}  // namespace afterimage
