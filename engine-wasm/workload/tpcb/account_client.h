// A client of TPC-B: account updates (clause 1.2), the order of their changes as in the standard's
// listing.
#ifndef AFTERIMAGE_WORKLOAD_TPCB_ACCOUNT_CLIENT_H_
#define AFTERIMAGE_WORKLOAD_TPCB_ACCOUNT_CLIENT_H_

#include "base/random.h"
#include "workload/program_client.h"
#include "workload/tpcb/tpcb.h"

namespace afterimage::tpcb {

extern const StatementList kAccountUpdate;

// The inputs of a transaction (clause 5.3).
struct Request {
  uint32_t branch = 0;  // the teller's
  uint32_t teller = 0;
  uint32_t account_branch = 0;
  uint32_t account = 0;
  int64_t delta = 0;

  static Request Draw(const Settings& settings, Random& random);
};

class AccountClient final : private ProgramClient {
 public:
  AccountClient(const Tpcb& workload, ClientRun& run, uint32_t number)
      : ProgramClient(workload, run),
        settings_(workload.settings()),
        number_(number),
        random_(Mix64(Mix64(run.seed) + number)) {}

  using ProgramClient::Run;

 private:
  void Draw(uint32_t) override { request_ = Request::Draw(settings_, random_); }
  Task<Status> Program(Thread& thread, uint32_t kind) override;
  // Adds the amount to the balance of this record.
  Task<Status> Add(Thread& thread, TableId table, Key key);
  Task<Status> Remember(Thread& thread);

  const Settings& settings_;
  uint32_t number_;
  Random random_;
  Request request_;
};

}  // namespace afterimage::tpcb

#endif  // AFTERIMAGE_WORKLOAD_TPCB_ACCOUNT_CLIENT_H_
