// Runs one thread of a script against a storage engine, as a client would.
#ifndef AFTERIMAGE_WORKLOAD_SCRIPT_CLIENT_H_
#define AFTERIMAGE_WORKLOAD_SCRIPT_CLIENT_H_

#include "base/build.h"
#include "workload/client.h"
#include "workload/script.h"

namespace afterimage {

// The common state of the threads of one script. Records of scripts are in table 0.
struct ScriptRun {
  // `value_bytes`: of every record.
  ScriptRun(Arena& arena, const Script& script_in, uint32_t value_bytes_in)
      : script(script_in),
        value_bytes(value_bytes_in),
        signalled(arena.NewArray<bool>(script_in.signals.size() + 1)),
        awaiting(arena.NewArray<WaitQueue>(script_in.signals.size() + 1)) {}

  const Script& script;
  uint32_t value_bytes;
  bool* signalled;
  WaitQueue* awaiting;
};

class ScriptClient : private Client {
 public:
  ScriptClient(ClientRun& run, ScriptRun& shared, uint32_t index)
      : Client(run),
        shared_(shared),
        statements_(shared.script.threads[index]),
        place_count_(PlacesOf(statements_)) {}

  // Runs the thread's program.
  Task<void> Run(Thread& thread);

 private:
  // The outcome of a statement: go on, or roll back and go where `Resume` says.
  enum class Outcome : uint8_t { kNext, kRollBack };
  Task<Outcome> Execute(Thread& thread, const Statement& statement);
  Task<Outcome> Modify(Thread& thread, const Statement& statement);
  // Reads the records of a range one after the other, in the order of their index.
  Task<Outcome> Scan(Thread& thread, const Statement& statement);
  void NoteRead(Key key, LockMode mode, const Value* value);
  Task<Status> Evaluate(Thread& thread, const Statement& statement, int64_t* result);
  // A transaction of the thread, at its place among those that are open.
  struct Place : ClientTransaction {
    uint32_t begin_at = 0;  // its first statement
    TxnLabel given_up = 0;  // rolled back before its last statement, which is not run any more
  };
  // The thread's first statement of this life, and whether one at or behind it is of this life.
  uint32_t FirstOfLife() const;
  bool OfThisLife(uint32_t at) const {
    return at < statements_.size() && (!kExplorer || statements_[at].life == shared_.script.life);
  }
  static uint32_t PlacesOf(const std::vector<Statement>& statements);
  // True where the transaction that was just rolled back begins again. Not where the thread has
  // others open: it could run into the same locks, and they into its.
  bool TriesAgain() const;
  // A statement that failed rolls its transaction back; only a must-abort is worth another try.
  Outcome Failed(Status status) {
    restart_ = status == Status::kMustAbort && ByAge(run_.deadlock);
    return Outcome::kRollBack;
  }
  Key KeyOf(uint16_t record) const { return KeyFromName(shared_.script.records[record].name); }

  ScriptRun& shared_;
  const std::vector<Statement>& statements_;
  uint32_t place_count_;
  Place* places_ = nullptr;
  bool restart_ = false;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_SCRIPT_CLIENT_H_
