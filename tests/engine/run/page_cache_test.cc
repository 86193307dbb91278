// Does the machine's memory matter only where it is short, and does a database recover where it is?
#include "support/measured_point.h"

namespace afterimage::testing_support {
namespace {

class PageCacheOnDisks : public testing::TestWithParam<BenchmarkCase> {
 protected:
  // The experiment on another machine, with these prices beside its own ones.
  std::unique_ptr<PointRun> RunOn(const std::string& machine, const std::string& prices,
                                  const std::string& more) const {
    const std::string text = GetParam().Experiment(8, 200, R"(, "warmup": 10, "seed": 3)" + more);
    return Measured(OnMachine(text, machine, R"("os.page_cache": 1, )" + prices));
  }
};
INSTANTIATE_TEST_SUITE_P(All, PageCacheOnDisks, testing::ValuesIn(TpcbOnDisks()),
                         [](const auto& made) { return NameOf(made.param); });

// Byte for byte, on any machine; and a flusher that has nothing to write costs nothing.
TEST_P(PageCacheOnDisks, ChangesNothingWhereMemoryIsNotShort) {
  for (int i = 0; i < kMachineCount; ++i) {
    std::string any, much;
    const auto without = RunOn(kMachines[i].id, R"("os.memory_mb": 0, "os.writeback_ms": 0)", "");
    WritePointResult(*without, &any);
    WritePointResult(
        *RunOn(kMachines[i].id, R"("os.memory_mb": 16777216, "os.writeback_ms": 0)", ""), &much);
    EXPECT_EQ(any, much) << kMachines[i].id;
    const auto flusher = RunOn(kMachines[i].id, R"("os.memory_mb": 16777216)", "");
    if (without->after().time < 5'000'000'000)
      EXPECT_EQ(Took(*flusher), Took(*without)) << kMachines[i].id;
  }
}

TEST_P(PageCacheOnDisks, LeavesADatabaseThatRecoversWhateverIsWrittenBackWhen) {
  for (const char* prices :
       {R"("os.writeback_ms": 1, "os.dirty_expire_ms": 0)",
        R"("os.writeback_ms": 1, "os.dirty_expire_ms": 3, "os.dirty_percent": 5)"}) {
    const auto point = RunOn("setup-a", prices, R"(, "crash": {"after_transactions": 210})");
    EXPECT_EQ(point->recovery().status, Status::kOk);
    EXPECT_TRUE(point->consistency().holds) << point->consistency().broken.en;
  }
}

}  // namespace
}  // namespace afterimage::testing_support
