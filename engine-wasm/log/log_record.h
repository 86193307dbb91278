// A record of a central log.
//
//   0                                                        64            64 + before
//   +--------------------------------------------------------+-------------+------------+---------+
//   | header (below)                                         | before image| after image| padding |
//   +--------------------------------------------------------+-------------+------------+---------+
//
// Its LSN is its place in the endless log: partition number times partition size, plus the offset
// in the partition. A record belongs to the log if it bears the LSN of its place, its checksum
// holds, and its epoch can follow the one before it. Epochs count restarts, and the master says
// where the latest begins: what an earlier life left behind the end of its log is never taken for a
// continuation.
#ifndef AFTERIMAGE_LOG_LOG_RECORD_H_
#define AFTERIMAGE_LOG_LOG_RECORD_H_

#include "log/change_header.h"

namespace afterimage {

enum class RecordKind : uint8_t {
  kUpdate,
  kCommit,
  kAbort,  // the rollback is complete
  kClr,
  kPageImage,  // after: the whole page as it was before its first change since it last went home
  kCheckpointBegin,
  kCheckpointTable,  // after: entries of the transaction table or of the dirty page table
  kCheckpointEnd,
  kPad,        // the rest of the partition is not used
  kActionEnd,  // a nested top action is complete: its undo, if it has one, is logical
  kCount
};

struct RecordHeader {
  uint64_t lsn = 0;
  uint32_t checksum = 0;
  uint16_t epoch = 0;
  RecordKind kind = RecordKind::kUpdate;
  uint8_t change = 0;  // ChangeKind
  uint32_t txn = 0;
  uint16_t label = 0;
  uint8_t table = 0;
  uint8_t index = 0;
  uint64_t prev_lsn = 0;  // of the same transaction, 0 none
  // For a CLR or an action's end, the next LSN to undo; for a checkpoint's end, its begin; for an
  // update in a log without CLRs, the LSN that its page had before.
  uint64_t undo_next_lsn = 0;
  uint32_t page = 0;
  uint16_t slot = 0;
  uint16_t offset = 0;
  uint64_t key = 0;
  uint16_t before_bytes = 0;
  uint16_t after_bytes = 0;
  uint8_t system = 0;  // 1: of a structure change
  uint8_t action = 0;  // 1: within a nested top action of its transaction
  uint8_t unused[2] = {};

  uint32_t size() const { return (sizeof(RecordHeader) + before_bytes + after_bytes + 7u) & ~7u; }
  bool changes_page() const { return kind == RecordKind::kUpdate || kind == RecordKind::kClr; }
};
static_assert(sizeof(RecordHeader) == 64);

inline constexpr uint32_t kMaxRecordBytes = 64 + 2 * 8192 + 64;

// Returns the checksum over the header, without the checksum itself, and the images.
uint32_t RecordChecksum(const RecordHeader& header, Bytes before, Bytes after);

}  // namespace afterimage

#endif  // AFTERIMAGE_LOG_LOG_RECORD_H_
