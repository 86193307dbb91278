// A window on the bytes of a page, wherever they are kept. All pages begin alike:
//
//   0       8         12               16         20     21                23         24
//   +-------+---------+----------------+----------+------+-----------------+----------+----------
//   | page  | page id | two numbers of | checksum | kind | owner: table    | unused 1 | the
//   | LSN 8 | 4       | the kind, 2    | 4        | 1    | + 1 (0: none) 1 |          | kind's
//   |       |         | each           |          |      | and index 1     |          | own
//   +-------+---------+----------------+----------+------+-----------------+----------+----------
//
// The checksum is set when the page leaves DRAM and tells a torn page from a whole one.
#ifndef AFTERIMAGE_DB_PAGES_PAGE_VIEW_H_
#define AFTERIMAGE_DB_PAGES_PAGE_VIEW_H_

#include <cstdint>
#include <cstring>

#include "base/types.h"
#include "tier/paged_bytes.h"

namespace afterimage {

// The table, and for entries the index, whose records or entries a page holds.
struct PageOwner {
  uint8_t table_plus_1 = 0;  // 0: not said
  uint8_t index = 0;         // of entries

  static PageOwner Of(TableId table, uint8_t index = 0) {
    return {static_cast<uint8_t>(table + 1), index};
  }
  TableId table() const {
    return table_plus_1 > 0 ? static_cast<TableId>(table_plus_1 - 1) : TableId{0};
  }
};
static_assert(sizeof(PageOwner) == 2);

// kUndo: of a system that keeps undo in pages.
enum class PageKind : uint8_t { kSlotted, kNode, kAllocator, kUndo, kCount };

class PageView {
 public:
  static constexpr uint32_t kIdAt = 8;
  static constexpr uint32_t kChecksumAt = 16;
  static constexpr uint32_t kKindAt = 20;
  static constexpr uint32_t kOwnerAt = 21;
  static constexpr uint32_t kMaxPageBytes = 8192;

  // A view of [base, base + size) of `memory`, which must outlive it. REQUIRES: size is at most
  // kMaxPageBytes.
  PageView(PagedBytes& memory, uint64_t base, uint32_t size)
      : memory_(&memory), base_(base), size_(size) {}

  uint32_t size() const { return size_; }
  void Read(uint32_t at, void* out, uint32_t size) const { memory_->Read(base_ + at, out, size); }
  // `data` may be null where `size` is 0: a change whose image is empty.
  void Write(uint32_t at, const void* data, uint32_t size) {
    if (size > 0) memory_->Write(base_ + at, data, size);
  }
  void Move(uint32_t to, uint32_t from, uint32_t size) {
    memory_->Move(base_ + to, base_ + from, size);
  }
  template <class T>
  T Get(uint32_t at) const {
    T value;
    memory_->Read(base_ + at, &value, sizeof value);
    return value;
  }
  template <class T>
  void Put(uint32_t at, T value) {
    memory_->Write(base_ + at, &value, sizeof value);
  }

  // Pages whose size is a multiple of 4 KB can be kept in pieces of that size, for frequent
  // searches.
  static constexpr uint32_t kPieceBytes = PagedBytes::kExtentBytes;
  bool HasPieces() const { return size_ % kPieceBytes == 0; }
  const uint8_t* Piece(uint32_t i) const { return memory_->InOnePiece(base_ + i * kPieceBytes); }
  void KeepAll() { memory_->KeepAll(base_, size_); }

  Lsn page_lsn() const { return Get<uint64_t>(0); }
  void set_page_lsn(Lsn lsn) { Put<uint64_t>(0, lsn); }
  PageId id() const { return Get<uint32_t>(kIdAt); }
  PageKind kind() const { return static_cast<PageKind>(Get<uint8_t>(kKindAt)); }
  PageOwner owner() const { return Get<PageOwner>(kOwnerAt); }
  // Sets all bytes to zero but the id and the kind.
  void Clear(PageId id, PageKind kind);

 private:
  PagedBytes* memory_;
  uint64_t base_;
  uint32_t size_;
};

// Returns the checksum of a page whose `size` bytes are in one piece, without the checksum's own.
uint32_t PageChecksum(const uint8_t* bytes, uint32_t size);
// Sets the page's checksum, which must be done before the page leaves DRAM.
void SetPageChecksum(uint8_t* bytes, uint32_t size);
// True for an intact page, false for a torn one. A page of zeros has never been written and counts
// as intact.
bool PageChecksumHolds(const uint8_t* bytes, uint32_t size);

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_PAGES_PAGE_VIEW_H_
