#include "db/index/index_node.h"

#include <algorithm>

namespace afterimage {

void IndexNode::Format(PageId id, uint32_t level) {
  Clear(id, PageKind::kNode);
  Put<uint16_t>(kLevelAt, static_cast<uint16_t>(level));
}

uint32_t IndexNode::LowerBound(Key wanted) const {
  if (fresh_) return fresh_.LowerBound(wanted);
  return static_cast<uint32_t>(FirstAtLeast(count(), wanted, [&](uint64_t i) {
    return Look<uint64_t>(EntryAt(static_cast<uint32_t>(i)));
  }));
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
  Move(EntryAt(at + 1), EntryAt(at), (n - at) * static_cast<uint32_t>(sizeof(IndexEntry)));
  Put(EntryAt(at), IndexEntry{wanted, value});
  Put<uint16_t>(kCountAt, static_cast<uint16_t>(n + 1));
  return true;
}

void IndexNode::EraseEntry(Key wanted) {
  const uint32_t at = LowerBound(wanted);
  const uint32_t n = count();
  if (at == n || key(at) != wanted) return;
  Move(EntryAt(at), EntryAt(at + 1), (n - at - 1) * static_cast<uint32_t>(sizeof(IndexEntry)));
  Put<uint16_t>(kCountAt, static_cast<uint16_t>(n - 1));
}

bool IndexNode::Apply(const Change& change) {
  if (change.kind == ChangeKind::kEntryErase) {
    EraseEntry(change.key);
    return true;
  }
  if (change.kind != ChangeKind::kEntryInsert || change.after.size != sizeof(uint64_t))
    return false;
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
