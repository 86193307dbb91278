// A lock manager, transactions of a given age, and a diary of who got what when.
#ifndef AFTERIMAGE_TESTS_SUPPORT_LOCK_FIXTURE_H_
#define AFTERIMAGE_TESTS_SUPPORT_LOCK_FIXTURE_H_

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <string>

#include "db/locks/lock_manager.h"
#include "support/litmus.h"

namespace afterimage::lock_test {

using testing_support::SetupA;
using testing_support::Sim;
using testing_support::Until;

inline constexpr LockMode kS = LockMode::kShared, kX = LockMode::kExclusive;
inline constexpr LockMode kIS = LockMode::kIntentShared, kIX = LockMode::kIntentExclusive;
inline constexpr Key kA = 1, kB = 2, kC = 3;

class LockFixture : public testing::Test {
 protected:
  void Use(const LockParams& params) {
    locks_ = sim_.arena.New<LockManager>(sim_.arena, machine_, params);
  }
  void Use(DeadlockPolicy policy) { Use({.deadlock = policy, .structure = 3}); }
  Transaction& Txn(uint64_t age) {
    txns_.emplace_back();
    txns_.back().id = static_cast<TxnId>(age);
    txns_.back().label = static_cast<TxnLabel>(age);
    txns_.back().timestamp = age;
    return txns_.back();
  }
  // Says "name+" when granted and "name-" when ordered to die, with the time.
  Task<LockResult> Lock(Thread& t, Transaction& txn, Key key, LockMode mode) {
    const LockResult result = co_await locks_->Lock(t, txn, kScriptTable, key, mode);
    Tell(t, txn, result);
    co_return result;
  }
  Task<LockResult> LockTable(Thread& t, Transaction& txn, TableId table, LockMode mode) {
    const LockResult result = co_await locks_->LockTable(t, txn, table, mode);
    Tell(t, txn, result);
    co_return result;
  }
  Task<LockResult> LockDatabase(Thread& t, Transaction& txn, LockMode mode) {
    const LockResult result = co_await locks_->LockDatabase(t, txn, mode);
    Tell(t, txn, result);
    co_return result;
  }
  Task<LockResult> Announce(Thread& t, Transaction& txn, TableId table, LockMode mode) {
    const LockResult result = co_await locks_->Announce(t, txn, table, mode);
    Tell(t, txn, result);
    co_return result;
  }
  void Tell(Thread& t, const Transaction& txn, LockResult result) {
    diary_ += std::to_string(txn.id) + (result == LockResult::kGranted ? "+" : "-") + "@" +
              std::to_string(t.now()) + " ";
  }
  // Locks at `at`, releases at `until`.
  auto Holder(uint64_t age, Key key, LockMode mode, Time at, Time until) {
    Transaction* txn = &Txn(age);
    return [this, txn, key, mode, at, until](Thread& t) -> Task<> {
      co_await Until(t, at);
      const LockResult result = co_await Lock(t, *txn, key, mode);
      if (result == LockResult::kGranted && t.now() < until) co_await Until(t, until);
      co_await locks_->ReleaseAll(t, *txn);
    };
  }
  // The same with a lock on a table.
  auto TableHolder(uint64_t age, TableId table, LockMode mode, Time at, Time until) {
    Transaction* txn = &Txn(age);
    return [this, txn, table, mode, at, until](Thread& t) -> Task<> {
      co_await Until(t, at);
      const LockResult result = co_await LockTable(t, *txn, table, mode);
      if (result == LockResult::kGranted && t.now() < until) co_await Until(t, until);
      co_await locks_->ReleaseAll(t, *txn);
    };
  }
  // The same with a lock on the database.
  auto DatabaseHolder(uint64_t age, LockMode mode, Time at, Time until) {
    Transaction* txn = &Txn(age);
    return [this, txn, mode, at, until](Thread& t) -> Task<> {
      co_await Until(t, at);
      const LockResult result = co_await LockDatabase(t, *txn, mode);
      if (result == LockResult::kGranted && t.now() < until) co_await Until(t, until);
      co_await locks_->ReleaseAll(t, *txn);
    };
  }
  // The same with the intention to lock records of a table.
  auto Announcer(uint64_t age, TableId table, LockMode mode, Time at, Time until) {
    Transaction* txn = &Txn(age);
    return [this, txn, table, mode, at, until](Thread& t) -> Task<> {
      co_await Until(t, at);
      const LockResult result = co_await Announce(t, *txn, table, mode);
      if (result == LockResult::kGranted && t.now() < until) co_await Until(t, until);
      co_await locks_->ReleaseAll(t, *txn);
    };
  }
  // "1:1S #5:2X? db:2IX" and so on for everything that is locked and awaited.
  std::string Everything() const {
    std::string all;
    locks_->ForEach([&](const LockName& name, const LockRequest& r) {
      static constexpr const char* kModes[] = {"S", "X", "IS", "IX"};
      all += NameOf(name) + ":" + std::to_string(r.txn->id) + kModes[static_cast<int>(r.mode)] +
             (r.granted ? " " : "? ");
    });
    return all;
  }
  static std::string NameOf(const LockName& name) {
    if (name.level == LockLevel::kDatabase) return "db";
    if (name.level == LockLevel::kTable) return "#" + std::to_string(name.table);
    return std::to_string(name.key);
  }

  Sim sim_;
  MachineProfile machine_ =
      SetupA({{Price::kPathLock, 0}, {Price::kAtomic, 0}, {Price::kLineTransfer, 0}});
  std::deque<Transaction> txns_;
  LockManager* locks_ =
      sim_.arena.New<LockManager>(sim_.arena, machine_, LockParams{.structure = 3});
  std::string diary_;
};

}  // namespace afterimage::lock_test

#endif  // AFTERIMAGE_TESTS_SUPPORT_LOCK_FIXTURE_H_
