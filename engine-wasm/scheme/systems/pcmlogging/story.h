// PCMLogging's description of itself: listing labels, structures, mutations. The texts are in
// story.cc.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_STORY_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_STORY_H_

#include "scheme/contract/scheme.h"
#include "scheme/page_engine/page_structures.h"
#include "trace/listing.h"

namespace afterimage::pcm {

// A line of a listing: what the code announces before it does it.
enum Line : uint16_t {
  kNoLine,
  // update
  kUpdateLock,
  kUpdateReserve,
  kUpdateFix,
  kUpdateTable,
  kUpdateChange,
  kUpdateApart,
  // read
  kReadServe,
  // flush (algorithm 1)
  kFlushEnlist,
  kFlushEnlistBack,
  kFlushRoom,
  kFlushWrite,
  kFlushWriteBack,
  kFlushBit,
  kFlushBitBack,
  kFlushFormer,
  kFlushFormerBack,
  // swapping (algorithm 4)
  kSwapLook,
  kSwapWrite,
  kSwapWriteBack,
  kSwapBit,
  kSwapBitBack,
  kSwapClear,
  kSwapClearBack,
  // list and bitmap move
  kRelocateCopy,
  kRelocateCopyBack,
  kRelocatePoint,
  kRelocatePointBack,
  // a page leaves DRAM
  kEvictPage,
  // commit (algorithm 2)
  kCommitFlush,
  kCommitPoint,
  kCommitPointBack,
  kCommitDiscard,
  kCommitDiscardBack,
  kCommitAcknowledge,
  kCommitRelease,
  // abort (algorithm 2)
  kAbortRestore,
  kAbortDiscard,
  kAbortDiscardBack,
  kAbortPoint,
  kAbortPointBack,
  kAbortAcknowledge,
  // structure change
  kSplitFlush,
  kSplitPoint,
  kSplitPointBack,
  kSplitDiscard,
  kSplitDiscardBack,
  kSplitFold,
  kSplitFoldBack,
  // destaging
  kDestageChoose,
  kDestageRead,
  kDestageMerge,
  kDestageWrite,
  kDestageFree,
  kDestageFreeBack,
  kDestagePace,
  // recovery (algorithm 3)
  kRecoverList,
  kRecoverScan,
  kRecoverNewer,
  kRecoverDiscard,
  kRecoverDiscardBack,
  kRecoverPoint,
  kRecoverPointBack,
  kLineCount
};

enum Structure : uint16_t {
  kSlotStructure = kPageStructures,
  kActiveStructure,
  kMappingStructure,
  kTransactionStructure,
  kChainStructure,
  kMediumStructure,
};

// The numbers in the order of kMutations.
enum Mutation : uint32_t {
  kSlotBeforeXid,
  kBitBeforeContent,
  kCommitBeforeLast,
  kAbortUnlistsFirst,
  kRecoveryUnlistsFirst,
  kPreviousFirst,
  kFormerCopyLeft,
  kNoVersion,
  kLargerLiterally,
  kFreedBeforePage,
  kNewerFreed,
  kXidsFromOne,
  kBaseFreedLast,
  kOverwrittenEarly,
  kPseudoXidRunning,
  kPointerFirst,
  kPagesOneByOne,
  kPlainBits,
  kSlotUnchecked,
  kWithoutCopy,
};

extern const Listing kListings[];
extern const uint32_t kListingCount;
extern const StructureInfo kStructures[];
extern const uint32_t kStructureCount;
extern const MutationInfo kMutations[];
extern const uint32_t kMutationCount;

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCMLOGGING_STORY_H_
