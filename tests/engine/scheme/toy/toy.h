// The smallest page-based system that keeps its promise, and an example of all that a system must
// have: undo records in NVM, pages forced home at commit. Only tests have it.
//
//   0                       64 S                    a slot for each transaction that has changed
//   +-----------------------+---------------------+ something; one store of 8 bytes ends it
//   | ended[0..S), a line   | records of slot 0,  |
//   | each                  | of slot 1, ...      |
//   +-----------------------+---------------------+
//
// A record counts while its number is ended[slot] + 1.
#ifndef AFTERIMAGE_TESTS_SCHEME_TOY_TOY_H_
#define AFTERIMAGE_TESTS_SCHEME_TOY_TOY_H_

#include "scheme/page_engine/page_engine.h"

namespace afterimage::toy {

enum Line : uint16_t {
  kUpdateLock = 1,
  kUpdateReserve,
  kUpdateFix,
  kUpdateRecord,
  kUpdateBack,
  kUpdateChange,
  kWritePage,
  kCommitForce,
  kCommitEnd,
  kCommitBack,
  kCommitAcknowledge,
  kRelease,
  kAbortUndo,
  kAbortForce,
  kAbortEnd,
  kAbortBack,
  kAbortAcknowledge,
  kCheckpointForce,
  kRecoverScan,
  kRecoverUndo,
  kRecoverForce,
  kRecoverEnd,
  kRecoverBack,
  kLineCount
};

enum Structure : uint16_t { kRecords = kPageStructures, kEnds };

enum Mutation : uint32_t { kRecordInCache };

extern const SchemeInfo kToy;

}  // namespace afterimage::toy

#endif  // AFTERIMAGE_TESTS_SCHEME_TOY_TOY_H_
