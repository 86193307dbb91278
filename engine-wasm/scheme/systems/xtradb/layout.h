// The layout of XtraDB's devices beside pages of records: a log of blocks, and pages of undo.
//
//   log file:   | - | checkpoint 0 | - | checkpoint 1 | block | block | ... |   a sector each
//   block:      | number 4 | bytes in use 2 | 0 2 | checkpoint number 4 | log | checksum 4 |
//   undo page:  | what all pages begin with, 24 | UndoHead | record | record | ... | 0 2 |
//
// An LSN is a position in the endless sequence of blocks, including their heads and ends. Records
// are logged in groups, one for each mini-transaction; the last record of a group is marked.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_LAYOUT_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_LAYOUT_H_

#include <algorithm>
#include <cstddef>

#include "db/pages/page_view.h"
#include "log/change_header.h"

namespace afterimage::xtradb {

// --- The log -------------------------------------------------------------------------------------

inline constexpr uint32_t kBlockHead = 12;
// Blocks in front of the log, of which 1 and 3 are the checkpoints.
inline constexpr uint32_t kFrontBlocks = 4;

// Positions in blocks of one size, that of a sector: the disk writes each atomically.
struct Blocks {
  uint32_t bytes = 512;

  uint32_t end() const { return bytes - 4; }  // where the checksum stands
  uint32_t room() const { return end() - kBlockHead; }
  Lsn first_lsn() const { return bytes + kBlockHead; }
  // The LSN that is `size` bytes of log behind `lsn`. Both are inside a block.
  Lsn Behind(Lsn lsn, uint64_t size) const {
    const uint64_t at = lsn % bytes - kBlockHead + size;
    return BlockOf(lsn) + at / room() * bytes + kBlockHead + at % room();
  }
  Lsn BlockOf(Lsn lsn) const { return lsn - lsn % bytes; }
  // Returns how much of the log lies before `lsn`, heads and ends of blocks not counted.
  uint64_t PositionOf(Lsn lsn) const { return lsn / bytes * room() + lsn % bytes - kBlockHead; }
};

struct BlockHeader {
  uint32_t number = 0;  // LSN of its first byte, in blocks
  uint16_t bytes = 0;   // in use, the header's included
  uint16_t unused = 0;
  uint32_t checkpoint = 0;  // number of the latest one when the block was written
};
static_assert(sizeof(BlockHeader) == kBlockHead);

// A checkpoint; the larger number of two valid ones counts.
struct Checkpoint {
  uint64_t magic = 0;
  uint64_t lsn = 0;  // where redo begins: the first byte of a group
  uint32_t number = 0;
  uint32_t checksum = 0;
};

// Behind it come `after_bytes` of what the page shall hold there.
struct LogRecord {
  static constexpr uint8_t kLast = 1;   // of its group
  static constexpr uint8_t kFresh = 2;  // fills a new page
  uint64_t key = 0;
  uint32_t page = 0;
  uint16_t slot = 0;
  uint16_t offset = 0;
  uint16_t after_bytes = 0;
  uint16_t label = 0;
  uint8_t change = 0;  // ChangeKind
  uint8_t table = 0;
  uint8_t index = 0;
  uint8_t flags = 0;

  uint32_t bytes() const { return static_cast<uint32_t>(sizeof(LogRecord)) + after_bytes; }
};
static_assert(sizeof(LogRecord) == 24);

inline LogRecord RecordOf(const Change& change, TxnLabel label) {
  LogRecord record;
  record.key = change.key;
  record.page = change.page;
  record.slot = change.slot;
  record.offset = change.offset;
  record.after_bytes = static_cast<uint16_t>(change.after.size);
  record.label = label;
  record.change = static_cast<uint8_t>(change.kind);
  record.table = change.table;
  record.index = change.index;
  record.flags = NeedsUndo(change) ? 0 : LogRecord::kFresh;
  return record;
}

// The change that a record repeats. What was there before is nowhere in the log; all that redo asks
// of it is whether there was anything.
inline Change ChangeOf(const LogRecord& record, const uint8_t* after) {
  Change change;
  change.kind = static_cast<ChangeKind>(record.change);
  change.table = record.table;
  change.index = record.index;
  change.page = record.page;
  change.slot = record.slot;
  change.offset = record.offset;
  change.key = record.key;
  change.before.size = record.flags & LogRecord::kFresh ? 0 : 1;
  change.after = {after, record.after_bytes};
  return change;
}

// Returns the checksum of the first `size` bytes of a block.
uint32_t ChecksumOf(const uint8_t* block, uint32_t size);
uint32_t ChecksumOf(Checkpoint checkpoint);

// --- Undo ----------------------------------------------------------------------------------------

enum class UndoPhase : uint32_t { kNone, kRunning, kCommitted, kRolledBack };

// The header of an undo page. The state of a transaction is in its first page; `previous` of that
// is 0.
struct UndoHead {
  uint32_t txn = 0;
  uint16_t label = 0;
  uint16_t unused = 0;
  uint32_t previous = 0;  // page of the same transaction
  uint32_t phase = 0;     // UndoPhase
};
// The beginning of an undo page, behind its LSN.
struct UndoPageStart {
  uint32_t page = 0;
  uint32_t unused = 0;
  uint32_t checksum = 0;  // set when the page leaves DRAM
  uint8_t kind = static_cast<uint8_t>(PageKind::kUndo);
  uint8_t none[3] = {};
  UndoHead head;
};
inline constexpr uint32_t kUndoStartAt = 8;
inline constexpr uint32_t kUndoHeadAt = kUndoStartAt + offsetof(UndoPageStart, head);
static_assert(kUndoHeadAt == 24 &&
              kUndoStartAt + offsetof(UndoPageStart, kind) == PageView::kKindAt);
inline constexpr uint32_t kUndoPhaseAt = kUndoHeadAt + offsetof(UndoHead, phase);
inline constexpr uint32_t kUndoFrom = kUndoHeadAt + sizeof(UndoHead);

// Behind it come `before_bytes` of what the page held there. The next record follows at a multiple
// of 8, or 2 bytes of zero: nothing more.
struct UndoRecord {
  uint16_t bytes = 0;  // to the next one; 0: there is none
  uint16_t slot = 0;
  uint32_t page = 0;
  uint64_t key = 0;
  uint32_t number = 0;  // among its transaction's, from 1
  uint16_t offset = 0;
  uint16_t before_bytes = 0;
  uint16_t after_bytes = 0;
  uint8_t change = 0;  // ChangeKind
  uint8_t table = 0;
  uint8_t index = 0;
  uint8_t unused[3] = {};

  static uint32_t BytesFor(uint32_t image) {
    return (static_cast<uint32_t>(sizeof(UndoRecord)) + image + 7) / 8 * 8;
  }
};
static_assert(sizeof(UndoRecord) == 32 && sizeof(UndoHead) == 16);
inline constexpr uint32_t kUndoEndBytes = sizeof(uint16_t);

// The change that an undo record takes back, without what it made of the page.
inline Change ChangeOf(const UndoRecord& record, const uint8_t* before) {
  Change change = ::afterimage::ChangeOf(record, before);
  change.after.data = nullptr;
  return change;
}

}  // namespace afterimage::xtradb

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_LAYOUT_H_
