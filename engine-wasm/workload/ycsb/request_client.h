// A client of YCSB: one operation after the other, each a transaction of its own.
#ifndef AFTERIMAGE_WORKLOAD_YCSB_REQUEST_CLIENT_H_
#define AFTERIMAGE_WORKLOAD_YCSB_REQUEST_CLIENT_H_

#include "base/arena.h"
#include "workload/program_client.h"
#include "workload/ycsb/ycsb.h"

namespace afterimage::ycsb {

extern const StatementList kOperationStatements;

// The numbers that insertions take, as YCSB's AcknowledgedCounterGenerator counts them. A client
// that has not inserted its record keeps the number for its next insertion. REQUIRES: who calls it
// is ordered.
class Insertions {
 public:
  Insertions(const YcsbShape& shape, Arena& arena)
      : next_(shape.records), taken_(shape.clients, kNone, ArenaAllocator<uint64_t>(arena)) {}

  uint64_t Take(uint32_t client) {
    if (taken_[client] == kNone) taken_[client] = next_++;
    return taken_[client];
  }
  void Acknowledge(uint32_t client) { taken_[client] = kNone; }
  // Returns how many records there are of which all have been acknowledged.
  uint64_t Acknowledged() const;

 private:
  static constexpr uint64_t kNone = ~uint64_t{0};

  uint64_t next_;
  ArenaVector<uint64_t> taken_;  // by client
};

class RequestClient final : private ProgramClient {
 public:
  RequestClient(const Ycsb& workload, Insertions& insertions, ClientRun& run, uint32_t number)
      : ProgramClient(workload, run),
        shape_(workload.shape()),
        requests_(workload.requests()),
        insertions_(insertions),
        number_(number) {}

  using ProgramClient::Run;

 private:
  void Draw(uint32_t) override;
  Task<Status> Program(Thread& thread, uint32_t kind) override;
  Task<Status> Change(Thread& thread);
  Task<Status> Modify(Thread& thread);
  Task<Status> InsertRecord(Thread& thread);
  Task<Status> Scan(Thread& thread);
  void OnCommitted() override { committed_ = true; }

  const YcsbShape& shape_;
  const Requests& requests_;
  Insertions& insertions_;
  uint32_t number_;
  uint64_t operation_ = 1;
  // The operation is done; those that come after it in virtual time learn of it at the next one.
  bool committed_ = false;
  Request request_;
};

}  // namespace afterimage::ycsb

#endif  // AFTERIMAGE_WORKLOAD_YCSB_REQUEST_CLIENT_H_
