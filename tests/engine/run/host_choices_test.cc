// Does how the host holds memory decide anything that is measured?
#include "base/host_choices.h"

#include "run/file/experiment/experiment.h"
#include "run/measure/point.h"
#include "support/measured_point.h"
#include "support/scenarios.h"
#include "support/with_host_choices.h"

namespace afterimage::testing_support {
namespace {

// One choice made the other way.
struct OtherChoice {
  const char* name;
  void (*make)(HostChoices& choices);
};
constexpr OtherChoice kOtherChoices[] = {
    {"all lines of an extent kept at once",
     [](HostChoices& choices) { choices.whole_extent_lines = 1; }},
    {"no extent kept whole for being half full",
     [](HostChoices& choices) { choices.whole_extent_lines = 65; }},
    {"an extent kept whole as soon as it grows",
     [](HostChoices& choices) { choices.grown_extent_lines = 1; }},
    {"no extent kept whole for growing",
     [](HostChoices& choices) { choices.grown_extent_lines = 65; }},
    {"no node kept whole for being searched",
     [](HostChoices& choices) { choices.whole_node_bytes = 0; }},
    {"no node kept whole for being changed",
     [](HostChoices& choices) { choices.changed_nodes_whole = false; }},
    {"nothing read from the rule that made it",
     [](HostChoices& choices) { choices.fresh_by_rule = false; }},
    {"clean frames keep their bytes in every pool",
     [](HostChoices& choices) { choices.small_pool_bytes = ~uint64_t{0}; }},
    {"clean frames keep their bytes in no pool",
     [](HostChoices& choices) { choices.small_pool_bytes = 0; }},
    {"a frame for every page that is warm",
     [](HostChoices& choices) { choices.warm_without_frames = false; }},
    {"pages that go home whole", [](HostChoices& choices) { choices.pages_by_difference = false; }},
    {"copies of pages held by what they are copies of",
     [](HostChoices& choices) { choices.likened_bytes = 0; }},
    {"a rollback that walks over the whole log",
     [](HostChoices& choices) { choices.walks_charged = false; }},
    {"no memory handed out again", [](HostChoices& choices) { choices.pooled_memory = false; }},
};

std::string Measure(const PointConfig& config) {
  PointRun point(config);
  if (!point.formatted()) return "no room";
  while (!point.Advance(1 << 20)) continue;
  std::string text;
  WritePointResult(point, &text);
  return text;
}

// Measures it with each choice made the other way.
void ExpectNothingDecided(const std::string& text, std::shared_ptr<const WorkloadInput> input) {
  Experiment experiment;
  std::vector<Problem> problems;
  ASSERT_TRUE(ParseExperiment(text, &experiment, &problems, input)) << problems[0].reason_en;
  const PointConfig config = experiment.Point(0);
  const std::string usual = Measure(config);
  ASSERT_NE(usual, "no room");
  for (const OtherChoice& other : kOtherChoices) {
    HostChoices choices;
    other.make(choices);
    const WithHostChoices changed(choices);
    EXPECT_EQ(Measure(config), usual) << other.name;
  }
  EXPECT_EQ(Measure(config), usual) << "measured again";
}

class HostChoice : public testing::TestWithParam<BenchmarkCase> {};
INSTANTIATE_TEST_SUITE_P(All, HostChoice, testing::ValuesIn(BenchmarkCases()),
                         [](const auto& made) { return NameOf(made.param); });

TEST_P(HostChoice, DecidesNothingThatIsMeasured) {
  ExpectNothingDecided(
      GetParam().Experiment(4, 60,
                            R"(, "warmup": 10, "seed": 5, "crash": {"after_transactions": 65})"),
      SmallInput(*GetParam().workload));
}

class HostChoiceOnDisks : public testing::TestWithParam<BenchmarkCase> {};
INSTANTIATE_TEST_SUITE_P(All, HostChoiceOnDisks, testing::ValuesIn(TpcbOnDisks()),
                         [](const auto& made) { return NameOf(made.param); });

// Pages of the published size, few frames, and a flusher that sends pages to the disk soon.
TEST_P(HostChoiceOnDisks, DecidesNothingThatIsMeasured) {
  std::string text =
      OnMachine(GetParam().Experiment(
                    4, 300, R"(, "warmup": 30, "seed": 5, "crash": {"after_transactions": 320})"),
                "setup-a", R"("os.page_cache": 1, "os.writeback_ms": 1, "os.dirty_expire_ms": 0)");
  const std::string frames = R"("frames":64)";
  ASSERT_NE(text.find(frames), std::string::npos);
  text.replace(text.find(frames), frames.size(), R"("frames":9,"page_bytes":8192)");
  const std::string ring = R"("ring_kb":)";
  if (text.find(ring) != std::string::npos) text.replace(text.find(ring) + ring.size(), 0, "10");
  const auto point = Measured(text);
  EXPECT_GT(point->after().disk.writes, 10u);
  ExpectNothingDecided(text, nullptr);
}

}  // namespace
}  // namespace afterimage::testing_support
