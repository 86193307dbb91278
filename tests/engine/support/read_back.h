// Reads the records of a finished run through the engine's public interface, as a client would.
#ifndef AFTERIMAGE_TESTS_SUPPORT_READ_BACK_H_
#define AFTERIMAGE_TESTS_SUPPORT_READ_BACK_H_

#include <string>
#include <vector>

#include "run/life/session.h"

namespace afterimage::testing_support {

inline Task<> ReadRecords(Thread& thread, StorageEngine& engine, const afterimage::Script& script,
                          std::vector<Observed>* read) {
  Transaction txn;
  txn.id = ~TxnId{0};
  co_await engine.Begin(thread, txn);
  for (const ScriptRecord& record : script.records) {
    Value value;
    const Status status =
        co_await engine.Read(thread, txn, record.table, record.key, LockMode::kShared, &value);
    read->push_back({status == Status::kOk, value.whole(), value.number()});
  }
  co_await engine.Finish(thread, txn);
}

// "A=1 B=- C=3?" : absent records as a dash, torn values with a question mark.
inline std::string ReadBack(Session& session) {
  World& world = session.world();
  std::vector<Observed> read;
  Thread& thread = world.kernel().thread(world.recovery_actor());
  const afterimage::Script& script = session.scenario().script;
  world.kernel().Spawn(thread, ReadRecords(thread, world.engine(), script, &read),
                       world.kernel().now());
  world.kernel().Run();
  std::string text;
  for (size_t i = 0; i < read.size(); ++i) {
    text += (i ? " " : "") + script.records[i].name + "=";
    text += !read[i].present ? "-" : std::to_string(read[i].number) + (read[i].whole ? "" : "?");
  }
  return read.size() == script.records.size() ? text : text + " and then it hangs";
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_READ_BACK_H_
