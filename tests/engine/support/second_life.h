// Clients at work in a database that has come back from a power cut, and what they leave.
#ifndef AFTERIMAGE_TESTS_SUPPORT_SECOND_LIFE_H_
#define AFTERIMAGE_TESTS_SUPPORT_SECOND_LIFE_H_

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "run/life/session.h"

namespace afterimage::testing_support {

// Each transaction changes one or two records, which no other one touches: values go up, records go
// and come. Every fourth is rolled back.
class SecondLife {
 public:
  // Begins after a session whose recovery has ended, and which must outlive this.
  explicit SecondLife(Session& session) : session_(session), engine_(session.world().engine()) {
    const std::span<const Observed> found = session.world().observed();
    const size_t half = (found.size() + 1) / 2;
    for (size_t i = 0; i < half; ++i) {
      Job job{{}, i % 4 == 3};
      for (size_t record = i; record < found.size(); record += half)
        job.changes.push_back({record, found[record], After(record, found[record])});
      jobs_.push_back(std::move(job));
    }
    clients_ = running_ = session.workload().clients();
  }

  // Lets clients and daemons work for so many steps. True if they are done.
  bool Run(uint64_t steps) {
    World& world = session_.world();
    Kernel& kernel = world.kernel();
    world.recorder().Mute(true);
    engine_.Start();
    for (uint32_t i = 0; i < clients_; ++i)
      kernel.Spawn(kernel.thread(i), Client(kernel.thread(i), i));
    kernel.Limit(steps);
    const bool through = kernel.Run();
    kernel.Unlimit();
    world.recorder().Mute(false);
    return through && running_ == 0;
  }

  uint32_t committed() const {
    uint32_t sum = 0;
    for (const Job& job : jobs_) sum += job.fate == Fate::kTold ? 1 : 0;
    return sum;
  }

  // The mistakes in what the next life reads; empty if the reads are allowed.
  std::string Wrong(std::span<const Observed> read) const {
    if (damaged_) return "damaged before the power failed";
    for (const Job& job : jobs_) {
      size_t old = 0, fresh = 0;
      for (const Change& change : job.changes) {
        old += read[change.record] == change.before ? 1 : 0;
        fresh += read[change.record] == change.after ? 1 : 0;
      }
      const bool none = old == job.changes.size(), all = fresh == job.changes.size();
      const bool right = job.fate == Fate::kTold    ? all
                         : job.fate == Fate::kAsked ? none || all
                                                    : none;
      if (!right) {
        return "record " + std::to_string(job.changes[0].record) + ", fate " +
               std::to_string(static_cast<int>(job.fate)) + ": " + std::to_string(old) +
               " old and " + std::to_string(fresh) + " new of " +
               std::to_string(job.changes.size());
      }
    }
    return "";
  }

 private:
  struct Change {
    size_t record;
    Observed before, after;
  };
  enum class Fate : uint8_t { kOpen, kAsked, kTold };
  struct Job {
    std::vector<Change> changes;
    bool rolls_back = false;
    Fate fate = Fate::kOpen;
  };

  static Observed After(size_t record, const Observed& before) {
    if (!before.present) return {true, true, 500 + static_cast<int64_t>(record)};
    if (record % 5 == 4) return {};
    return {true, true, before.number + 1};
  }

  Task<Status> Make(Thread& thread, Transaction& txn, Change& change) {
    const ScriptRecord& record = session_.scenario().script.records[change.record];
    const Value value =
        Value::FromNumber(change.after.number, session_.workload().table(record.table).value_bytes);
    if (!change.after.present) return engine_.Erase(thread, txn, record.table, record.key);
    if (!change.before.present) return Insert(thread, txn, record, value);
    return Update(thread, txn, record, value);
  }
  // Operations with frames of their own: the value must live until the engine has answered.
  Task<Status> Insert(Thread& thread, Transaction& txn, ScriptRecord record, Value value) {
    co_return co_await engine_.Insert(thread, txn, record.table, record.key, value);
  }
  Task<Status> Update(Thread& thread, Transaction& txn, ScriptRecord record, Value value) {
    co_return co_await engine_.Update(thread, txn, record.table, record.key, value);
  }

  Task<void> Client(Thread& thread, uint32_t client) {
    for (size_t i = client; i < jobs_.size(); i += clients_) co_await Do(thread, jobs_[i]);
    co_await Ordered(thread);
    if (--running_ == 0) engine_.Stop(thread);
  }

  Task<void> Do(Thread& thread, Job& job) {
    for (uint32_t attempt = 0; attempt < 30; ++attempt) {
      Transaction txn;
      co_await Ordered(thread);
      txn.id = next_id_++;
      txn.timestamp = txn.id;
      co_await engine_.Begin(thread, txn);
      Status status = Status::kOk;
      for (size_t i = 0; i < job.changes.size() && status == Status::kOk; ++i)
        status = co_await Make(thread, txn, job.changes[i]);
      damaged_ = damaged_ || status == Status::kDamaged;
      if (status == Status::kOk && !job.rolls_back) {
        co_await Ordered(thread);
        job.fate = Fate::kAsked;
        status = co_await engine_.Commit(thread, txn);
        co_await Ordered(thread);
        job.fate = status == Status::kOk ? Fate::kTold : Fate::kOpen;
      } else {
        co_await engine_.Abort(thread, txn);
      }
      co_await engine_.Finish(thread, txn);
      if (status != Status::kMustAbort) co_return;
      co_await Delay(thread, Time{1000} << (attempt < 10 ? attempt : 10), WaitFor::kWork,
                     Category::kWait);
    }
  }

  Session& session_;
  StorageEngine& engine_;
  std::vector<Job> jobs_;
  uint32_t clients_ = 0;
  uint32_t running_ = 0;
  TxnId next_id_ = 1000000;
  bool damaged_ = false;
};

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_SECOND_LIFE_H_
