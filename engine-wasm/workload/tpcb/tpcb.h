// TPC-B, standard specification revision 2.0: the one transaction that changes an account, its
// teller and its branch and adds a row to the history, back to back.
//
// A fresh database has balances of zero and no history; everything else is a function of the seed
// and the row's number. A client asks for any teller; the account is of the teller's branch in 85
// of 100 cases.
#ifndef AFTERIMAGE_WORKLOAD_TPCB_TPCB_H_
#define AFTERIMAGE_WORKLOAD_TPCB_TPCB_H_

#include "workload/tpcb/rows.h"
#include "workload/workload.h"

namespace afterimage {

namespace tpcb {

struct Settings {
  Scale scale;
  uint32_t local_percent = 85;
  uint32_t clients = 1;
  uint64_t seed = 0;
};

}  // namespace tpcb

class Tpcb final : public Workload {
 public:
  explicit Tpcb(const tpcb::Settings& settings);

  uint32_t table_count() const override { return tpcb::kTables; }
  const TableInfo& table(TableId table) const override { return tables_[table]; }
  uint64_t RowCount(TableId table) const override { return rows_[table]; }
  Key KeyAt(TableId table, uint64_t row) const override;
  void ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
               uint8_t* out) const override;
  Key SecondaryAt(TableId, uint64_t, uint64_t*) const override { return 0; }  // there are none
  bool InUse(TableId table, uint64_t row) const override;

  uint32_t clients() const override { return settings_.clients; }
  Task<void> RunClient(Thread& thread, ClientRun& run, uint32_t client) override;
  Task<void> Check(Thread& thread, StorageEngine& engine, Consistency* result) override;

  uint32_t kinds() const override { return 1; }
  Text kind_title(uint32_t) const override;
  uint32_t KindOf(TxnLabel) const override { return 0; }
  uint32_t statement_count(uint32_t) const override;
  Text statement(uint32_t, uint32_t i) const override;

  const tpcb::Settings& settings() const { return settings_; }

 private:
  tpcb::Settings settings_;
  uint64_t seed_;
  TableInfo tables_[tpcb::kTables];
  uint64_t rows_[tpcb::kTables];
};

extern const WorkloadInfo kTpcb;

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_TPCB_TPCB_H_
