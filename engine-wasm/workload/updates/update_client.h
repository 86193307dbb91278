// A client of the update program, and what must hold afterwards.
#ifndef AFTERIMAGE_WORKLOAD_UPDATES_UPDATE_CLIENT_H_
#define AFTERIMAGE_WORKLOAD_UPDATES_UPDATE_CLIENT_H_

#include "base/arena.h"
#include "workload/check_reader.h"
#include "workload/program_client.h"
#include "workload/updates/shape.h"

namespace afterimage::updates {

extern const StatementList kStatements;

class UpdateClient final : private ProgramClient {
 public:
  UpdateClient(const Workload& workload, const UpdateShape& shape, ClientRun& run, uint32_t number)
      : ProgramClient(workload, run),
        shape_(shape),
        number_(number),
        compute_ns_(shape.compute * run.machine.nvm_write_ns()) {}

  using ProgramClient::Run;

 private:
  void Draw(uint32_t) override {}
  Task<Status> Program(Thread& thread, uint32_t kind) override;
  void OnCommitted() override { updates_ += shape_.operations; }

  const UpdateShape& shape_;
  uint32_t number_;
  Time compute_ns_;
  uint64_t updates_ = 0;  // of transactions that have committed
};

// The words of each client are those that its first transactions left, complete: the newest update
// found gives their number, and each word must have the value that they left in it.
class UpdateCheck final : private CheckReader {
 public:
  UpdateCheck(const UpdateShape& shape, StorageEngine& engine, Consistency* result, Arena& arena)
      : CheckReader(engine, result),
        shape_(shape),
        found_(ArenaAllocator<uint64_t>(arena)),
        expected_(ArenaAllocator<uint64_t>(arena)) {}

  // Runs the check, until the first client whose words do not fit together.
  Task<void> Run(Thread& thread);

 private:
  // Reads a client's words, as far as each is one that it may have.
  Task<bool> Survey(Thread& thread, uint32_t client);
  // Returns whether together they are the result of complete transactions.
  bool AllThere(uint32_t client);

  const UpdateShape& shape_;
  // The last update of each word of the client.
  ArenaVector<uint64_t> found_;
  ArenaVector<uint64_t> expected_;
};

}  // namespace afterimage::updates

#endif  // AFTERIMAGE_WORKLOAD_UPDATES_UPDATE_CLIENT_H_
