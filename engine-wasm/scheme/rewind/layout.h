// Where REWIND keeps things in NVM. All are 8-byte words; a pointer is an address, 0 is null.
//
//   0      super line: magic, records that the log can hold, start of the heap, the log in use
//   64     two list headers; one of them is the log in use
//   192    a root for each table: where its buckets are, how many, bytes of a value
//          the log: nodes of its list with what belongs to each, and records, a line each
//          hash buckets: head and tail of a list of records each
//          the heap: blocks of whole lines, each with a header word
#ifndef AFTERIMAGE_SCHEME_REWIND_LAYOUT_H_
#define AFTERIMAGE_SCHEME_REWIND_LAYOUT_H_

#include "db/record.h"
#include "db/schema.h"
#include "tier/nvm.h"

namespace afterimage::rewind {

// Its NVM is below 4 GB, so that what is kept of an address is 32 bits.
using Address = uint32_t;

inline constexpr uint64_t kMagic = 0x31444e4957455200;  // "\0REWIND1"
inline constexpr uint32_t kWord = 8;

// The super line.
inline constexpr Address kMagicAt = 0, kCapacityAt = 8, kHeapAt = 16, kLogAt = 24;
inline constexpr Address kHeaders[2] = {64, 128};
inline constexpr Address kRoots = 192;
inline constexpr Address kLogArea = kRoots + kMaxTables * kLineBytes;

// A table's root: a line.
struct Root {
  uint64_t buckets = 0;
  uint64_t count = 0;
  uint64_t value_bytes = 0;
};
constexpr Address RootAt(uint32_t table) { return kRoots + table * kLineBytes; }
inline constexpr uint32_t kBucketBytes = 2 * kWord;

// Words of a record's block, from its start.
inline constexpr uint32_t kHeaderAt = 0, kNextAt = 8, kPrevAt = 16, kKeyAt = 24, kInfoAt = 32,
                          kValueAt = 40;
constexpr uint32_t BlockLines(uint32_t value_bytes) {
  return (kValueAt + value_bytes + kLineBytes - 1) / kLineBytes;
}
inline constexpr uint32_t kMaxBlockLines = BlockLines(kMaxValueBytes);
// Table and length of the value.
constexpr uint64_t InfoWord(TableId table, uint32_t value_bytes) {
  return uint64_t{table} << 32 | value_bytes;
}

// What the log spends is booked to this.
inline constexpr Category kWork = Category::kLogWork;

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

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_REWIND_LAYOUT_H_
