// TPC-C, standard specification revision 5.11: the five transactions over nine tables, the standard
// mix or new-order alone, without keying and thinking times.
//
// The kind of a transaction is drawn from the seed and its label, what it asks for from the run's
// seed and the client. Client n works for warehouse n mod warehouses + 1, or for any warehouse each
// time; in a district of its choice each time.
#ifndef AFTERIMAGE_WORKLOAD_TPCC_TPCC_H_
#define AFTERIMAGE_WORKLOAD_TPCC_TPCC_H_

#include "workload/tpcc/inputs.h"
#include "workload/workload.h"

namespace afterimage {

namespace tpcc {

// Transactions of the mix that change at most ten pages of records, or more.
enum class Pages : uint8_t { kAny, kAtMostTen, kMoreThanTen };

struct Settings {
  Scale scale;
  bool new_order_only = false;
  uint32_t rollback_percent = 1;
  Pages pages = Pages::kAny;
  Home home = Home::kOneForGood;
  uint32_t clients = 1;
  uint64_t seed = 0;
};

}  // namespace tpcc

class Tpcc final : public Workload {
 public:
  explicit Tpcc(const tpcc::Settings& settings)
      : settings_(settings), population_(settings.scale, settings.seed) {}

  uint32_t table_count() const override { return population_.table_count(); }
  const TableInfo& table(TableId table) const override { return population_.table(table); }
  uint64_t RowCount(TableId table) const override { return population_.RowCount(table); }
  Key KeyAt(TableId table, uint64_t row) const override { return population_.KeyAt(table, row); }
  uint64_t RowFrom(TableId table, Key key, uint64_t low, uint64_t high) const override {
    return population_.RowFrom(table, key, low, high);
  }
  void ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
               uint8_t* out) const override {
    population_.ValueAt(table, row, offset, size, out);
  }
  Key SecondaryAt(TableId table, uint64_t i, uint64_t* row) const override {
    return population_.SecondaryAt(table, i, row);
  }

  uint32_t clients() const override { return settings_.clients; }
  Task<void> RunClient(Thread& thread, ClientRun& run, uint32_t client) override;
  Task<void> Check(Thread& thread, StorageEngine& engine, Consistency* result) override;

  uint32_t kinds() const override;
  Text kind_title(uint32_t kind) const override;
  uint32_t KindOf(TxnLabel txn) const override;
  uint32_t statement_count(uint32_t kind) const override;
  Text statement(uint32_t kind, uint32_t i) const override;

  const tpcc::Population& population() const { return population_; }

 private:
  tpcc::NewOrders OrdersAskedFor() const;

  tpcc::Settings settings_;
  tpcc::Population population_;
};

extern const WorkloadInfo kTpcc;

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_TPCC_TPCC_H_
