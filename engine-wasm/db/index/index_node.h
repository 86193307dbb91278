// A node of a B+-tree (page_view.h has the first 24 bytes; the kind's two numbers are count and
// level).
//
//   24                28         32
//   +-----------------+----------+-----------+-----------+-----+
//   | right sibling 4 | unused 4 | entry 0   | entry 1   | ... |    entry: key 8 | value 8
//   +-----------------+----------+-----------+-----------+-----+
//
// Level 0 is a leaf: values say where records are. Above, entry i covers the keys from its own to
// that of entry i + 1, its value is a page, and entry 0 covers all smaller keys too.
#ifndef AFTERIMAGE_DB_INDEX_INDEX_NODE_H_
#define AFTERIMAGE_DB_INDEX_INDEX_NODE_H_

#include <algorithm>

#include "db/pages/initial_pages.h"
#include "db/pages/page_view.h"
#include "db/record.h"

namespace afterimage {

struct IndexEntry {
  Key key = 0;
  uint64_t value = 0;
};
static_assert(sizeof(IndexEntry) == 16);

class IndexNode : public PageView {
 public:
  static constexpr uint32_t kCountAt = 12;
  static constexpr uint32_t kLevelAt = 14;
  static constexpr uint32_t kRightAt = 24;
  static constexpr uint32_t kEntriesAt = 32;

  static constexpr uint32_t kPieces = kMaxPageBytes / kPieceBytes;
  explicit IndexNode(const PageView& view) : PageView(view) {
    if (!HasPieces()) return;
    for (uint32_t i = 0; i < view.size() / kPieceBytes; ++i) piece_[i] = Piece(i);
  }
  // Makes a node from a page's pieces, if they are known; they are null for a page that is not kept
  // completely.
  IndexNode(const PageView& view, const uint8_t* const (&piece)[kPieces]) : PageView(view) {
    std::copy(piece, piece + kPieces, piece_);
  }
  // A node as it was in the fresh database.
  IndexNode(const PageView& view, const FreshNode& fresh) : PageView(view), fresh_(fresh) {}
  // True where looking at the node is cheap, or cannot be made so.
  bool cheap() const { return fresh_ || !HasPieces() || piece_[size() / kPieceBytes - 1]; }

  static constexpr uint32_t Capacity(uint32_t page_bytes) {
    return (page_bytes - kEntriesAt) / sizeof(IndexEntry);
  }

  void Format(PageId id, uint32_t level);
  uint32_t count() const { return fresh_ ? fresh_.count() : Look<uint16_t>(kCountAt); }
  uint32_t level() const { return fresh_ ? fresh_.level() : Look<uint16_t>(kLevelAt); }
  // Levels are below this.
  static constexpr uint32_t kMaxLevels = 1 << 16;
  // True where this is a node of a level below `wanted`. A damaged tree may lead anywhere, even
  // back up.
  bool IsBelow(uint32_t wanted) const {
    return (fresh_ || static_cast<PageKind>(Look<uint8_t>(kKindAt)) == PageKind::kNode) &&
           level() < wanted;
  }
  PageId right() const { return fresh_ ? fresh_.right() : Look<uint32_t>(kRightAt); }
  bool full() const { return count() >= Capacity(size()); }
  IndexEntry entry(uint32_t i) const {
    if (!fresh_) return Look<IndexEntry>(EntryAt(i));
    uint64_t entry[2];
    fresh_.ReadEntry(i, entry);
    return {entry[0], entry[1]};
  }
  Key key(uint32_t i) const { return fresh_ ? fresh_.key(i) : Look<uint64_t>(EntryAt(i)); }
  static uint32_t EntryAt(uint32_t i) {
    return kEntriesAt + i * static_cast<uint32_t>(sizeof(IndexEntry));
  }

  // Returns the first entry whose key is at least `key`; count() where there is none.
  uint32_t LowerBound(Key key) const;
  // Returns the entry that covers `key`. REQUIRES: an inner node with at least one entry.
  uint32_t ChildFor(Key key) const;
  // Finds the value of `key` in a leaf; false where there is no such key.
  bool Find(Key key, uint64_t* value) const;

  // Inserts or erases the change's entry; doing it again changes nothing more. False where it does
  // not fit: the page is damaged.
  bool Apply(const Change& change);
  bool WellFormed() const;

 private:
  // No field straddles a piece.
  template <class T>
  T Look(uint32_t at) const {
    const uint8_t* piece = piece_[at / kPieceBytes];
    if (!piece) return Get<T>(at);
    T value;
    std::memcpy(&value, piece + at % kPieceBytes, sizeof value);
    return value;
  }
  bool InsertEntry(Key key, uint64_t value);
  void EraseEntry(Key key);

  const uint8_t* piece_[kPieces] = {};
  FreshNode fresh_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_INDEX_INDEX_NODE_H_
