// Scenario files of a tiny TPC-C.
#ifndef AFTERIMAGE_TESTS_SUPPORT_TPCC_SCENARIO_H_
#define AFTERIMAGE_TESTS_SUPPORT_TPCC_SCENARIO_H_

#include <string>

namespace afterimage::testing_support {

struct TpccScenario {
  std::string scheme = "nv-logging";
  std::string pages = R"("placement": "btree", "spare_pages": 256, "frames": 64, )";
  std::string params = R"("entries": 2048, "checkpoint_after": 1024)";
  std::string mix = "new-order";
  uint32_t clients = 2;
  uint32_t transactions = 3;
  uint32_t rollback_percent = 0;
  uint32_t seed = 7;

  std::string Json() const {
    return R"({"format": 1, "id": "tpcc", "kind": "scenario", "title": {"en": "t", "zh": "t"}, "machine": {"id": "setup-a",)"
           R"( "overrides": {"disk.read_ns": 20000, "disk.write_ns": 20000}}, "scheme": {"id": ")" +
           scheme + R"(", "params": {)" + pages + params + R"(}}, "seed": )" +
           std::to_string(seed) + R"(, "workload": {"id": "tpcc", "params": {"mix": ")" + mix +
           R"(", "rows": "compact", "districts": 2, "customers": 10, "items": 20, "orders": 10, "rollback_percent": )" +
           std::to_string(rollback_percent) + R"(}}, "clients": )" + std::to_string(clients) +
           R"(, "transactions": )" + std::to_string(transactions) + "}";
  }
};

inline TpccScenario TpccOnAries() {
  TpccScenario scenario;
  scenario.scheme = "aries";
  scenario.params = R"("partition_kb": 64, "buffer_kb": 32, "checkpoint_kb": 96)";
  return scenario;
}

inline TpccScenario TpccOnRewind() {
  TpccScenario scenario;
  scenario.scheme = "rewind";
  scenario.pages = "";
  scenario.params = R"("log_slots": 4096, "spare_kb": 512)";
  return scenario;
}

inline TpccScenario TpccOnDistributed() {
  TpccScenario scenario;
  scenario.scheme = "distributed";
  scenario.params = R"("ring_kb": 128, "checkpoint_kb": 64)";
  return scenario;
}

inline TpccScenario TpccOnDecentralized() {
  TpccScenario scenario;
  scenario.scheme = "nv-disk-decentralized";
  scenario.params = R"("partition_kb": 64, "checkpoint_kb": 96)";
  return scenario;
}

inline TpccScenario TpccOnNvWsp() {
  TpccScenario scenario;
  scenario.scheme = "nv-wsp";
  scenario.params = R"("entries": 1024, "marks": 8)";
  return scenario;
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_TPCC_SCENARIO_H_
