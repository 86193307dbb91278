// The steps of every client, with any program: it begins, changes records, commits or rolls back,
// tries again, and ends. It reports all of it to the observer and, in the traced build, to the
// recorder.
#ifndef AFTERIMAGE_WORKLOAD_CLIENT_H_
#define AFTERIMAGE_WORKLOAD_CLIENT_H_

#include "workload/workload.h"

namespace afterimage {

// A change requested of the engine: co_await gives its Status. The observer knows the intention
// beforehand, and the outcome when the engine answers. It awaits the engine's task without a frame
// of its own.
class Modification {
 public:
  Modification(ClientObserver& observer, TxnLabel txn, Task<Status> task)
      : observer_(observer), txn_(txn), task_(std::move(task)) {}
  bool await_ready() const { return false; }
  bool await_suspend(std::coroutine_handle<> caller) { return task_.await_suspend(caller); }
  Status await_resume() {
    const Status status = task_.await_resume();
    observer_.OnDone(txn_, status == Status::kOk);
    return status;
  }

 private:
  ClientObserver& observer_;
  TxnLabel txn_;
  Task<Status> task_;
};

// Starts a statement: the one before ends, the scheduler may take the core away, and the
// statement's own logic is paid for.
class NextStatement final : public OrderedOperation<NextStatement> {
 public:
  // `is_message`: it comes from another process, which waits for the answer.
  NextStatement(Thread& thread, uint16_t statement, bool ends_one, Time logic_ns, bool is_message)
      : OrderedOperation(thread),
        statement_(statement),
        step_(ends_one ? kEnd : kYield),
        is_message_(is_message && thread.kernel().idle_cores_sleep()),
        logic_ns_(logic_ns) {}
  bool await_ready() {
    if (kTraced || is_message_ || thread_.kernel().SliceOver(thread_))
      return OrderedOperation::await_ready();
    thread_.At({});
    thread_.set_statement(statement_);
    return true;
  }
  Progress Step(Thread& thread) override {
    thread.At({});
    if (step_ == kEnd) {
      step_ = kYield;
      thread.Emit(EventKind::kStatementEnd, {});
      return Progress::kAgain;
    }
    thread.set_statement(statement_);
    if (step_ == kYield) {
      step_ = kStart;
      if (thread.kernel().ShouldYield(thread)) return Progress::kYield;
    }
    if (is_message_) message_ns_ = thread.kernel().TakeMessages();
    thread.Emit(EventKind::kStatement, {});
    return Progress::kDone;
  }
  void await_resume() {
    thread_.Charge(Category::kCoreWait, message_ns_);
    thread_.Execute(Category::kLogic, logic_ns_);
  }

 private:
  enum StepKind : uint8_t { kEnd, kYield, kStart };
  uint16_t statement_;
  StepKind step_;
  bool is_message_;
  Time logic_ns_;
  Time message_ns_ = 0;
};

// A client works on one transaction at a time, and may have others open meanwhile: the calls below
// are about the one that it has turned to.
class Client {
 protected:
  explicit Client(ClientRun& run)
      : run_(run),
        statement_ns_(run.machine.instructions_ns(Price::kPathStatement)),
        sql_ns_(run.machine.instructions_ns(Price::kPathSql)),
        read_ns_(run.machine.instructions_ns(Price::kPathRead)),
        insert_ns_(run.machine.instructions_ns(Price::kPathInsert)),
        update_ns_(run.machine.instructions_ns(Price::kPathUpdate)),
        erase_ns_(run.machine.instructions_ns(Price::kPathErase)) {}

  // Turns to one of its transactions, which is open or is to begin. At first it is turned to one
  // of its own, and need not turn where it never has another.
  void TurnTo(Thread& thread, ClientTransaction& own);
  // Reads a record, or finds the first of a range.
  Task<Status> Read(Thread& thread, TableId table, Key key, LockMode mode, Value* value) {
    thread.Execute(Category::kLogic, read_ns_);
    return run_.engine.Read(thread, *txn_, table, key, mode, value);
  }
  Task<Status> Seek(Thread& thread, const KeyRange& range, LockMode mode, Key* key, Value* value) {
    thread.Execute(Category::kLogic, read_ns_);
    return run_.engine.Seek(thread, *txn_, range, mode, key, value);
  }
  // Begins an attempt. `label` names the transaction over all its attempts.
  Task<void> Begin(Thread& thread, TxnLabel label);
  // The three changes. REQUIRES: `value` lives until the engine has answered.
  Modification Insert(Thread& thread, TableId table, Key key, const Value& value);
  Modification Update(Thread& thread, TableId table, Key key, const Value& value);
  Modification Erase(Thread& thread, TableId table, Key key);
  // Commits. On kOk the client has been acknowledged and the transaction is over; otherwise it must
  // be rolled back.
  Task<Status> Commit(Thread& thread);
  Task<void> RollBack(Thread& thread);
  // Leaves the transaction open for good: a power cut ends it, or the client rolls it back once it
  // has nothing else to do.
  Task<void> Leave(Thread& thread);
  // Takes a checkpoint, and waits for its end.
  Task<void> Checkpoint(Thread& thread);

  // True where the transaction that has just been rolled back may begin again, after its back-off.
  bool MayTryAgain() const { return own_->attempts < kMaxAttempts && !run_.engine.too_small(); }
  // Waits before the next attempt: where the policy says so, until the older transaction has ended
  // for which this one died, or else twice as long each time, so that an older transaction that
  // holds its locks for long does not wear the younger one out.
  Task<void> BackOff(Thread& thread);
  // Says that the next Begin is of another transaction.
  void Forget() { own_->attempts = 0; }

  // Ends the client; it is the thread's last act. The last client to end stops the engine's
  // daemons.
  Task<void> End(Thread& thread);

  ClientRun& run_;
  Time statement_ns_;
  // The additional costs of a statement that reads or changes something. The begin goes with the
  // first of them and the commit with the last.
  Time sql_ns_;
  Transaction* txn_ = nullptr;  // the one it has turned to; null while that is not open

 private:
  static constexpr uint32_t kMaxAttempts = 100;

  // The additional costs of a look-up or a change, beside its statement.
  Time read_ns_;
  Time insert_ns_;
  Time update_ns_;
  Time erase_ns_;

  void Close();
  // Those that died for the transaction that has just ended begin again.
  Task<void> LetYoungerBegin(Thread& thread);

  ClientTransaction only_;
  ClientTransaction* own_ = &only_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_CLIENT_H_
