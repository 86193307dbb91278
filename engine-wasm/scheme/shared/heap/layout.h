// The layout of a heap engine in NVM. All are 8-byte words; a pointer is an address, 0 is null.
//
//   0      super line: magic, what the library can hold, start of the heap, a word of the library's
//   64     two lines of the library's
//   192    a root for each table: where its buckets or trees are, how many, bytes of a value
//          the library's log, if it has one
//          hash buckets: head and tail of a list of records each; or the roots of trees
//          the heap: blocks of whole lines, each with a header word
#ifndef AFTERIMAGE_SCHEME_SHARED_HEAP_LAYOUT_H_
#define AFTERIMAGE_SCHEME_SHARED_HEAP_LAYOUT_H_

#include "db/record.h"
#include "db/schema.h"
#include "tier/nvm/nvm.h"

namespace afterimage::heap {

// Its NVM is below 4 GB, so that what is kept of an address is 32 bits.
using Address = uint32_t;

inline constexpr uint64_t kMagic = 0x31444e4957455200;  // "\0REWIND1"
inline constexpr uint32_t kWord = 8;

// The super line.
inline constexpr Address kMagicAt = 0, kCapacityAt = 8, kHeapAt = 16, kLibraryAt = 24;
inline constexpr Address kLibraryLines[2] = {64, 128};
inline constexpr Address kRoots = 192;
inline constexpr Address kLibraryArea = kRoots + kMaxTables * kLineBytes;

// A table's root: a line. Where its hash buckets are, or the words that lead to its trees; and what
// the first columns of the keys in the first tree are, where there is an array of trees.
struct Root {
  uint64_t at = 0;
  uint64_t count = 0;
  uint64_t value_bytes = 0;
  uint64_t first = 0;
};
constexpr Address RootAt(uint32_t table) { return kRoots + table * kLineBytes; }

// The first word of a block says how long it is and whether it is in use.
inline constexpr uint32_t kHeaderAt = 0;
// The places of a record's words in its block: the way in which it is found decides which words
// precede its key.
struct RecordShape {
  uint32_t key_at;
  uint32_t info_at;
  uint32_t value_at;

  constexpr uint32_t Lines(uint32_t value_bytes) const {
    return (value_at + value_bytes + kLineBytes - 1) / kLineBytes;
  }
};
inline constexpr RecordShape kListedRecord = {24, 32, 40};  // behind next and prev
inline constexpr RecordShape kIndexedRecord = {8, 16, 24};
inline constexpr uint32_t kMaxBlockLines = kListedRecord.Lines(kMaxValueBytes);
// Table and length of the value.
constexpr uint64_t InfoWord(TableId table, uint32_t value_bytes) {
  return uint64_t{table} << 32 | value_bytes;
}

// One word past the cache; durable after the thread's next fence.
class StoreWord final {
 public:
  StoreWord(Thread& thread, Nvm& nvm, Category category, Address address, uint64_t word)
      : word_(word),
        store_(nvm.NtStore(thread, category, address, &word_, sizeof word_, Access::kShared)) {}
  StoreWord(const StoreWord&) = delete;
  StoreWord& operator=(const StoreWord&) = delete;
  bool await_ready() { return store_.await_ready(); }
  void await_suspend(std::coroutine_handle<> handle) { store_.await_suspend(handle); }
  void await_resume() const {}

 private:
  uint64_t word_;
  Nvm::StoreOp store_;
};

}  // namespace afterimage::heap

#endif  // AFTERIMAGE_SCHEME_SHARED_HEAP_LAYOUT_H_
