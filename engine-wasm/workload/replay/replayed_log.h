// The log of a server as a workload: what it did to rows is done again here, whoever has read it.
//
// The text that pg_waldump prints holds no values and no clients. A transaction id stands for a
// client's transaction; clients take transactions in the order in which they ended in the log, and
// one that touches a row which an earlier one touches waits until that one has ended. Values come
// from the seed, their lengths from the records. Rows that the log does not touch do not exist, but
// for those that fill the pages of a database in pages (paged_rows.h).
//
// Waiting at the row is what PostgreSQL does, but it holds locks meanwhile: a system that locks
// more than records (the neighbours of an insert, say) could then be caught in a circle that no
// lock manager sees. So by default a transaction waits before it takes its first lock.
#ifndef AFTERIMAGE_WORKLOAD_REPLAY_REPLAYED_LOG_H_
#define AFTERIMAGE_WORKLOAD_REPLAY_REPLAYED_LOG_H_

#include "workload/replay/paged_rows.h"

namespace afterimage {

namespace replay {

struct Settings {
  const Trace* trace = nullptr;
  uint32_t bytes = 96;  // of the rows of tables of which the log shows none whole, at least
  bool leaves_out_entries = false;  // of indexes
  bool wait_at_row = false;         // or before the first lock
  uint32_t reads = 0;               // of rows, for 100 changes
  uint32_t clients = 1;
  uint64_t seed = 0;
};

// Gives a row that transaction number `version` (from 1) has written, or nobody (0): the version,
// then letters. An update changes the first `changed` bytes only.
void PutVersion(uint64_t seed, Key key, uint32_t version, uint32_t changed, uint8_t* out);
// The bytes [offset, offset + size) of such a row.
void PutVersionPart(uint64_t seed, Key key, uint32_t version, uint32_t offset, uint32_t size,
                    uint8_t* out);
inline constexpr uint32_t kVersionBytes = 4;

}  // namespace replay

class ReplayedLog final : public Workload {
 public:
  explicit ReplayedLog(const replay::Settings& settings);

  uint32_t table_count() const override { return static_cast<uint32_t>(tables_.size()); }
  const TableInfo& table(TableId table) const override { return tables_[table]; }
  uint64_t RowCount(TableId table) const override {
    return trace().tables[table].first_rows.size();
  }
  Key KeyAt(TableId table, uint64_t row) const override;
  void ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
               uint8_t* out) const override;
  Key SecondaryAt(TableId, uint64_t, uint64_t*) const override { return 0; }  // there are none
  const InitialRows& OnPages() const override { return paged_; }

  uint32_t clients() const override { return settings_.clients; }
  Task<void> RunClient(Thread& thread, ClientRun& run, uint32_t client) override;
  Task<void> Check(Thread& thread, StorageEngine& engine, Consistency* result) override;

  uint32_t kinds() const override { return 1; }
  Text kind_title(uint32_t) const override;
  uint32_t KindOf(TxnLabel) const override { return 0; }
  uint32_t statement_count(uint32_t) const override;
  Text statement(uint32_t, uint32_t i) const override;

  const replay::Settings& settings() const { return settings_; }
  const replay::Trace& trace() const { return *settings_.trace; }
  // False for what is left out.
  bool Replays(const replay::Op& op) const {
    return !settings_.leaves_out_entries || op.kind != replay::OpKind::kEntry;
  }

 private:
  replay::Settings settings_;
  std::vector<TableInfo> tables_;
  replay::PagedRows paged_;
};

extern const WorkloadInfo kReplayedLog;

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_REPLAY_REPLAYED_LOG_H_
