// A client of TATP, and what its transactions ask for.
#ifndef AFTERIMAGE_WORKLOAD_TATP_HANDSET_H_
#define AFTERIMAGE_WORKLOAD_TATP_HANDSET_H_

#include "workload/program_client.h"
#include "workload/tatp/tatp.h"

namespace afterimage::tatp {

const StatementList& StatementsOf(uint32_t kind);

struct Query {
  uint32_t s_id = 0;
  uint32_t type = 0;  // of access info or of a special facility
  uint32_t start = 0;
  uint32_t end = 0;
  uint32_t bit = 0;
  uint32_t data_a = 0;
  uint32_t location = 0;
  uint32_t numberx = 0;  // a subscriber's

  // Subscribers by the benchmark's non-uniform distribution: of a few bits one of two draws
  // suffices.
  static Query Draw(const Settings& settings, Random& random);
};

class Handset final : private ProgramClient {
 public:
  Handset(const Tatp& workload, ClientRun& run, uint32_t number)
      : ProgramClient(workload, run),
        settings_(workload.settings()),
        random_(Mix64(Mix64(run.seed) + number)) {}

  using ProgramClient::Run;

 private:
  void Draw(uint32_t) override { query_ = Query::Draw(settings_, random_); }
  Task<Status> Program(Thread& thread, uint32_t kind) override;
  Task<Status> GetSubscriberData(Thread& thread);
  Task<Status> GetNewDestination(Thread& thread);
  Task<Status> GetAccessData(Thread& thread);
  Task<Status> UpdateSubscriberData(Thread& thread);
  Task<Status> UpdateLocation(Thread& thread);
  Task<Status> InsertCallForwarding(Thread& thread);
  Task<Status> DeleteCallForwarding(Thread& thread);

  // The subscriber with the query's number, by the secondary index: into value_.
  Task<Status> FindByNumber(Thread& thread, LockMode mode);
  // The user asked for what is not there, or for what is: roll back, and that is that.
  Status InVain(Status status) {
    unwanted_ = status == Status::kNotFound || status == Status::kExists;
    return status;
  }

  const Settings& settings_;
  Random random_;
  Query query_;
};

}  // namespace afterimage::tatp

#endif  // AFTERIMAGE_WORKLOAD_TATP_HANDSET_H_
