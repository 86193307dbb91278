// Tests the parameters of inserting and writing a log in every system that has a central one: each
// system recovers from what they leave, and bad values are refused.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "scheme/aries/aries_play.h"

namespace afterimage::testing_support {
namespace {

constexpr const char* kTwoClients =
    R"([["begin T1", "A := 50", "B := B + 50", "commit", "begin T4", "A := A + 1", "commit"],
        ["begin T2", "insert D := 1", "C := 7", "abort", "begin T5", "C := C + 1", "commit"]])";

std::string Refused(const char* scheme, const std::string& params) {
  Scenario scenario;
  std::vector<Problem> problems;
  if (ParseScenario(ScriptOn(scheme, "[[]]", params, "[]").Json(), &scenario, &problems)) return {};
  return problems[0].path + ": " + problems[0].reason_en +
         (problems[0].reason_zh.empty() ? ", no Chinese" : "");
}

class LogWrittenBy : public testing::TestWithParam<std::tuple<const char*, const char*>> {};
INSTANTIATE_TEST_SUITE_P(
    Systems, LogWrittenBy,
    testing::Combine(
        testing::Values("aries", "nv-disk", "nv-disk-decentralized", "berkeley-db", "stasis"),
        testing::Values(R"("log_on": "tmpfs")", R"("log_on": "pmfs")", R"("log_on": "disk")")));

TEST_P(LogWrittenBy, BlocksAndPartsIsWholeWhereverThePowerFails) {
  const auto [system, on] = GetParam();
  const std::string forms =
      std::string(system) == "nv-disk-decentralized" ? "" : R"(, "log_insert": "decoupled")";
  const Script script =
      ScriptOn(system, kTwoClients,
               std::string(R"({"log_block_bytes": 1024, "log_write": "writev", )") + on +
                   R"(, "partition_kb": 16, "frames": 8)" + forms + "}",
               "[]");
  Play play(script);
  ExpectConsistentEverywhere(play, Stride(3), 20);
}

TEST(LogWriting, BadBlocksAreRefusedWithTheReason) {
  const std::string multiple =
      "scheme.params.log_block_bytes: a log block must be a power of two, and log partitions and "
      "buffer multiples of it";
  for (const char* system : {"aries", "nv-disk", "nv-disk-decentralized"}) {
    EXPECT_EQ(Refused(system, R"({"log_block_bytes": 96})"), multiple) << system;
    EXPECT_EQ(Refused(system, R"({"log_block_bytes": 16384})"), multiple) << system;
    EXPECT_EQ(Refused(system, R"({"log_block_bytes": 1024})"), "") << system;
    // Smaller than a record's header.
    EXPECT_NE(Refused(system, R"({"log_block_bytes": 32})").find("scheme.params.log_block_bytes: "),
              std::string::npos)
        << system;
  }
  EXPECT_NE(Refused("aries", R"({"log_insert": "sideways"})").find("scheme.params.log_insert: "),
            std::string::npos);
  // Its log goes line by line to a zone in PCM.
  EXPECT_NE(Refused("pcm-wal", R"({"log_block_bytes": 1024})"), "");
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
