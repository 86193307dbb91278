// TATP (also TM1), the Telecommunication Application Transaction Processing benchmark: a mobile
// carrier's home location register, seven short transactions, four in five of which only read.
//
// The kind of a transaction is drawn from the seed and its label, what it asks for from the run's
// seed and the client. Transactions that do not find what they ask for are rolled back, and count
// as such.
#ifndef AFTERIMAGE_WORKLOAD_TATP_TATP_H_
#define AFTERIMAGE_WORKLOAD_TATP_TATP_H_

#include "workload/tatp/population.h"
#include "workload/workload.h"

namespace afterimage {

namespace tatp {

struct Settings {
  uint32_t subscribers = 1;
  uint32_t queried = 0;  // subscribers that clients ask for, from the first; 0 all
  bool uniform = false;
  uint32_t clients = 1;
  uint64_t seed = 0;
};

enum Kind : uint8_t {
  kGetSubscriberData,
  kGetNewDestination,
  kGetAccessData,
  kUpdateSubscriberData,
  kUpdateLocation,
  kInsertCallForwarding,
  kDeleteCallForwarding,
  kKinds
};

}  // namespace tatp

class Tatp final : public Workload {
 public:
  explicit Tatp(const tatp::Settings& settings)
      : settings_(settings), population_(settings.subscribers, settings.seed) {}

  uint32_t table_count() const override { return population_.table_count(); }
  const TableInfo& table(TableId table) const override { return population_.table(table); }
  uint64_t RowCount(TableId table) const override { return population_.RowCount(table); }
  Key KeyAt(TableId table, uint64_t row) const override { return population_.KeyAt(table, row); }
  void ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
               uint8_t* out) const override {
    population_.ValueAt(table, row, offset, size, out);
  }
  Key SecondaryAt(TableId table, uint64_t i, uint64_t* row) const override {
    return population_.SecondaryAt(table, i, row);
  }

  bool InUse(TableId table, uint64_t row) const override {
    return settings_.queried == 0 || population_.OwnerOf(table, row) <= settings_.queried;
  }

  uint32_t clients() const override { return settings_.clients; }
  Task<void> RunClient(Thread& thread, ClientRun& run, uint32_t client) override;
  Task<void> Check(Thread& thread, StorageEngine& engine, Consistency* result) override;

  uint32_t kinds() const override { return tatp::kKinds; }
  Text kind_title(uint32_t kind) const override;
  uint32_t KindOf(TxnLabel txn) const override;
  uint32_t statement_count(uint32_t kind) const override;
  Text statement(uint32_t kind, uint32_t i) const override;

  const tatp::Settings& settings() const { return settings_; }
  const tatp::Population& population() const { return population_; }

 private:
  tatp::Settings settings_;
  tatp::Population population_;
};

extern const WorkloadInfo kTatp;

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_TATP_TATP_H_
