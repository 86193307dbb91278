// A client of the insert program, and what must hold afterwards.
#ifndef AFTERIMAGE_WORKLOAD_INSERTS_INSERT_CLIENT_H_
#define AFTERIMAGE_WORKLOAD_INSERTS_INSERT_CLIENT_H_

#include "workload/check_reader.h"
#include "workload/inserts/shape.h"
#include "workload/program_client.h"

namespace afterimage::inserts {

extern const StatementList kInsertStatements;
extern const StatementList kUpdateStatements;

class InsertClient final : private ProgramClient {
 public:
  InsertClient(const Workload& workload, const InsertShape& shape, ClientRun& run, uint32_t number)
      : ProgramClient(workload, run),
        shape_(shape),
        number_(number),
        compute_ns_(shape.compute * run.machine.nvm_write_ns()) {}

  using ProgramClient::Run;

 private:
  void Draw(uint32_t) override {}
  Task<Status> Program(Thread& thread, uint32_t kind) override;
  void OnCommitted() override { ++transactions_; }

  const InsertShape& shape_;
  uint32_t number_;
  Time compute_ns_;
  uint64_t transactions_ = 0;  // that have committed
};

// The records of each client are those of its first transactions, complete: the newest version
// found gives their number, every record must have the corresponding value, and no other may exist.
class InsertCheck final : private CheckReader {
 public:
  InsertCheck(const InsertShape& shape, StorageEngine& engine, Consistency* result)
      : CheckReader(engine, result), shape_(shape) {}

  // Runs the check, until the first client whose records do not fit together.
  Task<void> Run(Thread& thread);

 private:
  // The newest version among a client's records, and how many records it has.
  struct Found {
    uint64_t newest = 0;
    uint64_t records = 0;
  };
  // Reads all records, and adds them to what is found of their clients.
  Task<bool> Survey(Thread& thread, Found* found);
  Task<bool> CheckClient(Thread& thread, uint32_t client, Found found);
  Task<bool> CheckRecord(Thread& thread, uint32_t client, uint64_t record, uint64_t newest);

  const InsertShape& shape_;
};

}  // namespace afterimage::inserts

#endif  // AFTERIMAGE_WORKLOAD_INSERTS_INSERT_CLIENT_H_
