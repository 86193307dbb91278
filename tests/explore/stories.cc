#include "stories.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace afterimage::testing_support {

const std::vector<std::string>& Stories() {
  static const std::vector<std::string> stories = [] {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(AFTERIMAGE_SCENARIOS "/explore")) {
      if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }();
  return stories;
}

namespace {
Scenario Read(const std::string& story, const Family& family) {
  std::ifstream file(std::string(AFTERIMAGE_SCENARIOS "/explore/") + story + ".json",
                     std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Scenario scenario;
  std::vector<Problem> problems;
  EXPECT_TRUE(ParseScenario(text, &scenario, &problems))
      << story << (problems.empty() ? "" : problems[0].reason_en);
  // Long writes of many threads meet and have too many images together; what counts here is their
  // order.
  scenario.overrides.push_back({Price::kFileWrite, 0});
  scenario.overrides.push_back({Price::kFileWritePage, 100});
  if (family.clwb) scenario.overrides.push_back({Price::kClwb, 1});
  scenario.scheme = FindScheme(family.scheme);
  for (uint32_t i = 0; i < scenario.scheme->param_count; ++i) {
    scenario.params.value[i] = scenario.scheme->params[i].standard;
    for (const ParamSetting& setting : family.params) {
      if (std::string(setting.id) == scenario.scheme->params[i].id)
        scenario.params.value[i] = setting.value;
    }
  }
  return scenario;
}
}  // namespace

Scenario Tell(const std::string& story, const Family& family) {
  Scenario scenario = Read(story, family);
  EXPECT_EQ(scenario.scheme->check(scenario.params, scenario.Profile()), nullptr);
  return scenario;
}

bool TryTell(const std::string& story, const Family& family, const PriceOverrides& machine,
             Scenario* scenario) {
  *scenario = Read(story, family);
  scenario->overrides.insert(scenario->overrides.end(), machine.begin(), machine.end());
  return !scenario->scheme->check(scenario->params, scenario->Profile()) &&
         Session(*scenario, nullptr).formatted();
}

std::string Described(const Scenario& scenario) {
  std::string text = scenario.scheme->id;
  for (uint32_t i = 0; i < scenario.scheme->param_count; ++i) {
    const ParamInfo& param = scenario.scheme->params[i];
    const int64_t value = scenario.params.value[i];
    text += std::string(" ") + param.id + "=" +
            (param.type == ParamType::kChoice ? param.choices[value].id : std::to_string(value));
  }
  return text;
}

std::unique_ptr<Verification> Explored(const Scenario& scenario, const VerifyOptions& options) {
  auto verification = std::make_unique<Verification>(scenario, options);
  while (!verification->Advance(5000)) continue;
  return verification;
}

bool Deep() { return std::getenv("AFTERIMAGE_DEEP") != nullptr; }

}  // namespace afterimage::testing_support
