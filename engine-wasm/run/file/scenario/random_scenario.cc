#include "run/file/scenario/random_scenario.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/json/json_writer.h"
#include "base/random.h"
#include "db/index/index_node.h"
#include "db/locks/lock_manager.h"
#include "db/pages/slotted_page.h"
#include "run/file/field_reader.h"
#include "run/file/setup_fields.h"
#include "scheme/contract/scheme.h"
#include "scheme/page_engine/page_params.h"

namespace afterimage {
namespace {

// Machines are drawn from the first of the list, so that one added to it changes no seed's meaning.
constexpr uint32_t kMachinesDrawn = 8;

// The numbers of records: few, so that they conflict, or many, so that indexes grow.
struct Records {
  uint32_t present = 4;
  uint32_t names = 6;
  std::vector<uint32_t> known = {};  // that were inserted in the script so far

  std::string Name(uint32_t i) const {
    return names <= 26 ? std::string(1, static_cast<char>('A' + i)) : "K" + std::to_string(i);
  }
  std::string Present(Random& random) const { return Name(random.Below(present)); }
  std::string New(Random& random) {
    known.push_back(random.Below(names));
    return Name(known.back());
  }
  std::string Known(Random& random) const {
    const uint32_t i = random.Below(present + static_cast<uint32_t>(known.size()));
    return Name(i < present ? i : known[i - present]);
  }
  bool many() const { return names > 26; }
};

std::string RandomStatement(Records& records, Random& random) {
  const std::string record = records.Present(random);
  const std::string other = records.Present(random);
  const std::string number = std::to_string(random.Below(1000));
  switch (random.Below(8)) {
    case 0: return "insert " + records.New(random) + " := " + number;
    case 1: return "delete " + (records.many() ? records.Known(random) : record);
    case 2: return "read " + record;
    case 3: return record + " := " + other + " + " + number;
    case 4: return record + " := " + record + " * 2 - " + number;
    // Keys are spread, so a new record is likely to be new.
    case 5:
      return records.many() ? "insert " + records.New(random) + " := " + number
                            : record + " := " + number;
    default: return record + " := " + number;
  }
}

void RandomThread(Records& records, Random& random, uint32_t* next_txn, JsonWriter& json) {
  json.BeginArray();
  const uint32_t transactions = 1 + random.Below(records.many() ? 12 : 4);
  for (uint32_t i = 0; i < transactions; ++i) {
    json.String("begin T" + std::to_string((*next_txn)++));
    for (uint32_t n = random.Below(5) + 1; n > 0; --n)
      json.String(RandomStatement(records, random));
    if (random.Chance(10)) json.String("wait " + std::to_string(random.Below(20)) + "us");
    json.String(random.Chance(80) ? "commit" : "abort");
    if (random.Chance(10)) json.String("checkpoint");
    if (random.Chance(15)) json.String("steal " + records.Present(random));
  }
  json.EndArray();
}

// Numbers worth trying: limits and what lies beside them, small enough that something happens.
struct Numbers {
  std::string_view id;
  int64_t value[4];
};
constexpr Numbers kNumbers[] = {
    {"entries", {64, 256, 1024, 1024}},
    {"object_bytes", {64, 128, 192, 256}},
    {"checkpoint_after", {16, 48, 256, 512}},
    {"page_bytes", {256, 512, 512, 1024}},
    {"heap_pages", {1, 1, 2, 5}},
    {"spare_pages", {16, 64, 64, 200}},
    {"frames", {4, 6, 8, 16}},
    {"cleaners", {1, 1, 2, 3}},
    {"cleaner_us", {0, 0, 3, 20}},
    {"value_bytes", {8, 8, 12, 64}},
    {"logs", {2, 2, 3, 5}},
    {"ring_kb", {4, 16, 64, 128}},
    {"group_us", {0, 1, 5, 30}},
    {"undo_kb", {0, 1, 1, 4}},
    {"log_slots", {16, 32, 64, 256}},
    {"layers", {1, 2, 2, 2}},
    {"bucket_records", {2, 4, 4, 16}},
    {"group", {2, 2, 4, 8}},
    {"compact_percent", {0, 0, 60, 100}},
    {"checkpoint_records", {0, 8, 16, 64}},
    {"fanout", {4, 4, 5, 8}},
    {"buckets", {1, 1, 2, 5}},
    {"spare_kb", {0, 1, 4, 4}},
    {"persisters", {1, 1, 2, 4}},
    {"marks", {1, 2, 4, 8}},
    {"installs", {1, 1, 2, 8}},
    {"slots", {12, 16, 32, 64}},
    {"page_slots", {12, 16, 24, 32}},
    {"destage_free", {500, 900, 900, 950}},
    {"segment_bytes", {64, 128, 256, 1024}},
    {"rate_window_us", {1, 10, 50, 1000}},
    {"warm_up_windows", {0, 1, 3, 10}},
    {"swap_delta", {0, 1, 2, 5}},
};

// Sizes at their ends: as much as two to four transactions need, so that all is used again.
constexpr Numbers kSmallest[] = {
    {"entries", {16, 24, 32, 64}},
    {"object_bytes", {64, 64, 128, 192}},
    {"checkpoint_after", {8, 12, 16, 32}},
    {"persisters", {1, 1, 2, 16}},
    {"page_bytes", {256, 512, 512, 512}},
    {"heap_pages", {1, 2, 4, 6}},
    {"spare_pages", {8, 16, 16, 64}},
    {"frames", {2, 2, 3, 4}},
    {"cleaners", {1, 1, 1, 2}},
    {"cleaner_us", {0, 0, 0, 3}},
    {"logs", {1, 2, 2, 3}},
    {"ring_kb", {1, 2, 2, 4}},
    {"archive_kb", {1, 1, 2, 4}},
    {"group_us", {0, 0, 1, 5}},
    {"undo_kb", {0, 0, 1, 1}},
    {"log_slots", {16, 16, 20, 24}},
    {"layers", {1, 1, 1, 2}},
    {"bucket_records", {2, 2, 3, 4}},
    {"group", {2, 2, 3, 4}},
    {"compact_percent", {0, 0, 60, 100}},
    {"checkpoint_records", {0, 0, 4, 8}},
    {"fanout", {4, 4, 4, 5}},
    {"buckets", {1, 1, 2, 2}},
    {"spare_kb", {0, 1, 1, 4}},
    {"marks", {1, 1, 2, 3}},
    {"installs", {1, 1, 2, 2}},
    {"records", {8, 8, 12, 16}},
    {"slots", {8, 8, 12, 16}},
    {"page_slots", {4, 6, 8, 12}},
    {"transactions", {1, 2, 3, 4}},
    {"destage_high", {1, 250, 500, 990}},
    {"destage_low", {0, 0, 100, 400}},
    {"destage_free", {500, 900, 900, 950}},
    {"segment_bytes", {64, 64, 128, 256}},
    {"rate_window_us", {1, 10, 50, 1000}},
    {"warm_up_windows", {0, 0, 1, 3}},
    {"swap_delta", {0, 1, 1, 2}},
    {"relocate_stores", {0, 1, 2, 5}},
    {"relocate_places", {2, 2, 2, 3}},
    {"cache_pages", {2, 2, 3, 4}},
    {"log_kb", {1, 2, 4, 16}},
    {"transfer_kb", {1, 1, 1, 2}},
    {"partitions", {3, 3, 4, 4}},
    {"partition_kb", {1, 2, 2, 4}},
    {"buffer_kb", {2, 2, 4, 4}},
    {"checkpoint_kb", {1, 1, 2, 2}},
    {"redo_buckets", {1, 1, 2, 3}},
    {"heap_kb", {1, 2, 2, 4}},
    {"lsn_step", {1, 1, 2, 4}},
    {"recovery_threads", {1, 1, 1, 2}},
    {"log_file_kb", {2, 2, 4, 8}},
    {"undo_pages", {2, 2, 3, 4}},
    {"doublewrite_batch", {1, 2, 2, 4}},
};

const Numbers* Find(const Numbers* list, size_t count, const ParamInfo& param) {
  const Numbers* found = std::find_if(
      list, list + count, [&](const Numbers& numbers) { return numbers.id == param.id; });
  return found == list + count ? nullptr : found;
}

int64_t RandomValue(const ParamInfo& param, Random& random) {
  if (param.type == ParamType::kChoice) return random.Below(param.choices.size());
  if (param.type == ParamType::kBoolean) return random.Below(2);
  const Numbers* numbers = Find(kNumbers, std::size(kNumbers), param);
  if (numbers && random.Chance(60))
    return std::clamp(numbers->value[random.Below(4)], param.min, param.max);
  return param.standard;
}

// Seldom another choice than the standard: it is the sizes that are of interest.
int64_t SmallestValue(const ParamInfo& param, Random& random) {
  if (param.type == ParamType::kChoice)
    return random.Chance(30) ? random.Below(param.choices.size()) : param.standard;
  if (param.type == ParamType::kBoolean)
    return random.Chance(20) ? 1 - param.standard : param.standard;
  const Numbers* numbers = Find(kSmallest, std::size(kSmallest), param);
  return numbers ? std::clamp(numbers->value[random.Below(4)], param.min, param.max)
                 : param.standard;
}

// The value of a parameter, or 0 where the scheme has none of this name.
int64_t ValueOf(const SchemeInfo& scheme, const ParamValues& values, std::string_view id) {
  for (uint32_t i = 0; i < scheme.params.size(); ++i) {
    if (id == scheme.params[i].id) return values.value[i];
  }
  return 0;
}

// The records of a script with few of them, should all be of one page.
bool RecordsFit(const SchemeInfo& scheme, const ParamValues& values) {
  const auto value_bytes = static_cast<uint32_t>(ValueOf(scheme, values, "value_bytes"));
  const auto page_bytes = static_cast<uint32_t>(ValueOf(scheme, values, "page_bytes"));
  return page_bytes == 0 || SlottedPage::Capacity(page_bytes, value_bytes) >= Records().present;
}

// Returns null, or why these parameters do not go together. A module that only describes the system
// does not know, and refuses the scenario for the system.
const Mismatch* Refused(const SchemeInfo& scheme, const ParamValues& values,
                        const MachineProfile& machine) {
  return scheme.check ? scheme.check(values, machine) : nullptr;
}

// Parameters that go together on this machine.
ParamValues RandomParams(const SchemeInfo& scheme, const MachineProfile& machine, Random& random) {
  ParamValues values;
  do {
    for (uint32_t i = 0; i < scheme.params.size(); ++i)
      values.value[i] = RandomValue(scheme.params[i], random);
  } while (Refused(scheme, values, machine) || !RecordsFit(scheme, values));
  return values;
}

// The subject of a story at the smallest sizes.
enum class StoryKind : uint8_t {
  kSameRecords,  // the same few records change again and again
  kGrowing,      // records come and go, so that pages and nodes split and are used again
  kReading,      // transactions read what others have just changed
  kCount
};

// The parameter without which such a story would be of little interest, or null.
const char* FavouredParam(StoryKind kind) {
  if (kind == StoryKind::kGrowing) return "placement";  // its choice 1 has an index
  return kind == StoryKind::kReading ? "elr" : nullptr;
}

// Sizes that are too small for the others grow until all go together; false where they never do.
bool MakeRoom(const SchemeInfo& scheme, const MachineProfile& machine, ParamValues* values) {
  constexpr uint32_t kMostSteps = 100;
  for (uint32_t step = 0; step < kMostSteps; ++step) {
    const Mismatch* mismatch = Refused(scheme, *values, machine);
    if (!mismatch) return true;
    const int found = mismatch->field ? FindParam(scheme.params, mismatch->field) : -1;
    if (found < 0 || scheme.params[static_cast<size_t>(found)].type != ParamType::kInteger)
      return false;
    int64_t& value = values->value[found];
    value = value >= 256 ? 2 * value : value + 1;
    if (value > scheme.params[static_cast<size_t>(found)].max) return false;
  }
  return false;
}

// Values that go together are rare among the smallest. So each replaces the standard, or what came
// before it, where it goes with all the others; what one needs another may have made possible.
ParamValues SmallestParams(const SchemeInfo& scheme, const MachineProfile& machine, StoryKind kind,
                           Random& random) {
  constexpr uint32_t kRounds = 4;
  ParamValues values;
  for (uint32_t i = 0; i < scheme.params.size(); ++i) values.value[i] = scheme.params[i].standard;
  for (uint32_t n = 0; n < kRounds * scheme.params.size(); ++n) {
    const uint32_t i = random.Below(scheme.params.size());
    const int64_t before = values.value[i];
    values.value[i] = SmallestValue(scheme.params[i], random);
    if (Refused(scheme, values, machine)) values.value[i] = before;
  }
  const char* favoured = FavouredParam(kind);
  const int found = favoured ? FindParam(scheme.params, favoured) : -1;
  if (found < 0 || random.Chance(30)) return values;
  ParamValues favouring = values;
  favouring.value[found] = 1;
  return MakeRoom(scheme, machine, &favouring) ? favouring : values;
}

// A value of many words fills groups whose cells take several lines.
ParamValues WithLargeGroups(const SchemeInfo& scheme, const MachineProfile& machine, Random& random,
                            const ParamValues& values) {
  const int group = FindParam(scheme.params, "group");
  if (group < 0 || !random.Chance(40)) return values;
  ParamValues larger = values;
  larger.value[group] = 9 + random.Below(16);
  larger.value[FindParam(scheme.params, "bucket_records")] = 24;
  larger.value[FindParam(scheme.params, "log_slots")] = 72;
  larger.value[FindParam(scheme.params, "version")] = 2;
  larger.value[FindParam(scheme.params, "layers")] = 1;
  return Refused(scheme, larger, machine) ? values : larger;
}

// Some stories are about longer values: a version takes several slots, an undo several words. They
// are another source of chance than the rest: what a seed meant before it still means.
ParamValues WithLongValues(const SchemeInfo& scheme, const MachineProfile& machine, uint32_t seed,
                           ParamValues values) {
  static constexpr int64_t kBytes[] = {16, 24, 40, 64};
  Random random(Mix64(~uint64_t{seed}));
  const int found = FindParam(scheme.params, "value_bytes");
  if (found < 0 || !random.Chance(35)) return values;
  const int64_t before = std::exchange(values.value[found], kBytes[random.Below(4)]);
  if (Refused(scheme, values, machine)) values.value[found] = before;
  // There must be more slots for versions, or hardly any transaction would commit.
  const int slots = FindParam(scheme.params, "slots");
  if (slots >= 0 && random.Chance(70)) {
    const int64_t few = std::exchange(values.value[slots], 3 * values.value[slots]);
    if (Refused(scheme, values, machine)) values.value[slots] = few;
  }
  return WithLargeGroups(scheme, machine, random, values);
}

// Makes the index, in some stories that grow, one leaf as full as a fresh one gets, and a small
// one: it is split while its entries are in use. The choice is drawn separately, too.
void CrowdLeaf(const SchemeInfo& scheme, const MachineProfile& machine, uint32_t seed,
               ParamValues* values, Records* records) {
  Random random(Mix64(~uint64_t{seed}) + 1);
  const int page_bytes = FindParam(scheme.params, "page_bytes");
  if (page_bytes < 0 || !ReadsRanges(scheme, *values) || !random.Chance(40)) return;
  const int64_t before = std::exchange(values->value[page_bytes], 256);
  if (Refused(scheme, *values, machine)) {
    values->value[page_bytes] = before;
    return;
  }
  records->present = IndexNode::Capacity(256) * 2 / 3;
  records->names = records->present + 20;
}

// Draws the daemons' parameters: each is on more often than off, if it goes with the others.
ParamValues RacingParams(const SchemeInfo& scheme, const MachineProfile& machine, Random& random,
                         ParamValues values) {
  struct Setting {
    const char* id;
    int64_t value[2];
  };
  static constexpr Setting kUnderWay[] = {
      {"swap_delta", {1, 2}},
      {"relocate_stores", {1, 2}},
      {"destage_high", {1, 250}},
      {"clear", {1, 1}},
      {"policy", {1, 0}},
      {"version", {1, 2}},
      {"layers", {1, 2}},
      {"logs", {1, 2}},
      {"compact_percent", {60, 100}},
      {"checkpoint_records", {4, 8}},
      {"persisters", {2, 16}},
  };
  for (uint32_t round = 0; round < 2; ++round) {
    for (const Setting& setting : kUnderWay) {
      const int found = FindParam(scheme.params, setting.id);
      if (found < 0 || random.Chance(50)) continue;
      const ParamInfo& param = scheme.params[static_cast<size_t>(found)];
      const int64_t most = param.type == ParamType::kChoice ? param.choices.size() - 1 : param.max;
      const int64_t least = param.type == ParamType::kChoice ? 0 : param.min;
      const int64_t drawn = std::clamp(setting.value[random.Below(2)], least, most);
      const int64_t before = std::exchange(values.value[found], drawn);
      if (Refused(scheme, values, machine)) values.value[found] = before;
    }
  }
  return values;
}

// Gives several transactions room for all that they change, so that they have it at one time.
ParamValues AmpleParams(const SchemeInfo& scheme, const MachineProfile& machine, Random& random,
                        ParamValues values) {
  static constexpr Numbers kAmple[] = {
      {"slots", {48, 64, 96, 96}},
      {"page_slots", {12, 16, 24, 24}},
      {"transactions", {4, 4, 6, 8}},
      {"log_slots", {96, 128, 256, 256}},
      {"spare_pages", {64, 64, 128, 200}},
      {"spare_kb", {4, 4, 8, 8}},
      {"partition_kb", {4, 8, 16, 16}},
      {"buffer_kb", {4, 4, 8, 8}},
      {"page_bytes", {256, 256, 256, 512}},
      {"placement", {1, 1, 1, 1}},
      {"cache", {0, 1, 1, 1}},
  };
  for (uint32_t round = 0; round < 2; ++round) {
    for (uint32_t i = 0; i < scheme.params.size(); ++i) {
      const Numbers* numbers = Find(kAmple, std::size(kAmple), scheme.params[i]);
      if (!numbers) continue;
      const int64_t before = std::exchange(values.value[i], numbers->value[random.Below(4)]);
      if (Refused(scheme, values, machine)) values.value[i] = before;
    }
  }
  return values;
}

// Pages go home all the time, while others change them and split them.
void CleanAlways(const SchemeInfo& scheme, const MachineProfile& machine, ParamValues* values) {
  for (const auto& [id, value] : {std::pair("cleaners", 2), std::pair("cleaner_us", 1)}) {
    const int found = FindParam(scheme.params, id);
    if (found < 0) continue;
    const int64_t before = std::exchange(values->value[found], value);
    if (scheme.check(*values, machine)) values->value[found] = before;
  }
}

void WriteParams(const SchemeInfo& scheme, const ParamValues& values, JsonWriter& json) {
  json.BeginObject();
  for (uint32_t i = 0; i < scheme.params.size(); ++i) {
    const ParamInfo& param = scheme.params[i];
    json.Key(param.id);
    if (param.type == ParamType::kChoice) {
      json.String(param.choices[values.value[i]].id);
    } else if (param.type == ParamType::kBoolean) {
      json.Bool(values.value[i] != 0);
    } else {
      json.Integer(values.value[i]);
    }
  }
  json.EndObject();
}

std::string SmallestStatement(StoryKind kind, const std::string& record, Records& records,
                              Random& random) {
  const std::string number = std::to_string(random.Below(100));
  if (kind == StoryKind::kSameRecords && random.Chance(80)) return record + " := " + number;
  if (kind == StoryKind::kGrowing && random.Chance(80)) {
    if (random.Chance(55)) return "insert " + records.New(random) + " := " + number;
    const std::string known = records.Known(random);
    return random.Chance(60) ? "delete " + known : known + " := " + number;
  }
  if (kind == StoryKind::kReading && random.Chance(70)) {
    if (random.Chance(40)) return "read " + record;
    return record + " := " + records.Present(random) + " + " + number;
  }
  return RandomStatement(records, random);
}

// Pages leave DRAM at any time, transactions roll back or stay open, and checkpoints come in
// between.
// `scans`: draws whether a transaction also reads a range, or null where no index has an order. It
// is another source of chance than the rest: what a seed meant before it still means.
// `most`: statements that change or read something in a transaction.
void SmallestThread(StoryKind kind, uint32_t transactions, uint32_t most, Records& records,
                    Random& random, Random* scans, uint32_t* next_txn, JsonWriter& json) {
  static constexpr uint32_t kWaits[] = {10, 1000, 9000, 30000};
  json.BeginArray();
  std::string record = records.Present(random);
  for (uint32_t left = transactions; left > 0; --left) {
    json.String("begin T" + std::to_string((*next_txn)++));
    for (uint32_t n = 1 + random.Below(most); n > 0; --n) {
      if (random.Chance(50)) record = records.Present(random);
      json.String(SmallestStatement(kind, record, records, random));
      if (random.Chance(30))
        json.String("steal " + (random.Chance(60) ? record : records.Present(random)));
    }
    if (scans && scans->Chance(25)) {
      const uint32_t from = scans->Below(records.present);
      json.String("scan " + records.Name(from) + " to " +
                  records.Name(from + scans->Below(records.present - from)));
    }
    if (left > 1 || random.Chance(80)) json.String(random.Chance(70) ? "commit" : "abort");
    if (random.Chance(25)) json.String("checkpoint");
    if (random.Chance(10)) json.String("wait " + std::to_string(kWaits[random.Below(4)]) + "us");
  }
  json.EndArray();
}

void WriteHead(const char* kind, uint32_t seed, JsonWriter& json) {
  json.Key("format").Integer(1).Key("id").String(kind + ("-" + std::to_string(seed)));
  json.Key("kind").String("scenario");
}

// Mostly the standard one. Drawn apart from the rest.
void WriteDeadlock(uint32_t seed, JsonWriter& json) {
  Random random(Mix64(~uint64_t{seed}) + 2);
  if (random.Chance(30)) json.Key("deadlock").String(ChoiceAt(kDeadlockPolicies, random.Below(3)));
}

}  // namespace

std::string RandomScenario(uint32_t seed) {
  Random random(seed);
  std::string text;
  JsonWriter json(text);
  const SchemeInfo& scheme = *kSchemes[random.Below(kSchemeCount)];
  const Machine& machine = kMachines[random.Below(kMachinesDrawn)];
  MachineProfile profile(machine);
  json.BeginObject();
  WriteHead("random", seed, json);
  json.Key("title").Bilingual({"random", "随机"}).Key("seed").Integer(seed);
  json.Key("machine").BeginObject().Key("id").String(machine.id);
  json.Key("overrides").BeginObject().Key("cpu.cores").Integer(1 + random.Below(4));
  if (random.Chance(30)) json.Key("cache.dirty_lines").Integer(1 + random.Below(8));
  if (random.Chance(50)) json.Key("disk.write_ns").Integer(1000 + random.Below(20000));
  if (random.Chance(50)) {
    profile.Set(Price::kDiskSector, 256);
    json.Key("disk.sector_bytes").Integer(256);
  }
  if (random.Chance(20)) {
    profile.Set(Price::kCachesKept, 1);
    json.Key("cpu.caches_kept").Integer(1);
  }
  json.EndObject().EndObject();
  json.Key("deadlock").String(ChoiceAt(kDeadlockPolicies, random.Below(3)));
  const ParamValues values = RandomParams(scheme, profile, random);
  json.Key("scheme").BeginObject().Key("id").String(scheme.id).Key("params");
  WriteParams(scheme, values, json);
  Records records;
  // Tables with indexes grow, and those without pages; others have a fixed number of pages.
  const bool grows =
      ValueOf(scheme, values, "placement") == static_cast<int64_t>(Placement::kIndexed) ||
      ValueOf(scheme, values, "page_bytes") == 0;
  if (grows && random.Chance(70)) {
    records.present = 10 + random.Below(30);
    records.names = 50 + random.Below(50);
  }
  json.EndObject().Key("records").BeginObject();
  for (uint32_t i = 0; i < records.present; ++i)
    json.Key(records.Name(i)).Integer(random.Below(1000));
  json.EndObject().Key("threads").BeginArray();
  uint32_t next_txn = 1;
  for (uint32_t n = 1 + random.Below(4); n > 0; --n) RandomThread(records, random, &next_txn, json);
  json.EndArray().EndObject();
  return text;
}

std::string SmallestScenario(const SchemeInfo& scheme, uint32_t seed, uint32_t life) {
  Random random(seed);
  const auto kind = static_cast<StoryKind>(random.Below(static_cast<uint32_t>(StoryKind::kCount)));
  std::string text;
  JsonWriter json(text);
  const Machine& machine = kMachines[random.Chance(70) ? 0 : random.Below(kMachinesDrawn)];
  MachineProfile profile(machine);
  json.BeginObject();
  WriteHead("smallest", seed, json);
  json.Key("title").Bilingual({"smallest", "最小"}).Key("seed").Integer(seed);
  json.Key("machine").BeginObject().Key("id").String(machine.id).Key("overrides").BeginObject();
  if (random.Chance(50)) {
    profile.Set(Price::kDiskSector, 256);
    json.Key("disk.sector_bytes").Integer(256);
  }
  if (random.Chance(30)) json.Key("cache.dirty_lines").Integer(1 + random.Below(8));
  json.EndObject().EndObject();
  WriteDeadlock(seed, json);
  json.Key("scheme").BeginObject().Key("id").String(scheme.id).Key("params");
  ParamValues values =
      WithLongValues(scheme, profile, seed, SmallestParams(scheme, profile, kind, random));
  const bool ordered = ReadsRanges(scheme, values);
  Records records;
  const bool grows = kind == StoryKind::kGrowing;
  records.present = 2 + random.Below(grows ? 12 : 5);
  records.names = grows ? 40 : records.present + 2;
  if (grows) CrowdLeaf(scheme, profile, seed, &values, &records);
  WriteParams(scheme, values, json);
  json.EndObject().Key("records").BeginObject();
  for (uint32_t i = 0; i < records.present; ++i) json.Key(records.Name(i)).Integer(1);
  json.EndObject().Key("threads").BeginArray();
  uint32_t next_txn = 1;
  uint32_t threads = 1 + random.Below(3);
  if (life > 0) random = Random(Mix64(seed) + life);
  Random scans(Mix64(Mix64(seed) + life));
  // Names of one letter are in the order of the alphabet.
  Random* const drawn = ordered && !records.many() ? &scans : nullptr;
  for (; threads > 0; --threads)
    SmallestThread(kind, 1 + random.Below(4), 4, records, random, drawn, &next_txn, json);
  json.EndArray().EndObject();
  return text;
}

std::string RacingScenario(const SchemeInfo& scheme, uint32_t seed, uint32_t banks, Racing racing) {
  const bool ample = racing == Racing::kAmple;
  static constexpr StoryKind kKinds[] = {StoryKind::kGrowing, StoryKind::kGrowing,
                                         StoryKind::kSameRecords, StoryKind::kReading};
  static constexpr uint32_t kDiskNs[] = {200, 1000, 5000, 20000}, kSlowdown[] = {1, 5, 20, 60};
  Random random(Mix64(seed));
  const StoryKind drawn_kind = kKinds[random.Below(4)];
  const StoryKind kind = ample && seed % 4 != 0 ? StoryKind::kGrowing : drawn_kind;
  const bool grows = kind == StoryKind::kGrowing;
  std::string text;
  JsonWriter json(text);
  MachineProfile profile(kMachines[0]);
  json.BeginObject();
  WriteHead("racing", seed, json);
  json.Key("title").Bilingual({"racing", "竞争"}).Key("seed").Integer(seed);
  json.Key("machine").BeginObject().Key("id").String(kMachines[0].id);
  json.Key("overrides").BeginObject().Key("cpu.cores").Integer(1 + random.Below(4));
  // Else a story is over before a page has been read or written once.
  json.Key("disk.read_ns").Integer(kDiskNs[random.Below(4)]);
  json.Key("disk.write_ns").Integer(kDiskNs[random.Below(4)]);
  json.Key("nvm.slowdown").Integer(kSlowdown[random.Below(4)]);
  if (banks > 0) json.Key("nvm.banks").Integer(banks);
  if (random.Chance(50)) {
    profile.Set(Price::kDiskSector, 256);
    json.Key("disk.sector_bytes").Integer(256);
  }
  json.EndObject().EndObject();
  WriteDeadlock(seed, json);
  json.Key("scheme").BeginObject().Key("id").String(scheme.id).Key("params");
  ParamValues values = RacingParams(
      scheme, profile, random,
      WithLongValues(scheme, profile, seed, SmallestParams(scheme, profile, kind, random)));
  if (ample) values = AmpleParams(scheme, profile, random, values);
  if (ample && seed % 8 == 2) CleanAlways(scheme, profile, &values);
  Records records;
  records.present = 2 + random.Below(grows ? 12 : 5);
  records.names = grows ? (random.Chance(50) ? 20 : 40) : records.present + 2;
  if (grows) CrowdLeaf(scheme, profile, seed, &values, &records);
  if (ample && grows && random.Chance(40)) {  // several leaves
    records.present = 24;
    records.names = 60;
  }
  WriteParams(scheme, values, json);
  json.EndObject().Key("records").BeginObject();
  for (uint32_t i = 0; i < records.present; ++i) json.Key(records.Name(i)).Integer(1);
  json.EndObject().Key("threads").BeginArray();
  uint32_t next_txn = 1;
  Random scans(Mix64(Mix64(seed)));
  Random* const drawn = ReadsRanges(scheme, values) && !records.many() ? &scans : nullptr;
  for (uint32_t threads = 2 + random.Below(3); threads > 0; --threads)
    SmallestThread(kind, 2 + random.Below(5), racing == Racing::kShort ? 4 : 8, records, random,
                   drawn, &next_txn, json);
  json.EndArray().EndObject();
  return text;
}

}  // namespace afterimage
