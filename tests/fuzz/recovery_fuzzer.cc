// Recovery of every scheme from arbitrarily damaged devices. It must end, with a clear "damaged" or
// with a database whose every record can be read. An input is
//
//   a scenario: its text up to a zero byte, or
//               s | scheme 1 | seed 2  for a random one of that scheme
//   cut 2                   after how many events the power fails
//   survivors 1             0 nothing survives, 1 everything, else a seed
//   edits                   damage.h
//
// With AFTERIMAGE_EXPAND=FILE the input is written there with the text of its scenario, so that it
// keeps its meaning when random scenarios change.
#include <cstdio>
#include <cstdlib>

#include "base/random.h"
#include "bounded_life.h"
#include "damage.h"
#include "run/file/scenario/random_scenario.h"

namespace afterimage::fuzz {
namespace {

constexpr uint32_t kMaxCut = 4000;

std::string RandomScenarioOf(const SchemeInfo& scheme, uint32_t seed) {
  const std::string wanted = std::string("\"scheme\":{\"id\":\"") + scheme.id + "\"";
  for (;; ++seed) {
    std::string text = RandomScenario(seed);
    if (text.find(wanted) != std::string::npos) return text;
  }
}

std::string TakeScenario(InputReader& input) {
  if (input.StartsWith('{')) return std::string(input.TakeText());
  input.Take<uint8_t>();
  const SchemeInfo& scheme = *kSchemes[input.Take<uint8_t>() % kSchemeCount];
  return RandomScenarioOf(scheme, uint32_t{input.Take<uint16_t>()} << 8);
}

void Expand(const std::string& text, InputReader rest) {
  const char* path = std::getenv("AFTERIMAGE_EXPAND");
  std::FILE* file = path ? std::fopen(path, "wb") : nullptr;
  if (!file) return;
  const std::string_view tail = rest.TakeBytes(~size_t{0});
  std::fwrite(text.c_str(), 1, text.size() + 1, file);
  std::fwrite(tail.data(), 1, tail.size(), file);
  std::fclose(file);
}

uint32_t PageBytes(const Scenario& scenario) {
  for (uint32_t i = 0; i < scenario.scheme->params.size(); ++i) {
    if (std::string_view(scenario.scheme->params[i].id) == "page_bytes")
      return static_cast<uint32_t>(scenario.params.value[i]);
  }
  return 0;
}

Survive SurviveOf(uint8_t survivors) {
  if (survivors > 1) return {SurvivePolicy::kRandom, survivors, {}};
  return {survivors == 0 ? SurvivePolicy::kNone : SurvivePolicy::kAll, 0, {}};
}

void RecoverDamaged(const uint8_t* data, size_t size) {
  InputReader input(data, size);
  const std::string text = TakeScenario(input);
  Expand(text, input);
  Scenario scenario;
  std::vector<Problem> problems;
  if (!ParseScenario(text, &scenario, &problems)) return;
  const uint32_t page_bytes = PageBytes(scenario);
  Session session(std::move(scenario), nullptr);
  if (!session.formatted()) return;
  RunFor(session, input.Take<uint16_t>() % kMaxCut, kMaxSteps);
  Refusal refusal;
  AI_CHECK(session.Cut(SurviveOf(input.Take<uint8_t>()), &refusal));
  ApplyDamage(session.world().devices(), page_bytes, input);
  MustRecover(session);
}

// An edit as damage.h has it, with numbers that mean something more often than chance would have
// it.
std::string RandomEdit(Random& random) {
  static constexpr uint64_t kNumbers[] = {
      0, 1, 2, 7, 8, 64, 255, 256, 4095, 4096, 65535, uint64_t{1} << 31, ~uint64_t{0}};
  constexpr uint32_t kCount = sizeof kNumbers / sizeof *kNumbers;
  const auto length = static_cast<uint8_t>(1u << random.Below(4));
  const auto how =
      static_cast<uint8_t>((random.Chance(60) ? 3 : random.Below(3)) + 4 * random.Below(3));
  const uint32_t where = random.Chance(50) ? random.Below(64) : random.Below(1 << 16) * 8;
  const auto in = static_cast<uint16_t>(random.Below(random.Chance(70) ? 10 : 200) * 8 +
                                        (random.Chance(50) ? 0 : random.Below(4) * 2));
  const uint64_t number = random.Chance(60)   ? kNumbers[random.Below(kCount)]
                          : random.Chance(50) ? random.Below(4096)
                                              : random.Next();
  std::string edit;
  const auto put = [&](const void* data, size_t size) {
    edit.append(static_cast<const char*>(data), size);
  };
  put(&how, sizeof how);
  put(&where, sizeof where);
  put(&in, sizeof in);
  put(&length, sizeof length);
  put(&number, length);
  return edit;
}

}  // namespace
}  // namespace afterimage::fuzz

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

// Half of the time libFuzzer's own; else an edit is added, or another scenario or moment tried with
// the same edits.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  constexpr size_t kHead = 7;
  afterimage::Random random(seed);
  if (size < kHead || random.Chance(30)) return LLVMFuzzerMutate(data, size, max_size);
  if (random.Chance(20)) {
    data[1 + random.Below(kHead - 1)] = static_cast<uint8_t>(random.Below(256));
    return size;
  }
  const std::string edit = afterimage::fuzz::RandomEdit(random);
  if (size + edit.size() > max_size || random.Chance(20)) size = kHead;
  if (size + edit.size() > max_size) return size;
  std::memcpy(data + size, edit.data(), edit.size());
  return size + edit.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  afterimage::fuzz::RecoverDamaged(data, size);
  return 0;
}
