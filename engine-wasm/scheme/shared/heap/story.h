// The common description of all heap engines: the labels of the lines that a heap engine and its
// placements announce, and their structures. A system's own labels and structures come behind them.
// The texts of a tree's listings are in story_btree.cc; the others are the systems' own.
#ifndef AFTERIMAGE_SCHEME_SHARED_HEAP_STORY_H_
#define AFTERIMAGE_SCHEME_SHARED_HEAP_STORY_H_

#include "trace/listing.h"

namespace afterimage::heap {

// A line of a listing: what the code announces before it does it.
enum Line : uint16_t {
  kNoLine,
  // read and update
  kReadLock,
  kUpdateLock,
  kUpdateRoom,
  kUpdateStore,
  // insert, into a list
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
  // delete, from a list
  kEraseLock,
  kEraseBucket,
  kEraseRoom,
  kEraseTail,
  kEraseHead,
  kErasePrev,
  kEraseNext,
  kEraseDelete,
  // find in a B+-tree
  kFindWait,
  kFindLeaf,
  // insert into a B+-tree
  kIndexLock,
  kIndexRoom,
  kIndexRecordTake,
  kIndexRecordFill,
  kIndexRecordOwn,
  kIndexNodeTake,
  kIndexNodeFill,
  kIndexNodeOwn,
  kIndexStore,
  kIndexRoot,
  // delete from a B+-tree
  kUnindexLock,
  kUnindexRoom,
  kUnindexStore,
  kUnindexRoot,
  kUnindexNode,
  kUnindexRecord,
  // the ends of a transaction, and opening
  kCommitAcknowledge,
  kCommitRelease,
  kAbortAcknowledge,
  kRecoverSuper,
  kRecoverTables,
  kSharedLineCount
};

// Items: words, buckets, records, nodes and blocks by address.
enum Structure : uint16_t {
  kNoStructure,
  kLocks,
  kTransactions,
  kRecordLists,
  kHeapStructure,
  kHeapRoot,
  kTreeNodes,
  kSharedStructureCount
};

// A B+-tree's listings, for every library.
extern const Listing kFindListing, kIndexListing, kUnindexListing;

}  // namespace afterimage::heap

#endif  // AFTERIMAGE_SCHEME_SHARED_HEAP_STORY_H_
