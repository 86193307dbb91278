// A client that does again what transactions of the log did.
#ifndef AFTERIMAGE_WORKLOAD_REPLAY_REPLAY_CLIENT_H_
#define AFTERIMAGE_WORKLOAD_REPLAY_REPLAY_CLIENT_H_

#include "sim/latch.h"
#include "workload/program_client.h"
#include "workload/replay/replayed_log.h"

namespace afterimage::replay {

extern const StatementList kReplayStatements;

// The state that the clients of one run share.
struct Replay {
  Replay(Arena& arena, const ReplayedLog& workload)
      : ended(arena.NewArray<uint8_t>(workload.trace().order.size())),
        runner(arena.NewArray<uint16_t>(workload.trace().order.size())),
        waiting(arena.NewArray<WaitQueue>(workload.clients())) {}

  uint32_t next = 0;   // transaction that nobody has taken yet
  uint8_t* ended;      // by transaction
  uint16_t* runner;    // by transaction that was taken: the client
  WaitQueue* waiting;  // by client: for the end of its transaction
};

class ReplayClient final : private ProgramClient {
 public:
  ReplayClient(const ReplayedLog& workload, Replay& replay, ClientRun& run, uint16_t number)
      : ProgramClient(workload, run), workload_(workload), replay_(replay), number_(number) {}

  using ProgramClient::Run;

 private:
  bool More(Thread& thread) override;
  void Draw(uint32_t) override;
  Task<Status> Program(Thread& thread, uint32_t kind) override;
  // Starts a statement, which comes from another process where the machine has a path for that.
  Task<void> Receive(Thread& thread, uint16_t statement);
  Task<Status> Do(Thread& thread, const Op& op);
  // Takes back what a savepoint undoes: systems here have no savepoints, so the client does it,
  // change by change, as a server does.
  Task<Status> TakeBack(Thread& thread, const Op& op);
  // Give the row the version that this transaction writes.
  Task<Status> Change(Thread& thread, const Op& op, uint32_t version);
  Task<Status> Bring(Thread& thread, const Op& op, uint32_t version);
  Key KeyOf(const Op& op) const;
  // The reads that belong to a change of the table, whose number in the transaction this is: the
  // log has none, so they are of any rows that it knows.
  Task<Status> ReadRows(Thread& thread, TableId table, uint32_t change);
  Task<Status> Look(Thread& thread, TableId table, Key key);
  // Waits until the transaction that touched the row before has ended.
  Task<void> Await(Thread& thread, uint32_t transaction);

  const ReplayedLog& workload_;
  Replay& replay_;
  uint16_t number_;
  uint32_t transaction_ = 0;
  bool running_ = false;
};

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_REPLAY_REPLAY_CLIENT_H_
