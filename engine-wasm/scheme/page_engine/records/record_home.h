// A place where records are read and updated without their pages, beside the home of pages: what
// PCMLogging has in PCM. A system without one has records in pages alone.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_RECORDS_RECORD_HOME_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_RECORDS_RECORD_HOME_H_

#include "db/record.h"
#include "db/transaction.h"
#include "sim/task.h"

namespace afterimage {

class RecordHome {
 public:
  // Reads a record of a page that is not in DRAM, at the device's cost; false where that takes the
  // page. REQUIRES: the caller is ordered and has the record locked.
  virtual Task<bool> ServeRecord(Thread& thread, PageId page, TableId table, Key key,
                                 Value* value) = 0;
  // Updates a record whose page is not in DRAM to `value`: `change` says what of it differs, but
  // not its slot. False where that cannot be, and then nothing has been done. REQUIRES: as for
  // LoggingHooks::OnUpdate, but no page is latched.
  virtual Task<bool> UpdateRecord(Thread& thread, Transaction& txn, const Change& change,
                                  const Value& value) = 0;

 protected:
  ~RecordHome() = default;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_RECORDS_RECORD_HOME_H_
