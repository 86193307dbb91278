// A client of the B+-tree mix, and what must hold afterwards.
#ifndef AFTERIMAGE_WORKLOAD_BTREE_MIX_MIX_CLIENT_H_
#define AFTERIMAGE_WORKLOAD_BTREE_MIX_MIX_CLIENT_H_

#include "workload/btree_mix/history.h"
#include "workload/check_reader.h"
#include "workload/program_client.h"

namespace afterimage::btree_mix {

// Kinds of transactions.
enum : uint32_t { kCommits, kRollsBack };

// The program of a kind: begin, look up, insert, erase, and how it ends.
const StatementList& StatementsOf(uint32_t kind);

class MixClient final : private ProgramClient {
 public:
  MixClient(const Workload& workload, const MixShape& shape, ClientRun& run, uint32_t number,
            Arena& arena)
      : ProgramClient(workload, run),
        shape_(shape),
        number_(number),
        history_(shape, number, arena) {}

  using ProgramClient::Run;

 private:
  void Draw(uint32_t) override {}
  Task<Status> Program(Thread& thread, uint32_t kind) override;
  bool More(Thread&) override {
    return shape_.share == 0 || operations_ < uint64_t{shape_.share} * shape_.operations;
  }
  void OnCommitted() override {
    history_.Keep();
    operations_ += shape_.operations;
  }

  const MixShape& shape_;
  uint32_t number_;
  MixHistory history_;
  uint64_t operations_ = 0;  // of transactions that have committed
};

// The records of each client are those that its first transactions leave, complete. The newest
// operation found gives a lower bound of their number; operations behind it can only have existed
// if their insertions are gone again.
class MixCheck final : private CheckReader {
 public:
  MixCheck(const MixShape& shape, StorageEngine& engine, Consistency* result, Arena& arena)
      : CheckReader(engine, result),
        shape_(shape),
        arena_(arena),
        found_(ArenaAllocator<uint64_t>(arena)),
        expected_(ArenaAllocator<uint64_t>(arena)) {}

  // Runs the check, until the first client whose records do not fit together.
  Task<void> Run(Thread& thread);

 private:
  // Reads the complete table, checking that each record is one that its key may have.
  Task<bool> Survey(Thread& thread);
  bool AllThere(uint32_t client);
  // Goes through a transaction. Returns how many of its insertions are newer than `newest`.
  uint32_t Pass(MixHistory& history, uint32_t client, uint64_t first, uint64_t newest);
  void Set(Key key, uint64_t number);

  const MixShape& shape_;
  Arena& arena_;
  // The operations by key: kAbsent, or the number of the operation that inserted the record.
  ArenaVector<uint64_t> found_;
  ArenaVector<uint64_t> expected_;  // after the operations so far
  uint64_t different_ = 0;          // keys of the client of which the two differ
};

}  // namespace afterimage::btree_mix

#endif  // AFTERIMAGE_WORKLOAD_BTREE_MIX_MIX_CLIENT_H_
