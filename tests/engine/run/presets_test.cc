// Do presets set what they say?
#include <cstring>

#include "run/file/setup_fields.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

TEST(ScenarioPresets, SetWhatTheySayAndParamsComeOnTop) {
  for (uint32_t i = 0; i < kSchemeCount; ++i) {
    const SchemeInfo& scheme = *kSchemes[i];
    for (uint32_t p = 0; p < scheme.presets.size(); ++p) {
      const PresetInfo& preset = scheme.presets[p];
      const std::string text =
          Script{.threads = R"([["begin T1", "A := 1", "commit"]])", .scheme = scheme.id}.Json();
      const std::string with = std::string(scheme.id) + R"(", "preset": ")" + preset.id;
      const Scenario scenario = ParsedScenario(
          std::string(text).replace(text.find(scheme.id), std::strlen(scheme.id), with));
      for (uint32_t s = 0; s < preset.settings.size(); ++s) {
        const int param = FindParam(scheme.params, preset.settings[s].id);
        ASSERT_GE(param, 0) << scheme.id << " " << preset.id;
        EXPECT_EQ(scenario.params.value[param], preset.settings[s].value)
            << scheme.id << " " << preset.id;
      }
    }
  }
  Script script{.threads = R"([["begin T1", "A := 1", "commit"]])", .scheme = "nv-disk"};
  script.params = R"({"log_on": "pmfs"}, "preset": "all-in-nvram")";
  const Scenario scenario = ParsedScenario(script.Json());
  const auto value = [&](const char* id) {
    return scenario.params.value[FindParam(scenario.scheme->params, id)];
  };
  EXPECT_EQ(value("log_on"), 6);
  EXPECT_EQ(value("data_on"), 4);
}

}  // namespace
}  // namespace afterimage::testing_support
