// A workload consists of tables, their initial rows, and the programs of clients that use them. It
// knows nothing of schemes: it sees a StorageEngine.
#ifndef AFTERIMAGE_WORKLOAD_WORKLOAD_H_
#define AFTERIMAGE_WORKLOAD_WORKLOAD_H_

#include <memory>
#include <string>
#include <vector>

#include "base/age_list.h"
#include "base/json/json_writer.h"
#include "scheme/contract/scheme.h"

namespace afterimage {

// Receives everything that clients do and every answer that they get. The oracle and the statistics
// implement it. A call costs no virtual time.
class ClientObserver {
 public:
  virtual void OnBegin(TxnLabel txn, Time now) = 0;
  // Announced before the engine is asked; `value` is null where the record is to go.
  virtual void OnIntend(TxnLabel txn, TableId table, Key key, const Value* value) = 0;
  virtual void OnDone(TxnLabel txn, bool succeeded) = 0;
  // The transaction has read the record, and may act on what it has read; null: it found none.
  virtual void OnRead(TxnLabel, TableId, Key, const Value*) {}
  // It has looked for records from the first of these keys on, and found none before the last.
  virtual void OnPass(TxnLabel, TableId, Key /*from*/, Key /*before*/) {}
  virtual void OnCommit(TxnLabel txn) = 0;
  virtual void OnAcknowledge(TxnLabel txn, Time now) = 0;
  // A transaction begins to roll back; OnAbort follows once it has.
  virtual void OnRollBack(TxnLabel, Time) {}
  virtual void OnAbort(TxnLabel txn, Time now) = 0;
  // Its client turns to another of its transactions, comes back to it, or leaves it open for good.
  virtual void OnPause(TxnLabel, Time) {}
  virtual void OnResume(TxnLabel, Time) {}
  virtual void OnLeave(TxnLabel, Time) {}
  // A client has taken a checkpoint itself, which took so long.
  virtual void OnCheckpoint(Time /*took*/) {}

 protected:
  ~ClientObserver() = default;
};

// A transaction as its client keeps it, over all its attempts.
struct ClientTransaction {
  Transaction attempt;
  bool open = false;
  uint32_t attempts = 0;
  uint64_t timestamp = 0;
  // Those whose transactions died for this attempt and begin again when it has ended.
  WaitQueue until_end;
  ClientTransaction* older = nullptr;  // of those that are open
  ClientTransaction* newer = nullptr;
};
using ClientTransactions =
    AgeList<ClientTransaction, &ClientTransaction::older, &ClientTransaction::newer>;

// The common state of the clients of one run.
struct ClientRun {
  StorageEngine& engine;
  ClientObserver& observer;
  const MachineProfile& machine;
  DeadlockPolicy deadlock = DeadlockPolicy::kDetect;
  uint64_t seed = 0;          // from which the clients' requests are drawn
  uint32_t running = 0;       // clients that have not ended; some may not even have had a core yet
  uint64_t transactions = 0;  // that may still begin, over all clients; scripts know their own end
  uint64_t abandoned = 0;     // given up: the engine failed, or too many attempts
  uint32_t fruitless = 0;     // of these, since the last commit
  ClientTransactions open = {};  // where victims wait
  TxnId next_id = 1;
  uint32_t next_label = 1;
  void* shared = nullptr;  // the workload's own, in the arena; made by its first client
  Nvm* nvm = nullptr;
  OsPageCache* page_cache = nullptr;
  Address own_nvm = 0;  // from here on it is the workload's (Workload::own_nvm_bytes)

  // Notes that a transaction was given up. After kMostFruitless in a row no log or database has
  // room for another one, and no more begin; nor after one that will never have enough.
  static constexpr uint32_t kMostFruitless = 64;
  void Abandon() {
    ++abandoned;
    if (++fruitless >= kMostFruitless || engine.too_small()) transactions = 0;
  }
  // Victims of wait-die begin again when the older transaction has ended.
  bool victims_wait() const { return deadlock == DeadlockPolicy::kWaitDieAfterOlder; }
  bool gave_up() const { return fruitless >= kMostFruitless || engine.too_small(); }

  // Labels are numbers from 1 in the order of beginning; long untraced runs wrap around.
  TxnLabel NextLabel() {
    const auto label = static_cast<TxnLabel>(next_label);
    next_label = next_label == kMaxLabel ? 1 : next_label + 1;
    return label;
  }
  static constexpr uint32_t kMaxLabel = 0xffff;
};

// The result of a check of the database.
struct Consistency {
  bool holds = true;
  Status status = Status::kOk;  // of the reads
  Text broken;                  // the first condition that does not hold
  uint64_t records_read = 0;
};

class Workload : public InitialRows {
 public:
  virtual ~Workload() = default;

