// XtraDB's description of itself: listing labels, structures, mutations.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_STORY_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_STORY_H_

#include "scheme/contract/scheme.h"
#include "scheme/page_engine/page_structures.h"
#include "trace/listing.h"

namespace afterimage::xtradb {

// A line of a listing: what the code announces before it does it.
enum Line : uint16_t {
  kNoLine,
  // update
  kUpdateLock,
  kUpdateReserve,
  kUpdateFix,
  kUndoWrite,
  kUndoRedo,
  kUpdateLog,
  kUpdateChange,
  // mini-transaction
  kLogLatch,
  kLogFull,
  kLogCopy,
  // commit
  kCommitDepends,
  kCommitPhase,
  kCommitEarly,
  kCommitFlush,
  kCommitSecond,
  kCommitAcknowledge,
  kCommitRelease,
  // flush
  kFlushWrite,
  // structure change
  kSplitLog,
  kSplitEnd,
  // abort
  kAbortRead,
  kAbortClr,
  kAbortRestore,
  kAbortPhase,
  kAbortAcknowledge,
  // write page
  kGatePage,
  kGateForce,
  kGateWrite,
  // checkpoint
  kCheckpointPages,
  kCheckpointForce,
  kCheckpointBlock,
  // recovery
  kRecoverCheckpoint,
  kRecoverScan,
  kRecoverRedo,
  kRecoverNumber,
  kRecoverTail,
  kRecoverUndoPage,
  kRecoverUndo,
  kRecoverClr,
  kRecoverRestore,
  kRecoverEnd,
  kRecoverPages,
  kLineCount
};

enum Structure : uint16_t {
  kUndoStructure = kPageStructures,  // undo pages, with their records
  kLogBuffer,
  kLogFile,
  kCheckpoints,
};

// An undo page is known by its number, a record by that and its own.
inline uint32_t HeaderKey(uint32_t page) { return uint32_t{1} << 30 | page; }
inline uint32_t UndoKey(uint32_t page, uint32_t number) {
  return (page << 14 | (number & 0x3fff)) & 0x3fffffff;
}

// The rules that its mutations break, by the number of their bit.
enum Mutation : uint32_t {
  kUndoNotLogged,
  kAcknowledgeFirst,
  kPageBeforeLog,
  kLapsItself,
  kCheckpointTooFar,
  kHalfGroup,
  kNoClr,
  kSameNumber,
  kTailLeft,
  kNoDependencyWait,
  kUndoInPlace,
};

extern const SchemeStory kStory;

}  // namespace afterimage::xtradb

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_STORY_H_
