// TPC-C over an engine in memory.
#ifndef AFTERIMAGE_TESTS_SUPPORT_TPCC_RUN_H_
#define AFTERIMAGE_TESTS_SUPPORT_TPCC_RUN_H_

#include "support/benchmark_run.h"
#include "workload/tpcc/tpcc.h"

namespace afterimage::testing_support {

// Small enough for a lecture: about a thousand rows.
inline tpcc::Settings TinySettings(uint32_t clients = 1) {
  tpcc::Settings settings;
  settings.scale = {1, 10, 10, 20, 5, true};
  settings.clients = clients;
  settings.seed = 7;
  return settings;
}

// Large enough that orders, names and stock look as in the standard.
inline tpcc::Settings SmallSettings(uint32_t clients = 1) {
  tpcc::Settings settings;
  settings.scale = {2, 10, 60, 500, 40, false};
  settings.clients = clients;
  settings.seed = 3;
  return settings;
}

using TpccRun = BenchmarkRun<Tpcc>;

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_TPCC_RUN_H_