  virtual uint32_t clients() const = 0;
  // The bytes of NVM that belong to no system: clients write to them directly.
  virtual uint64_t own_nvm_bytes(const MachineProfile&) const { return 0; }
  // Runs the program of a client, which ends when there is nothing left to do. The client that ends
  // last stops the engine's daemons. REQUIRES: client is below clients(), `run` outlives the
  // program.
  virtual Task<void> RunClient(Thread& thread, ClientRun& run, uint32_t client) = 0;
  // Reads the database through the engine's interface and checks what must always hold. It only
  // reads: its transactions begin and finish without a commit. REQUIRES: no client runs.
  virtual Task<void> Check(Thread& thread, StorageEngine& engine, Consistency* result) = 0;

  // Returns how many operations a transaction that commits has done, or 0 if that is not counted.
  virtual uint64_t operations() const { return 0; }

  // Kinds of transactions, for statistics and for the interface.
  virtual uint32_t kinds() const = 0;
  virtual Text kind_title(uint32_t kind) const = 0;
  // Returns the kind of a transaction, which is a function of its label and the workload's seed.
  virtual uint32_t KindOf(TxnLabel txn) const = 0;
  // Return the program of a kind, line by line: Thread::statement counts these from 0. There are
  // none if the program comes with the scenario.
  virtual uint32_t statement_count(uint32_t kind) const = 0;
  virtual Text statement(uint32_t kind, uint32_t i) const = 0;
};

// The contents of a text that comes beside an experiment, as a workload has read it.
class WorkloadInput {
 public:
  virtual ~WorkloadInput() = default;
  const struct WorkloadInfo* reader = nullptr;
  // The text's digest: equal digests mean equal inputs.
  uint64_t digest = 0;
  // The most transactions that can commit.
  virtual uint64_t transactions() const = 0;
  // Writes what was found in the text, and what was passed over, for people to read.
  virtual void Describe(JsonWriter& json) const = 0;
};

struct InputProblem;

// Reads such a text, which comes in pieces.
class InputReader {
 public:
  virtual ~InputReader() = default;
  virtual void Feed(std::string_view piece) = 0;
  // Returns the input that was read, or null, with *problem. Call it once, after all pieces.
  virtual std::shared_ptr<WorkloadInput> Finish(InputProblem* problem) = 0;
};

struct InputProblem {
  uint64_t line = 0;  // from 1; 0: of the text as a whole
  Text reason;
  uint32_t column = 0;  // from 1; 0: of the line as a whole
};

struct WorkloadConfig {
  ParamValues params;
  uint32_t clients = 1;
  uint64_t seed = 0;
  const WorkloadInput* input =
      nullptr;  // outlives the workload; never null where the workload reads one

  bool operator==(const WorkloadConfig&) const = default;
};

// A workload's description of itself.
struct WorkloadInfo {
  const char* id;
  Text title;
  Text summary;
  const char* source;  // specification or paper
  Text conditions;     // what Check checks
  ParamList params;
  // Returns null, or why these parameters do not go together. The pointer is null where `create`
  // is.
  const Mismatch* (*check)(const ParamValues& params);
  // Makes the workload. The pointer is null where this module only describes it (see kWhole).
  std::unique_ptr<Workload> (*create)(const WorkloadConfig& config);
  // Makes a reader of a text. The pointer is null where the workload needs none, or where this
  // module only describes it.
  std::unique_ptr<InputReader> (*reader)() = nullptr;
  bool reads_text = false;
  // False where clients do not use the database at all.
  bool uses_database = true;
  // Returns how many transactions a run with these parameters has in all, 0 if it is endless; the
  // pointer is null if it always is.
  uint64_t (*whole_run)(const ParamValues& params, uint32_t clients) = nullptr;
};

// A reader for the workload that reads texts (so far there is one), or null in a module that runs
// none.
std::unique_ptr<InputReader> NewInputReader();
// Has a complete text read. Sets *problem and returns null if it cannot be.
std::shared_ptr<const WorkloadInput> ReadInput(std::string_view text, InputProblem* problem);

// Every workload, in the order in which the interface lists them. Scripts are not among them: they
// come with scenarios.
extern const WorkloadInfo* const kWorkloads[];
extern const uint32_t kWorkloadCount;
// Returns the workload with this id, or null.
const WorkloadInfo* FindWorkload(std::string_view id);

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_WORKLOAD_H_
