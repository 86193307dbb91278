// A storage engine without storage: records in maps, locks with wait-die, undo in memory. It serves
// workloads that are tested on their own, and it can be made a bad engine. A record that a
// transaction erases is gone from the maps at once, and a rollback puts it back; other transactions
// are not warned.
#ifndef AFTERIMAGE_TESTS_SUPPORT_MEMORY_ENGINE_H_
#define AFTERIMAGE_TESTS_SUPPORT_MEMORY_ENGINE_H_

#include <deque>
#include <map>
#include <unordered_map>
#include <vector>

#include "scheme/contract/scheme.h"

namespace afterimage::testing_support {

class MemoryEngine final : public StorageEngine {
 public:
  static constexpr uint64_t kNone = ~uint64_t{0};

  // --- What to be like ---
  bool locks = true;
  Time operation_ns = 1000;
  uint32_t refuse_one_in = 0;    // of so many operations one tells its transaction to abort; 0 none
  uint64_t refuse_from = kNone;  // all operations from this one on
  // The change of `bad_table` with this number, from 0, is answered and not made.
  TableId bad_table = 0;
  uint64_t bad_change = kNone;

  // --- What it has seen ---
  uint64_t operations = 0;
  uint64_t waits = 0;
  uint64_t deaths = 0;
  bool stopped = false;

  bool Format(const InitialRows& rows) override;
  void Start() override {}
  void Stop(Thread&) override { stopped = true; }
  Task<void> Begin(Thread& thread, Transaction& txn) override;
  Task<Status> Read(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                    Value* value) override;
  Task<Status> Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                      const Value& value) override;
  Task<Status> Update(Thread& thread, Transaction& txn, TableId table, Key key,
                      const Value& value) override;
  Task<Status> Erase(Thread& thread, Transaction& txn, TableId table, Key key) override;
  Task<Status> Seek(Thread& thread, Transaction& txn, const KeyRange& range, LockMode mode,
                    Key* key, Value* value) override;
  Task<Status> Commit(Thread& thread, Transaction& txn) override;
  Task<void> Abort(Thread& thread, Transaction& txn) override;
  Task<void> Finish(Thread& thread, Transaction& txn) override;
  Task<void> Checkpoint(Thread&) override { co_return; }
  Task<void> Steal(Thread&, Key) override { co_return; }
  Task<RecoveryReport> Recover(Thread&) override { co_return RecoveryReport(); }
  uint16_t acknowledge_label() const override { return 0; }
  uint16_t abort_label() const override { return 0; }
  void Describe(Inspector&) override {}
  void CheckStructures(StructureCheck&) override {}
  bool ReadDram(Address, uint32_t, uint8_t*) const override { return false; }
  EngineCounters counters() const override { return {}; }

  // Loses a record behind everybody's back; false where there is none. REQUIRES: the table has no
  // secondary index.
  bool Lose(TableId table, Key key) { return tables_[table].records.erase(key) > 0; }
  // Changes a byte of a record in the same way. REQUIRES: there is such a record.
  void Spoil(TableId table, Key key, uint32_t offset) {
    tables_[table].records.at(key).at(offset) ^= 1;
  }

  // All records, for comparing databases.
  uint64_t Digest() const;
  uint64_t Changes(TableId table) const { return tables_[table].changes; }
  uint64_t Count(TableId table) const { return tables_[table].records.size(); }

 private:
  using Record = std::vector<uint8_t>;
  struct Table {
    TableInfo info;
    std::map<Key, Record> records;
    std::map<Key, Key> secondary;
    uint64_t changes = 0;
  };
  struct Undo {
    TableId table;
    Key key;
    bool existed;
    Record before;
  };
  struct Lock {
    std::vector<std::pair<Transaction*, LockMode>> holders;
    WaitQueue waiting;
  };
  struct Session {
    std::vector<Undo> undo;
    std::vector<Lock*> locks;
  };

  static Session& Of(Transaction& txn) { return *static_cast<Session*>(txn.log); }
  Task<Status> Enter(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode);
  static bool Conflict(const Lock& lock, const Transaction& txn, LockMode mode, bool* older);
  // True where the change is to be made.
  bool Remember(Transaction& txn, TableId table, Key key);
  static void Put(Table& table, Key key, Record value);
  static void Remove(Table& table, Key key);
  Record* Find(TableId table, Key key);

  std::vector<Table> tables_;
  std::unordered_map<uint64_t, Lock> lock_table_;
  std::deque<Session> sessions_;
  std::vector<Session*> free_;
};

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_MEMORY_ENGINE_H_
