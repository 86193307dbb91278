// Reads the database for a check of a benchmark's conditions: through the engine's interface, until
// the first condition that does not hold.
#ifndef AFTERIMAGE_WORKLOAD_CHECK_READER_H_
#define AFTERIMAGE_WORKLOAD_CHECK_READER_H_

#include "workload/workload.h"

namespace afterimage {

class CheckReader {
 protected:
  CheckReader(StorageEngine& engine, Consistency* result) : engine_(engine), result_(result) {}

  // Begins a transaction for the next reads; a check uses several, so that none holds many locks.
  Task<void> Begin(Thread& thread) {
    txn_ = Transaction();
    txn_.id = ~TxnId{0};
    return engine_.Begin(thread, txn_);
  }
  Task<void> Finish(Thread& thread) { return engine_.Finish(thread, txn_); }
  // Reads a record into value_.
  Task<Status> Read(Thread& thread, TableId table, Key key) {
    ++result_->records_read;
    return engine_.Read(thread, txn_, table, key, LockMode::kShared, &value_);
  }
  // Finds the first record of `range`: its key goes into key_, its value into value_ or, where the
  // index is a secondary one, into indexed_.
  Task<Status> Seek(Thread& thread, const KeyRange& range) {
    ++result_->records_read;
    range_ = range;
    return engine_.Seek(thread, txn_, range_, LockMode::kShared, &key_,
                        range.index == 0 ? &value_ : &indexed_);
  }
  // Do the same in a transaction of their own.
  Task<Status> ReadAlone(Thread& thread, TableId table, Key key);
  Task<Status> SeekAlone(Thread& thread, KeyRange range);

  // Returns `holds`. Where that is false, this condition is the result of the check.
  bool Expect(bool holds, const Text& condition) {
    if (holds) return true;
    result_->holds = false;
    result_->broken = condition;
    return false;
  }
  // Does the same for the condition that a record is there.
  bool Found(Status status, const Text& condition) {
    if (status != Status::kOk && status != Status::kNotFound) result_->status = status;
    return Expect(status == Status::kOk, condition);
  }

  StorageEngine& engine_;
  Consistency* result_;
  Transaction txn_;
  Value value_;
  Value indexed_;
  Key key_ = 0;

 private:
  KeyRange range_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_CHECK_READER_H_
