// ARIES's description of itself: listing labels, structures, mutations. The texts are in story.cc.
#ifndef AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_STORY_H_
#define AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_STORY_H_

#include "scheme/contract/scheme.h"
#include "scheme/page_engine/page_structures.h"
#include "trace/listing.h"

namespace afterimage::aries {

// A line of a listing: what the code announces before it does it.
enum Line : uint16_t {
  kNoLine,
  // update
  kUpdateLock,
  kUpdateReserve,
  kUpdateFix,
  kUpdateLog,
  kUpdateChange,
  // log insert
  kLogLatch,
  kLogJoin,
  kLogFull,
  kLogClaim,
  kLogCopy,
  kLogRelease,
  // flush
  kFlushWrite,
  // commit
  kCommitAppend,
  kCommitEarly,
  kCommitForce,
  kCommitGroup,
  kCommitAsync,
  kCommitDepends,
  kCommitAcknowledge,
  kCommitRelease,
  // abort
  kAbortRead,
  kAbortClr,
  kAbortRestore,
  kAbortAppend,
  kAbortAcknowledge,
  // write page
  kGatePage,
  kGateForce,
  kGateWrite,
  // checkpoint
  kCheckpointBegin,
  kCheckpointPages,
  kCheckpointTables,
  kCheckpointEnd,
  kCheckpointMaster,
  // recovery
  kRecoverMaster,
  kRecoverAnalysis,
  kRecoverRedo,
  kRecoverUndo,
  kRecoverRestore,
  kRecoverEnd,
  kRecoverCheckpoint,
  kLineCount
};

enum Structure : uint16_t {
  kLogBuffer = kPageStructures,
  kLogFile,
  kMaster,
  kDirtyPages,
  kTransactions,
  // The operating system's copies of the log's file, if its pages are cached.
  kKernelPages,
  kInode,
  kJournal,
};
// Structures of a system whose log is no such file.
inline constexpr uint32_t kWithoutKernel = kTransactions;

extern const Listing kListings[];
extern const uint32_t kListingCount;
// The listings that apply to any system over a central log.
extern const Listing kUpdateListing;
extern const Listing kInsertListing;
extern const Listing kFlushListing;
extern const Listing kWritePageListing;
extern const Listing kCheckpointListing;
extern const StructureInfo kStructures[];
extern const uint32_t kStructureCount;
// The rules that its mutations break, by the number of their bit.
enum Mutation : uint32_t {
  kPageBeforeLog,
  kAcknowledgeFirst,
  kNoClr,
  kNoEarlyReleaseWait,
  kUndoInPlace,
  kUndoOldestFirst,
  // Those from here on mean something only where records are copied outside the latch.
  kReleaseOutOfOrder,
  kMutationCount
};
extern const MutationInfo kMutations[kMutationCount];
// The mutations that break a rule of any such system.
extern const MutationInfo kPageBeforeLogInfo;
extern const MutationInfo kAcknowledgeFirstInfo;
extern const MutationInfo kReleaseOutOfOrderInfo;
// The mutations of any system that repeats history.
extern const MutationInfo kNoClrInfo;

}  // namespace afterimage::aries

#endif  // AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_STORY_H_
