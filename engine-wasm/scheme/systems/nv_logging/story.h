// NV-Logging's description of itself: listing labels, structures, mutations. The texts are in
// story.cc.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_STORY_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_STORY_H_

#include "scheme/contract/scheme.h"
#include "scheme/page_engine/page_structures.h"
#include "trace/listing.h"

namespace afterimage::nvlog {

// A line of a listing: what the code announces before it does it.
enum Line : uint16_t {
  kNoLine,
  // update
  kUpdateLock,
  kUpdateFix,
  kUpdateReserve,
  kUpdateInsert,
  kUpdateChange,
  // insert
  kInsertLsn,
  kInsertPopulate,
  kInsertPersist,
  kInsertHandOver,
  // persist
  kPersistCopy,
  kPersistWriteBack,
  kPersistState,
  kPersistStateBack,
  kPersistEntry,
  kPersistEntryBack,
  // commit
  kCommitDepends,
  kCommitScan,
  kCommitAppend,
  kCommitEarly,
  kCommitTail,
  kCommitAcknowledge,
  kCommitRelease,
  // abort
  kAbortScan,
  kAbortClr,
  kAbortRestore,
  kAbortAppend,
  kAbortAcknowledge,
  // persister
  kPersisterTake,
  // write page
  kGatePage,
  kGatePersist,
  kGateTail,
  kGateWrite,
  // checkpoint
  kCheckpointPages,
  kCheckpointBackup,
  kCheckpointTail,
  kCheckpointHead,
  kCheckpointHeadBack,
  kCheckpointClear,
  kCheckpointClearBack,
  // recovery
  kRecoverAnchors,
  kRecoverClear,
  kRecoverScan,
  kRecoverTrim,
  kRecoverRedo,
  kRecoverClr,
  kRecoverRestore,
  kRecoverEnd,
  kRecoverPages,
  kRecoverTail,
  kRecoverHead,
  kRecoverHeadBack,
  kLineCount
};

enum Structure : uint16_t {
  kVolatileObjects = kPageStructures,  // log objects in DRAM
  kRing,
  kObjects,
  kAnchors,
  kArchive,
};

enum Mutation : uint32_t {
  kStateBitFirst,
  kPageBeforeLog,
  kNoTailWriteBack,
  kAckBeforeCommitRecord,
  kNoCommitWait,
  kOneDependentWaits,
  kUndoInPlace,
  kLaterObjectFirst
};

extern const Listing kListings[];
extern const uint32_t kListingCount;
extern const StructureInfo kStructures[];
extern const uint32_t kStructureCount;
extern const MutationInfo kMutations[];
extern const uint32_t kMutationCount;

}  // namespace afterimage::nvlog

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_STORY_H_
