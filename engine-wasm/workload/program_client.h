// A client of a benchmark: one transaction after the other, without thinking time. A transaction
// that the engine rolls back begins again with the same inputs until it commits.
#ifndef AFTERIMAGE_WORKLOAD_PROGRAM_CLIENT_H_
#define AFTERIMAGE_WORKLOAD_PROGRAM_CLIENT_H_

#include "workload/client.h"

namespace afterimage {

// The program of a kind: begins with the statement that begins, ends with the one that commits.
struct StatementList {
  const Text* texts;
  uint16_t count;
};

class ProgramClient : protected Client {
 public:
  // Runs the client until it has no more transactions.
  Task<void> Run(Thread& thread);

 protected:
  ProgramClient(const Workload& workload, ClientRun& run) : Client(run), workload_(workload) {}
  ~ProgramClient() = default;

  // Decides what the next transaction, of this kind, asks for.
  virtual void Draw(uint32_t kind) = 0;
  // True where the transaction that has been drawn will ask to be rolled back: a system that cannot
  // undo anything ignores it (REWIND, section 5.3).
  virtual bool EndsInRollBack() const { return false; }
  // Runs what lies between begin and commit. Anything but kOk rolls back; see `unwanted_`.
  virtual Task<Status> Program(Thread& thread, uint32_t kind) = 0;
  // The transaction has been acknowledged.
  virtual void OnCommitted() {}
  // True where there is another transaction. It is asked before each, by a client who is ordered.
  virtual bool More(Thread&) { return true; }

  NextStatement Statement(Thread& thread, uint16_t statement) {
    return Next(thread, statement, statement_ns_ + sql_ns_, sql_ns_ > 0);
  }
  // Reads a record into value_.
  Task<Status> Read(Thread& thread, TableId table, Key key, LockMode mode) {
    return Client::Read(thread, table, key, mode, &value_);
  }
  // Finds the first record of `range`, into key_ and value_.
  Task<Status> Seek(Thread& thread, const KeyRange& range, LockMode mode) {
    range_ = range;
    return Client::Seek(thread, range_, mode, &key_, &value_);
  }

  // These are here and not in coroutine frames because of their size.
  Value value_;
  Key key_ = 0;
  // Set by a program that did not find what it was asked for: its roll-back is no failure of the
  // engine's.
  bool unwanted_ = false;

 private:
  Task<void> Transact(Thread& thread, TxnLabel label, uint32_t kind);
  NextStatement Next(Thread& thread, uint16_t statement, Time logic_ns, bool is_message = false) {
    const bool ends_one = in_statement_;
    in_statement_ = true;
    return NextStatement(thread, statement, ends_one, logic_ns, is_message);
  }

  const Workload& workload_;
  KeyRange range_;
  bool in_statement_ = false;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_PROGRAM_CLIENT_H_
