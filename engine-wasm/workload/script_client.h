// Runs one thread of a script against a storage engine, as a client would.
#ifndef AFTERIMAGE_WORKLOAD_SCRIPT_CLIENT_H_
#define AFTERIMAGE_WORKLOAD_SCRIPT_CLIENT_H_

#include "scheme/scheme.h"
#include "workload/script.h"

namespace afterimage {

// Told of everything that a client does and hears; see Oracle.
class ClientObserver {
 public:
  virtual void OnBegin(TxnLabel txn) = 0;
  virtual void OnIntend(TxnLabel txn, uint16_t record, bool present, int64_t number) = 0;
  virtual void OnDone(TxnLabel txn, bool succeeded) = 0;
  virtual void OnCommit(TxnLabel txn) = 0;
  virtual void OnAcknowledge(TxnLabel txn, Time now) = 0;
  virtual void OnAbort(TxnLabel txn) = 0;

 protected:
  ~ClientObserver() = default;
};

// What the threads of one script share.
struct ScriptRun {
  ScriptRun(Arena& arena, const Script& script_in, StorageEngine& engine_in, const MachineProfile& machine,
            DeadlockPolicy policy_in, ClientObserver& observer_in);

  const Script& script;
  StorageEngine& engine;
  ClientObserver& observer;
  DeadlockPolicy policy;
  Time statement_ns;
  TxnId next_id = 1;
  uint32_t running;  // threads that have not ended; some may not even have had a core yet
  bool* signalled;
  WaitQueue* awaiting;
};

class ScriptClient {
 public:
  ScriptClient(ScriptRun& run, uint32_t index) : run_(run), statements_(run.script.threads[index]) {}

  // The thread's program. The last thread to end stops the engine's daemons.
  Task<void> Run(Thread& thread);

 private:
  // What a statement came to: go on, or roll back and go where `Resume` says.
  enum class Outcome : uint8_t { kNext, kRollBack };
  Task<Outcome> Execute(Thread& thread, const Statement& statement);
  Task<void> BeginTxn(Thread& thread, const Statement& statement);
  Task<Outcome> Modify(Thread& thread, const Statement& statement);
  Task<Status> Evaluate(Thread& thread, const Statement& statement, int64_t* result);
  Task<Outcome> Commit(Thread& thread);
  Task<void> RollBack(Thread& thread);
  // After a roll-back forced by the engine: the next statement to run.
  uint32_t Resume(uint32_t at);

  static constexpr uint32_t kMaxAttempts = 100;
  // Before another attempt: twice as long each time, so that an older transaction that holds on for
  // long does not wear the younger one out.
  Time Backoff() const { return Time{1000} << (attempts_ < 20 ? attempts_ : 20); }

  ScriptRun& run_;
  const std::vector<Statement>& statements_;
  // A statement that failed rolls its transaction back; only a must-abort is worth another try.
  Outcome Failed(Status status) {
    restart_ = status == Status::kMustAbort && run_.policy == DeadlockPolicy::kWaitDie;
    return Outcome::kRollBack;
  }
  Transaction storage_;  // a thread has one transaction at a time
  Transaction* txn_ = nullptr;
  bool restart_ = false;
  uint32_t begin_at_ = 0;
  uint32_t attempts_ = 0;
  uint64_t timestamp_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_SCRIPT_CLIENT_H_
