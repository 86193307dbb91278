#include "support/wide_scenario.h"

#include "base/json/json_writer.h"
#include "base/random.h"
#include "db/locks/lock_manager.h"
#include "run/file/field_reader.h"

namespace afterimage::testing_support {
namespace {

template <size_t N>
uint32_t OneOf(Random& random, const uint32_t (&values)[N]) {
  return values[random.Below(N)];
}

constexpr const char* kRecords[] = {"A", "B", "C", "D", "E", "F", "G", "H"};
constexpr uint32_t kPresent = 5;

std::string Statement(Random& random) {
  const std::string record = kRecords[random.Below(kPresent)],
                    other = kRecords[random.Below(kPresent)];
  const std::string number = std::to_string(random.Below(1000));
  switch (random.Below(9)) {
    case 0: return std::string("insert ") + kRecords[random.Below(8)] + " := " + number;
    case 1: return std::string("delete ") + kRecords[random.Below(kPresent)];
    case 2: return "read " + record;
    case 3: return record + " := " + other + " + " + number;
    case 4: return "steal " + record;
    default: return record + " := " + record + " + " + number;
  }
}

void OneThread(Random& random, bool first, bool awaits, uint32_t* next_txn, JsonWriter& json) {
  json.BeginArray();
  if (awaits && !first) json.String("await go");
  for (uint32_t n = 1 + random.Below(5); n > 0; --n) {
    json.String("begin T" + std::to_string((*next_txn)++));
    for (uint32_t i = random.Below(random.Chance(10) ? 20 : 6); i > 0; --i)
      json.String(Statement(random));
    if (random.Chance(15)) json.String("wait " + std::to_string(random.Below(30)) + "us");
    json.String(random.Chance(75) ? "commit" : "abort");
    if (awaits && first) {
      json.String("signal go");
      awaits = false;
    }
    if (random.Chance(15)) json.String("checkpoint");
  }
  json.EndArray();
}

}  // namespace

std::string WideScenario(uint32_t seed) {
  Random random(seed + 0x9000000000ull);
  std::string text;
  JsonWriter json(text);
  const uint32_t value_bytes = OneOf(random, {8, 8, 16, 64, 256});
  const uint32_t object_bytes = OneOf(random, {64, 64, 128, 192});
  const uint32_t span = (64 + 2 * value_bytes + object_bytes - 1) / object_bytes;
  const uint32_t entries = 8 * span + random.Below(random.Chance(50) ? 8 : 40);
  const uint32_t page_bytes = value_bytes > 64 ? 4096 : 1024;
  json.BeginObject().Key("format").Integer(1).Key("id").String("wide").Key("kind").String(
      "scenario");
  json.Key("title")
      .Bilingual({"wide", "宽"})
      .Key("machine")
      .BeginObject()
      .Key("id")
      .String(random.Chance(50) ? "setup-a" : "pmep");
  json.Key("overrides").BeginObject().Key("disk.sector_bytes").Integer(page_bytes);
  json.Key("cpu.cores")
      .Integer(1 + random.Below(4))
      .Key("cpu.context_switch_ns")
      .Integer(random.Below(5000));
  if (random.Chance(30)) json.Key("cpu.quantum_ns").Integer(random.Below(3000));
  if (random.Chance(30)) json.Key("cache.dirty_lines").Integer(1 + random.Below(6));
  if (random.Chance(30)) json.Key("cpu.flush_issue_ns").Integer(random.Below(300));
  if (random.Chance(30)) json.Key("cpu.copy_line_ns").Integer(random.Below(200));
  if (random.Chance(30)) json.Key("nvm.slowdown").Integer(1 + random.Below(50));
  json.Key("disk.read_ns")
      .Integer(random.Below(30000))
      .Key("disk.write_ns")
      .Integer(random.Below(30000));
  json.EndObject().EndObject().Key("deadlock").String(ChoiceAt(kDeadlockPolicies, random.Below(3)));
  json.Key("scheme").BeginObject().Key("id").String("nv-logging").Key("params").BeginObject();
  json.Key("persist").String(random.Chance(50) ? "flush-on-insert" : "flush-on-commit");
  json.Key("entries")
      .Integer(entries)
      .Key("object_bytes")
      .Integer(object_bytes)
      .Key("value_bytes")
      .Integer(value_bytes);
  json.Key("checkpoint_after")
      .Integer(1 + random.Below(entries))
      .Key("backup")
      .Bool(random.Chance(40));
  json.Key("cleaner_us")
      .Integer(random.Chance(40) ? random.Below(50) : 0)
      .Key("page_bytes")
      .Integer(page_bytes);
  json.Key("heap_pages")
      .Integer(1 + random.Below(6))
      .Key("frames")
      .Integer(2 + random.Below(3))
      .Key("elr")
      .Bool(random.Chance(30));
  json.EndObject().EndObject().Key("records").BeginObject();
  for (uint32_t i = 0; i < kPresent; ++i) json.Key(kRecords[i]).Integer(random.Below(1000));
  json.EndObject().Key("threads").BeginArray();
  const uint32_t threads = 1 + random.Below(5);
  const bool awaits = random.Chance(30);
  uint32_t next_txn = 1;
  for (uint32_t i = 0; i < threads; ++i) OneThread(random, i == 0, awaits, &next_txn, json);
  json.EndArray().EndObject();
  return text;
}

}  // namespace afterimage::testing_support
