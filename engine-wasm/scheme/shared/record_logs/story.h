// The description of schemes over a store of records: listing labels, structures, mutations. Common
// texts are in story_shared.h, the others in the schemes' folders.
#ifndef AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_STORY_H_
#define AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_STORY_H_

#include "scheme/contract/scheme.h"
#include "scheme/page_engine/page_structures.h"
#include "trace/listing.h"

namespace afterimage::wal {

// A line of a listing: what the code announces before it does it. Each scheme has those that it
// comes to.
enum Line : uint16_t {
  kNoLine,
  // update
  kUpdateLock,
  kUpdateReserve,
  kUpdateFix,
  kUpdateInsert,
  kUpdateChange,
  // insert into a ring
  kInsertRests,
  kInsertRestsFence,
  kInsertLatch,
  kInsertGsn,
  kInsertCopy,
  kInsertBack,
  kInsertFence,
  kInsertTail,
  kInsertUndo,
  // put into a private buffer; write a chunk
  kBufferGsn,
  kBufferPut,
  kChunkRests,
  kChunkReserve,
  kChunkWrite,
  kChunkSync,
  // commit
  kCommitDepends,
  kCommitAppend,
  kCommitEarly,
  kCommitTail,
  kCommitFence,
  kCommitPassive,
  kCommitAcknowledge,
  kCommitRelease,
  // abort
  kAbortRead,
  kAbortBuffer,
  kAbortClr,
  kAbortRestore,
  kAbortAppend,
  kAbortTail,
  kAbortFence,
  kAbortAcknowledge,
  // the group commit daemon
  kDaemonPause,
  kDaemonTail,
  kDaemonFence,
  // write page
  kGatePage,
  kGateTail,
  kGateFence,
  kGateWrite,
  // checkpoint
  kCheckpointClocks,
  kCheckpointPages,
  kCheckpointTail,
  kCheckpointTailFence,
  kCheckpointArchive,
  kCheckpointHead,
  kCheckpointHeadBack,
  kCheckpointFence,
  kCheckpointMaster,
  // the archiver
  kArchiveCopy,
  kArchiveWrite,
  kArchiveSync,
  // recovery
  kRecoverAnchors,
  kRecoverScan,
  kRecoverMerge,
  kRecoverRedo,
  kRecoverClr,
  kRecoverRestore,
  kRecoverEnd,
  kRecoverPages,
  kRecoverTail,
  kRecoverTailFence,
  kRecoverHead,
  kRecoverHeadBack,
  kRecoverFence,
  kRecoverMaster,
  // make a record in the log itself, where it may be left unfinished; recovery of such a log
  kInsertHeader,
  kInsertPlace,
  kInsertHeaderBack,
  kInsertHeaderFence,
  kInsertMark,
  kInsertMarkBack,
  kRecoverHole,
  kLineCount
};

// All have their records first.
enum Structure : uint16_t {
  kRecords = kPageStructures,  // in rings, or in private buffers
  kAnchors,                    // heads and tails, or the masters
  kFile,                       // archived log, or the chunks of the log file
  kUndoBuffers,
};

// All have these, with their bits; a scheme's own further ones follow.
enum Mutation : uint32_t {
  kPageBeforeLog,
  kAcknowledgeFirst,
  kNoClr,
  kNoDependencyWait,
  kOwnMutation,
  kUndoInPlace,
  kUndoOldestFirst,
  kSharedMutations
};

using Story = SchemeStory;

}  // namespace afterimage::wal

#endif  // AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_STORY_H_
