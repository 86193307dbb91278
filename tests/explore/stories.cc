#include "stories.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "run/file/setup_fields.h"
#include "scheme/contract/scheme.h"

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
  if (family.caches_kept) scenario.overrides.push_back({Price::kCachesKept, 1});
  if (family.page_cache) {
    scenario.overrides.push_back({Price::kOsPageCache, 1});
    scenario.overrides.push_back({Price::kOsWritebackTime, 1});
    scenario.overrides.push_back({Price::kOsDirtyExpires, 0});
  }
  if (family.clwb) scenario.overrides.push_back({Price::kClwb, 1});
  return scenario;
}

// False where the scheme has no such parameter.
bool Set(Scenario* scenario, std::string_view id, int64_t value) {
  for (uint32_t i = 0; i < scenario->scheme->params.size(); ++i) {
    if (id != scenario->scheme->params[i].id) continue;
    scenario->params.value[i] = value;
    return true;
  }
  return false;
}

void SetScheme(Scenario* scenario, const Family& family) {
  scenario->scheme = FindScheme(family.scheme);
  for (uint32_t i = 0; i < scenario->scheme->params.size(); ++i)
    scenario->params.value[i] = scenario->scheme->params[i].standard;
  for (const ParamSetting& setting : family.params) Set(scenario, setting.id, setting.value);
}

// A story's own values for pages and locks hold for every scheme that has them.
constexpr const char* kOfAnyScheme[] = {"placement",   "page_bytes", "heap_pages",
                                        "spare_pages", "frames",     "elr"};

}  // namespace

Scenario Tell(const std::string& story, const Family& family) {
  Scenario scenario = Read(story, family);
  const SchemeInfo& own = *scenario.scheme;
  const ParamValues said = scenario.params;
  SetScheme(&scenario, family);
  for (uint32_t i = 0; i < own.params.size(); ++i) {
    const ParamInfo& param = own.params[i];
    const bool any = std::count(std::begin(kOfAnyScheme), std::end(kOfAnyScheme),
                                std::string_view(param.id)) > 0;
    if (any && said.value[i] != param.standard) Set(&scenario, param.id, said.value[i]);
  }
  for (const Room& room : family.room) {
    if (room.story != story) continue;
    for (const ParamSetting& setting : room.params)
      EXPECT_TRUE(Set(&scenario, setting.id, setting.value)) << family.name << " " << setting.id;
  }
  const Mismatch* refused = scenario.scheme->check(scenario.params, scenario.Profile());
  EXPECT_EQ(refused, nullptr) << story << ", " << family.name << ": "
                              << (refused ? refused->reason.en : "");
  EXPECT_TRUE(Session(scenario, nullptr).formatted()) << story << ", " << family.name;
  return scenario;
}

std::vector<std::string> ShapedStories() {
  return {"explore-dependent", "explore-readers", "explore-split", "explore-younger"};
}

std::vector<std::string> PlainStories() {
  std::vector<std::string> plain = Stories();
  for (const std::string& shaped : ShapedStories()) std::erase(plain, shaped);
  return plain;
}

bool TryTell(const std::string& story, const Family& family, const PriceOverrides& machine,
             Scenario* scenario) {
  *scenario = Read(story, family);
  SetScheme(scenario, family);
  scenario->overrides.insert(scenario->overrides.end(), machine.begin(), machine.end());
  const SchemeInfo& scheme = *scenario->scheme;
  if (const Mismatch* mismatch = scheme.check(scenario->params, scenario->Profile())) {
    const char* field = mismatch->field;
    EXPECT_TRUE(!field || FindParam(scheme.params, field) >= 0)
        << scheme.id << " has no parameter " << field;
    return false;
  }
  return Session(*scenario, nullptr).formatted();
}

std::string Described(const Scenario& scenario) {
  std::string text = scenario.scheme->id;
  for (uint32_t i = 0; i < scenario.scheme->params.size(); ++i) {
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

Scenario Parsed(const std::string& text) {
  Scenario scenario;
  std::vector<Problem> problems;
  EXPECT_TRUE(ParseScenario(text, &scenario, &problems))
      << text << (problems.empty() ? "" : problems[0].reason_en);
  return scenario;
}

uint32_t FromEnvironment(const char* variable, uint32_t otherwise) {
  const char* value = std::getenv(variable);
  return value ? static_cast<uint32_t>(std::strtoul(value, nullptr, 10)) : otherwise;
}

bool RunsToItsEnd(Session& session) {
  const auto run = [&](uint64_t steps) {
    session.world().kernel().Limit(steps);
    session.Advance(~0u, false);
    return session.at();
  };
  return RunsToItsEnd(run, [&] { return session.world().ended(); });
}

bool Deep() { return std::getenv("AFTERIMAGE_DEEP") != nullptr; }

void Tally(const std::string& scheme, const char* what, double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f", number);
  testing::Test::RecordProperty("system", scheme);
  const SchemeInfo* info = FindScheme(scheme);
  if (info) testing::Test::RecordProperty("title_en", info->title.en);
  if (info) testing::Test::RecordProperty("title_zh", info->title.zh);
  testing::Test::RecordProperty(what, text);
}

}  // namespace afterimage::testing_support
