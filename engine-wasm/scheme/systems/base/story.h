// BaSE's description of itself: listing labels, structures, mutations.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_BASE_STORY_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_BASE_STORY_H_

#include "scheme/contract/scheme.h"
#include "scheme/page_engine/page_structures.h"
#include "trace/listing.h"

namespace afterimage::base {

// A line of a listing: what the code announces before it does it.
enum Line : uint16_t {
  kNoLine,
  // update
  kBeginHeader,
  kUpdateLock,
  kUpdateReserve,
  kUpdateFix,
  kUpdateLog,
  kUpdateChange,
  // log a change
  kLogRests,
  kLogLsn,
  kLogBound,
  kLogBoundFence,
  kLogUndo,
  kLogRedo,
  kLogFence,
  kPersistBack,
  kPersistFence,
  // append undo
  kUndoEnter,
  kUndoLink,
  kUndoFence,
  // append redo
  kRedoFind,
  kRedoPage,
  kRedoPageFence,
  kRedoStart,
  kRedoLink,
  kRedoFence,
  kRedoEnd,
  // commit
  kCommitDepends,
  kCommitRecords,
  kCommitPhase,
  kCommitEarly,
  kCommitFence,
  kCommitAcknowledge,
  kCommitRelease,
  kStructurePhase,
  kStructureFence,
  // abort
  kAbortRead,
  kAbortClr,
  kAbortNext,
  kAbortNextFence,
  kAbortRestore,
  kAbortPhase,
  kAbortAcknowledge,
  // write page
  kGatePage,
  kGateLink,
  kGateWrite,
  // checkpoint
  kCheckpointPages,
  kCheckpointFlushed,
  kCheckpointFence,
  kCheckpointCut,
  kCheckpointCutFence,
  // recovery
  kRecoverAnchors,
  kRecoverHeader,
  kRecoverEnded,
  kRecoverUndo,
  // recovery of pages
  kRecoverPage,
  kRecoverRedo,
  kRecoverRepair,
  // recovery of structure changes
  kTakeBackRead,
  kTakeBackClr,
  kTakeBackNext,
  kTakeBackNextFence,
  kTakeBackRestore,
  kTakeBackPhase,
  // recovery of transactions
  kLoserRead,
  kLoserClr,
  kLoserNext,
  kLoserNextFence,
  kLoserRestore,
  kLoserPhase,
  // end of recovery
  kRecoverPages,
  kRecoverFlushed,
  kRecoverFence,
  kRecoverEmpty,
  kRecoverEmptyFence,
  // recovery in the order of LSNs
  kSerialFind,
  kSerialRedo,
  kLineCount
};

// The lines that say the same of a rollback, and of recovery's undo of structure changes and of
// clients' transactions.
struct UndoLines {
  uint16_t read, clr, next, next_fence, restore, phase;
};
inline constexpr UndoLines kAbortLines = {kAbortRead,      kAbortClr,     kAbortNext,
                                          kAbortNextFence, kAbortRestore, kAbortPhase};
inline constexpr UndoLines kTakeBackLines = {kTakeBackRead,      kTakeBackClr,     kTakeBackNext,
                                             kTakeBackNextFence, kTakeBackRestore, kTakeBackPhase};
inline constexpr UndoLines kLoserLines = {kLoserRead,      kLoserClr,     kLoserNext,
                                          kLoserNextFence, kLoserRestore, kLoserPhase};

enum Structure : uint16_t {
  kUndoRecords = kPageStructures,  // headers of transactions, with their records
  kRedoRecords,                    // headers of pages, with their records
  kAnchors,                        // the LSN bound and the flushed LSN
  kMemory,                         // segments of the heap of records
};

// A record is known by its LSN, a header by the number of its transaction's place or its page.
inline uint32_t HeaderKey(uint32_t number) { return uint32_t{1} << 30 | number; }

// The rules that its mutations break, by the number of their bit.
enum Mutation : uint32_t {
  kLinkBeforeContent,
  kRedoBeforeUndo,
  kAcknowledgeFirst,
  kNoDependencyWait,
  kNoClr,
  kNextNotMoved,
  kReusedWhileLinked,
  kPageUnfinished,
  kStructureNotDurable,
  kClientsUndoFirst,
  kCutTooFar,
  kFreedBeforeFirst,
  kLsnFromCounter,
  kUndoInPlace,
  // Mutations for records that become durable at the commit:
  kCommitBeforeRecords,
  kPageBeforeRecords,
  kOthersUndoLeft,
  kBehindOthersRecords,
  // Again of all:
  kUndoBeforeRedo,
  kLocksFirst,
  kUndoOldestFirst,
};

extern const SchemeStory kStory;

}  // namespace afterimage::base

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_BASE_STORY_H_
