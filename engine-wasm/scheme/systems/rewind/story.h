// REWIND's description of itself: listing labels and structures. The texts are in story.cc,
// story_log.cc and story_recovery.cc.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_REWIND_STORY_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_REWIND_STORY_H_

#include "scheme/contract/scheme.h"
#include "scheme/shared/heap/story.h"
#include "trace/listing.h"

namespace afterimage::rewind {

using enum heap::Line;
using enum heap::Structure;

// A line of a listing, behind those of every heap engine.
enum Line : uint16_t {
  // log
  kLogCreate = kSharedLineCount,
  kLogFence,
  kLogAppend,
  kLogHold,
  // append to a bucket
  kCellTake,
  kCellStore,
  kCellFence,
  // a group
  kGroupRecord,
  kGroupCells,
  kGroupFence,
  kGroupIndex,
  kGroupIndexFence,
  // another bucket
  kBucketZero,
  kBucketFence,
  kBucketAppend,
  // remove from a bucket
  kGapMark,
  kGapFence,
  kBucketRemove,
  // compact
  kCompactBucket,
  kCompactHeader,
  kCompactFence,
  kCompactSwitch,
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
  // the tree
  kTreeInsert,
  kTreeNode,
  kTreeStore,
  kTreeFence,
  kTreeEnd,
  kTreeClear,
  kTreeRemove,
  // commit
  kCommitFence,
  kCommitEnd,
  kCommitFree,
  kClearScan,
  kClearEnd,
  // abort
  kAbortBegin,
  kAbortScan,
  kAbortRestore,
  kAbortFence,
  kAbortEnd,
  // checkpoint
  kCheckpointNothing,
  kCheckpointRecord,
  kCheckpointFlush,
  kCheckpointMark,
  kCheckpointScan,
  kCheckpointFree,
  kCheckpointClear,
  kCheckpointEnds,
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
  // recovery of buckets
  kRecoverCells,
  kRecoverBehindIndex,
  // recovery of the tree
  kRecoverTree,
  kRecoverTreeUndo,
  kRecoverTreeFence,
  kRecoverTreeEnd,
  kRecoverTreeNodes,
  kRecoverTreeNew,
  // recovery
  kRecoverAnalysis,
  kRecoverRedo,
  kRecoverRedoStore,
  kRecoverRollback,
  kRecoverLastClr,
  kRecoverLastClrStore,
  kRecoverUndo,
  kRecoverRestore,
  kRecoverFence,
  kRecoverEnd,
  kRecoverFlush,
  kRecoverFree,
  kRecoverNewLog,
  kRecoverSwitch,
  kLineCount
};

// Items: header fields by their number, nodes, records and the stores that wait for them by LSN,
// buckets and their cells by address. Of the tree: 0 is the line of its root.
enum Structure : uint16_t {
  kListHeader = kSharedStructureCount,
  kList,
  kRecords,
  kLogBuckets,
  kGroup,
  kHeld,
  kLogTree,
  kTreeRecords,
};

extern const Listing kListings[];
extern const uint32_t kListingCount;
// The listings in story_log.cc.
extern const Listing kLogListing, kAppendListing, kRemoveListing, kBucketAppendListing,
    kGroupListing, kNewBucketListing, kGapListing, kCompactListing, kTreeListing,
    kCheckpointListing;
// The listings in story_recovery.cc.
extern const Listing kListRecoveryListing, kBucketRecoveryListing, kTreeRecoveryListing,
    kRecoveryListing;
extern const StructureInfo kStructures[];
extern const uint32_t kStructureCount;

// Deliberate mistakes, by their bit.
enum Mutation : uint32_t {
  kStoreBeforeLog,
  kNoLogRecord,
  kNoClr,
  kPairsWithoutOrder,
  kToAppendClearedEarly,
  kCellBeforeRecord,
  kBucketNotZeroed,
  kIndexBeforeFence,
  kEndWaitsForGroup,
  kStoreBeforeGroup,
  kGapIsTheEnd,
  kSwitchBeforeCopies,
  kEndFirst,
  kFreeBeforeCommit,
  kFlushBeforeCheckpoint,
  kNoFlushAtCheckpoint,
  kRedoFromTheBeginning,
  kRedoLeftOut,
  kLastClrNotRedone,
  kTreeStoreNotLogged,
  kNodeFreedEarly,
  kOneLogRecovered,
};
extern const MutationInfo kMutations[];
extern const uint32_t kMutationCount;

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_REWIND_STORY_H_
