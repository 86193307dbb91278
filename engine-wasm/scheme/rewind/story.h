// What REWIND says of itself: listing labels and structures. The texts are in story.cc and
// story_recovery.cc.
#ifndef AFTERIMAGE_SCHEME_REWIND_STORY_H_
#define AFTERIMAGE_SCHEME_REWIND_STORY_H_

#include "scheme/scheme.h"
#include "trace/listing.h"

namespace afterimage::rewind {

// A line of a listing: what the code announces before it does it.
enum Line : uint16_t {
  kNoLine,
  // read and update
  kReadLock,
  kUpdateLock,
  kUpdateRoom,
  kUpdateStore,
  // insert
  kInsertLock,
  kInsertBucket,
  kInsertRoom,
  kInsertTake,
  kCarveHeader,
  kCarveFence,
  kInsertFill,
  kInsertOwn,
  kInsertNext,
  kInsertHead,
  kInsertTail,
  // delete
  kEraseLock,
  kEraseBucket,
  kEraseRoom,
  kEraseTail,
  kEraseHead,
  kErasePrev,
  kEraseNext,
  kEraseDelete,
  // log
  kLogCreate,
  kLogFence,
  kLogAppend,
  // append to the list
  kAppendNode,
  kAppendLastTail,
  kAppendToAppend,
  kAppendHead,
  kAppendNext,
  kAppendTail,
  kAppendDone,
  // remove from the list
  kRemoveToRemove,
  kRemoveHead,
  kRemoveTail,
  kRemoveNext,
  kRemovePrior,
  kRemoveDone,
  // commit
  kCommitFence,
  kCommitEnd,
  kCommitFree,
  kClearScan,
  kClearEnd,
  kCommitAcknowledge,
  kCommitRelease,
  // abort
  kAbortBegin,
  kAbortScan,
  kAbortRestore,
  kAbortFence,
  kAbortEnd,
  kAbortAcknowledge,
  // checkpoint
  kCheckpointNothing,
  // recovery of the list
  kRecoverList,
  kRecoverAppendHead,
  kRecoverAppendNext,
  kRecoverAppendTail,
  kRecoverAppendDone,
  kRecoverRemoveHead,
  kRecoverRemoveTail,
  kRecoverRemoveNext,
  kRecoverRemovePrior,
  kRecoverRemoveDone,
  // recovery
  kRecoverSuper,
  kRecoverAnalysis,
  kRecoverRollback,
  kRecoverLastClr,
  kRecoverUndo,
  kRecoverRestore,
  kRecoverFence,
  kRecoverEnd,
  kRecoverFree,
  kRecoverNewLog,
  kRecoverSwitch,
  kRecoverTables,
  kLineCount
};

// Items: header fields by their number, nodes and records by LSN, buckets and blocks by address.
enum Structure : uint16_t {
  kNoStructure,
  kLocks,
  kTransactions,
  kRecordLists,
  kHeapStructure,
  kHeapRoot,
  kListHeader,
  kList,
  kRecords,
};

extern const Listing kListings[];
extern const uint32_t kListingCount;
extern const Listing kListRecoveryListing;
extern const Listing kRecoveryListing;
extern const StructureInfo kStructures[];
extern const uint32_t kStructureCount;

// Deliberate mistakes, by their bit.
enum Mutation : uint32_t { kStoreBeforeLog, kNoLogRecord, kNoClr, kPairsWithoutOrder };
extern const MutationInfo kMutations[];
extern const uint32_t kMutationCount;

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_REWIND_STORY_H_
