// Does a lack of banks slow every system down that uses NVM, and does it change nothing else?
#include "support/measured_point.h"

namespace afterimage::testing_support {
namespace {

class Banks : public testing::TestWithParam<BenchmarkCase> {
 protected:
  // Sixteen clients on PCMLogging's machine, whose chips take 1 us a line.
  std::unique_ptr<PointRun> Run(int banks) const {
    const std::string text = GetParam().Experiment(
        16, 300, R"(, "warmup": 50, "seed": 3, "crash": {"after_transactions": 350})");
    return Measured(OnMachine(text, "pcmlogging-ssd",
                              R"("cpu.cores": 16, "nvm.banks": )" + std::to_string(banks)));
  }
  // One thread at a time comes to the NVM, or none: a file has one writer.
  bool AloneOnNvm() const {
    const std::string id = GetParam().scheme->id;
    return id == "aries" || id == "nv-disk" || id == "nv-disk-decentralized" || id == "xtradb";
  }
};
INSTANTIATE_TEST_SUITE_P(All, Banks, testing::ValuesIn(TpcbCases()),
                         [](const auto& made) { return NameOf(made.param); });

TEST_P(Banks, AreWaitedForWhereThreadsMeetAtTheNvm) {
  const Time any = Took(*Run(0)), four = Took(*Run(4)), one = Took(*Run(1));
  if (AloneOnNvm()) {
    EXPECT_EQ(four, any);
    EXPECT_EQ(one, any);
  } else {
    EXPECT_GT(four, any);
    EXPECT_GT(one, four);
  }
}

// Without a limit banks have no effect: a result is the same, byte for byte, on any machine,
// however they would be laid out.
TEST_P(Banks, ChangeNothingWhereThereIsNoLimit) {
  for (int i = 0; i < kMachineCount; ++i) {
    if (MachineProfile(kMachines[i])[Price::kNvmBanks] != 0) continue;
    std::string results[2];
    for (const char* interleave : {"64", "4096"}) {
      const auto point = Measured(
          OnMachine(GetParam().Experiment(8, 100, R"(, "warmup": 10, "seed": 3)"), kMachines[i].id,
                    R"("nvm.interleave_bytes": )" + std::string(interleave)));
      WritePointResult(*point, &results[interleave[0] == '4']);
    }
    EXPECT_EQ(results[0], results[1]) << kMachines[i].id;
  }
}

// Others come in between wherever a read waits: what is promised must hold all the same.
TEST_P(Banks, LeaveADatabaseThatRecovers) {
  if (GetParam().promises_nothing()) return;
  for (const int banks : {1, 4}) {
    const auto point = Run(banks);
    EXPECT_TRUE(point->complete());
    EXPECT_EQ(point->recovery().status, Status::kOk);
    EXPECT_TRUE(point->consistency().holds) << point->consistency().broken.en;
  }
}

}  // namespace
}  // namespace afterimage::testing_support
