// The layout of BaSE in NVM (COMAD 2016, section 3 and figures 1 to 3): undo by transaction and
// redo by page, in two hash tables over one heap of records.
//
//   0       64                128          128 + 64 n
//   +-------+-----------------+------------+------------+--------------+---------+
//   | super | LSN bound,      | undo table | redo table | page headers | records |
//   | block | flushed LSN     | n headers  | m words    | one a page   |         |
//   +-------+-----------------+------------+------------+--------------+---------+
//
// Both n and m are primes. A header of the undo table has a line: number, state and newest record
// of a transaction, whose records are chained newest first. A word of the redo table leads to the
// headers of the pages that hash there; a page's records are chained in the order of their LSNs.
//
// All addresses that recovery follows are in NVM: 0 ends a chain, since no record is there.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_BASE_LAYOUT_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_BASE_LAYOUT_H_

#include <cstddef>

#include "log/change_header.h"
#include "tier/persist_unit.h"

namespace afterimage::base {

// kRedo and kClr hang in a page's chain, kUndo in a transaction's. A CLR is the redo of a rollback.
enum class Kind : uint8_t { kUndo = 1, kRedo, kClr };

// One form, in NVM alone: nothing is converted and nothing is copied to DRAM (section 3). Behind it
// is the image: what was there before of undo, what shall be there of redo.
struct Record {
  uint64_t link = 0;  // redo: the page's next record; undo: the transaction's one before
  uint64_t lsn = 0;
  uint64_t compensates = 0;  // of a CLR: the LSN of what it takes back
  uint64_t key = 0;
  uint32_t txn = 0;
  uint32_t page = 0;
  uint32_t number = 0;  // of undo: its place among the transaction's, from 1
  uint16_t label = 0;
  uint16_t slot = 0;
  uint16_t offset = 0;
  uint16_t before_bytes = 0;
  uint16_t after_bytes = 0;
  uint8_t change = 0;  // ChangeKind
  uint8_t table = 0;
  uint8_t index = 0;
  uint8_t system = 0;  // 1: of a structure change
  Kind kind = Kind::kUndo;
  uint8_t unused[5] = {};  // no padding: all bytes go to NVM

  uint32_t image_bytes() const { return kind == Kind::kUndo ? before_bytes : after_bytes; }
  uint32_t bytes() const { return static_cast<uint32_t>(sizeof(Record)) + image_bytes(); }
};
static_assert(sizeof(Record) == kLineBytes && offsetof(Record, unused) + 5 == kLineBytes);

enum class TxnPhase : uint64_t { kNone, kRunning, kCommitted, kRolledBack };

// A header of the undo table. Stores to one line become durable in their order: the phase is stored
// last when a transaction enters, so an earlier one's records are never taken for its own.
struct TxnHeader {
  uint32_t txn = 0;
  uint16_t label = 0;
  uint16_t system = 0;
  uint64_t newest = 0;  // that is not undone
  uint64_t phase = 0;   // TxnPhase: the word that commits
  uint64_t unused[5] = {};
};
static_assert(sizeof(TxnHeader) == kLineBytes);

// A header of the redo table. `last` and `end_lsn` follow a link that is durable: after a power cut
// they may be behind, and the chain gives their values.
struct PageHeader {
  uint64_t next = 0;  // of the bucket: always one that was made earlier
  uint32_t page = 0;
  uint32_t unused = 0;
  uint64_t start_lsn = 0;
  uint64_t first = 0;
  uint64_t end_lsn = 0;
  uint64_t last = 0;
  uint64_t padding[2] = {};
};
static_assert(sizeof(PageHeader) == kLineBytes);

// A record that has been made: where it is, and nothing of its bytes.
struct Made {
  Address at;
  uint32_t bytes;
  Lsn lsn;
};

// Returns the bytes rounded up to complete lines.
inline uint32_t WholeLines(uint32_t bytes) {
  return (bytes + kLineBytes - 1) / kLineBytes * kLineBytes;
}

// Returns the change that a record describes. Only the image that the record keeps is in it, at
// `image`: the other one's bytes are not needed.
inline Change ChangeOf(const Record& record, const uint8_t* image) {
  Change change = ::afterimage::ChangeOf(record, image);
  if (record.kind == Kind::kUndo)
    change.after.data = nullptr;
  else
    change.before.data = nullptr, change.after.data = image;
  return change;
}

// The least prime that is not below `n`.
inline uint32_t NextPrime(uint32_t n) {
  const auto prime = [](uint32_t p) {
    for (uint32_t d = 2; d <= p / d; ++d) {
      if (p % d == 0) return false;
    }
    return p >= 2;
  };
  while (!prime(n)) ++n;
  return n;
}

struct Layout {
  static constexpr uint64_t kMagic = 0x3145534142;  // "BASE1"
  static constexpr Address kBound = kLineBytes;
  static constexpr Address kFlushed = kLineBytes + 8;
  static constexpr Address kUndo = 2 * kLineBytes;

  uint32_t transactions = 5;  // headers of the undo table, a prime
  uint32_t buckets = 7;       // words of the redo table, a prime
  uint32_t pages = 1;         // page numbers are below this
  uint32_t segments = 1;      // of the heap of records
  uint32_t segment_bytes = kLineBytes;

  Address TxnAt(uint32_t i) const { return kUndo + i * kLineBytes; }
  Address BucketAt(uint32_t bucket) const { return TxnAt(transactions) + bucket * 8; }
  Address PageAt(uint32_t i) const {
    return TxnAt(transactions) + WholeLines(buckets * 8) + i * kLineBytes;
  }
  Address heap() const { return PageAt(pages); }
  uint64_t bytes() const { return heap() + uint64_t{segments} * segment_bytes; }

  uint32_t BucketOf(PageId page) const { return page % buckets; }
  // Returns whether bytes at a durable address can be the target of a pointer.
  bool IsPage(uint64_t at) const {
    return at >= PageAt(0) && at < heap() && (at - PageAt(0)) % kLineBytes == 0;
  }
  bool IsRecord(uint64_t at, uint32_t size) const {
    if (at < heap() || at % kLineBytes != 0 || at + size > bytes()) return false;
    return (at - heap()) % segment_bytes + size <= segment_bytes;
  }
};

}  // namespace afterimage::base

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_BASE_LAYOUT_H_
