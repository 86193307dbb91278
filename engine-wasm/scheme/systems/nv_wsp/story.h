// NV-WSP's description of itself: listing labels, structures, mutations. The texts are in story.cc.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_STORY_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_STORY_H_

#include "scheme/contract/scheme.h"
#include "scheme/page_engine/page_structures.h"
#include "trace/listing.h"

namespace afterimage::nvwsp {

// A line of a listing: what the code announces before it does it.
enum Line : uint16_t {
  kNoLine,
  // update
  kUpdateLock,
  kUpdateReserve,
  kUpdateFix,
  kUndoImage,
  kUndoImageBack,
  kUndoRecord,
  kUndoRecordBack,
  kUpdateChange,
  // commit
  kCommitEarly,
  kCommitForce,
  kCommitAwait,
  kCommitMark,
  kCommitMarkBack,
  kCommitAcknowledge,
  kCommitRelease,
  // abort
  kAbortRead,
  kAbortRestore,
  kAbortForce,
  kAbortMark,
  kAbortMarkBack,
  kAbortAcknowledge,
  // a page goes home
  kHomeGate,
  kHomeSave,
  kHomeSaveBack,
  kHomeMark,
  kHomeMarkBack,
  kHomeLines,
  kHomeLinesBack,
  kHomeClear,
  kHomeClearBack,
  // structure change
  kSystemForce,
  kSystemMark,
  kSystemMarkBack,
  // checkpoint
  kCheckpointPages,
  // recovery
  kRecoverJournal,
  kRecoverLines,
  kRecoverLinesBack,
  kRecoverClear,
  kRecoverClearBack,
  kRecoverAnchors,
  kRecoverEpoch,
  kRecoverEpochBack,
  kRecoverScan,
  kRecoverHas,
  kRecoverUndo,
  kRecoverRestore,
  kRecoverForce,
  kRecoverMark,
  kRecoverMarkBack,
  kLineCount
};

enum Structure : uint16_t {
  kUndoLog = kPageStructures,
  kMarks,
  kJournal,
};

enum Mutation : uint32_t {
  kRecordInCache,
  kNoJournal,
  kMarkBeforePages,
  kMarkBeforeUndo,
  kNoCommitWait,
  kUndoInPlace
};

extern const Listing kListings[];
extern const uint32_t kListingCount;
extern const StructureInfo kStructures[];
extern const uint32_t kStructureCount;
extern const MutationInfo kMutations[];
extern const uint32_t kMutationCount;

}  // namespace afterimage::nvwsp

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_STORY_H_
