#include "run/reply/frame.h"

#include <algorithm>

#include "base/json/json_writer.h"
#include "run/explore/outlook.h"
#include "run/life/tier_reader.h"
#include "run/reply/cache_lines.h"
#include "run/reply/transfers.h"

namespace afterimage {
namespace {

void WriteValue(const FieldSpec& field, const uint8_t* bytes, JsonWriter& json) {
  json.Key("name").Bilingual(field.name).Key("value").String(FormatField(field, bytes));
  if (field.codec == Codec::kEnum && bytes[0] < field.name_count)
    json.Key("text").Bilingual(field.names[bytes[0]]);
}

void WriteWhere(const FieldSpec& field, Durability standing, JsonWriter& json) {
  json.Key("tier").String(kTierNames[static_cast<int>(field.tier)]);
  json.Key("address").Integer(field.address).Key("size").Integer(field.size);
  json.Key("durability").String(kDurabilityNames[static_cast<int>(standing)]);
  if (field.codec == Codec::kBit) json.Key("bit").Bool(true);
  WriteRole(field.role, field.codec, json);
}

// Writes what a scheme describes. Items may nest one level (records in a page).
class JsonInspector final : public Inspector {
 public:
  JsonInspector(World& world, const SchemeInfo& scheme, const Script& script,
                const std::vector<Transfer>& transfers, JsonWriter& json)
      : reader_(world),
        caches_kept_(world.devices().nvm.cache().kept()),
        scheme_(scheme),
        script_(script),
        transfers_(transfers),
        json_(json) {
    for (uint32_t i = 0; i < scheme.structures.size(); ++i) {
      if (std::string_view(scheme.structures[i].id) == "lock")
        lock_structure_ = static_cast<uint16_t>(i + 1);
    }
  }

  void BeginStructure(uint16_t structure, uint32_t capacity, uint32_t first, Tier tier) override {
    const StructureInfo& info = scheme_.structures[structure - 1];
    if (tier == Tier::kNone) tier = info.tier;
    persists_ = tier == Tier::kNvm || tier == Tier::kDisk;
    json_.BeginObject().Key("id").String(info.id).Key("tier").String(
        kTierNames[static_cast<int>(tier)]);
    json_.Key("shape")
        .String(kShapeNames[static_cast<int>(info.shape)])
        .Key("title")
        .Bilingual(info.title);
    if (capacity > 0) json_.Key("capacity").Integer(capacity);
    json_.Key("first").Integer(first).Key("items").BeginArray();
    cursors_.clear();
    more_ = 0;
    structure_ = structure;
  }

  void EndStructure() override {
    json_.EndArray().Key("cursors").BeginArray();
    for (const FieldSpec& cursor : cursors_) {
      uint8_t bytes[kMaxValueBytes] = {};
      json_.BeginObject();
      WriteField(cursor);
      if (reader_.Current(cursor.tier, cursor.address, cursor.size, bytes))
        json_.Key("at").Integer(Word(bytes));
      if (reader_.Durable(cursor.tier, cursor.address, cursor.size, bytes))
        json_.Key("durableAt").Integer(Word(bytes));
      json_.EndObject();
    }
    json_.EndArray();
    if (more_ > 0) json_.Key("more").Integer(more_);
    json_.EndObject();
  }

  void BeginItem(uint32_t key, std::string_view label, TxnLabel txn, bool empty) override {
    Level* outer = depth_ > 0 ? &levels_[depth_ - 1] : nullptr;
    if (outer && !outer->inner) {
      CloseLists(*outer);
      json_.Key("items").BeginArray();
      outer->inner = true;
    }
    AI_CHECK(depth_ < 2);
    if (structure_ == lock_structure_) locks_.push_back({key, txn, std::string(label)});
    Level level;
    level.key = key;
    level.empty = empty;
    if (!persists_) level.worst = Durability::kNone;
    levels_[depth_++] = std::move(level);
    json_.BeginObject().Key("key").Integer(key).Key("label").String(label).Key("txn").Integer(txn);
    json_.Key("fields").BeginArray();
  }

  void More(uint32_t count) override { (depth_ > 0 ? levels_[depth_ - 1].more : more_) = count; }

  void EndItem() override {
    Level& level = levels_[--depth_];
    if (level.inner) {
      json_.EndArray();
    } else {
      CloseLists(level);
    }
    if (level.more > 0) json_.Key("more").Integer(level.more);
    if (level.commits) json_.Key("commits").Bool(true);
    if (depth_ == 0 && IsLeaving(level.key)) json_.Key("leaving").Bool(true);
    if (level.newer && level.blank) json_.Key("fresh").Bool(true);
    json_.Key("state")
        .String(level.empty ? "empty" : kDurabilityNames[static_cast<int>(level.worst)])
        .EndObject();
  }

  void Commits() override { levels_[depth_ - 1].commits = true; }

  void Field(const FieldSpec& field) override {
    Level& level = levels_[depth_ - 1];
    json_.BeginObject();
    const Durability standing = WriteField(field);
    json_.EndObject();
    level.worst = std::max(level.worst, standing);
    const auto is_zero = [](uint8_t byte) { return byte == 0; };
    level.blank = level.blank && std::all_of(durable_.begin(), durable_.end(), is_zero);
    level.newer = level.newer || (persists_ && now_ != durable_);
    NoteOpen(field, standing, {structure_, levels_[0].key, depth_ == 2, level.key}, level.fields++);
  }

  void Link(uint16_t structure, uint32_t key, const Text& name) override {
    levels_[depth_ - 1].links.push_back({structure, key, name});
  }
  void Tag(const Text& tag) override { levels_[depth_ - 1].tags.push_back({tag.en, tag.zh}); }
  void TagNumber(const Text& tag, uint64_t number) override {
    const std::string text = std::to_string(number);
    levels_[depth_ - 1].tags.push_back(
        {std::string(tag.en) + " " + text, std::string(tag.zh) + " " + text});
  }
  void TagTransaction(const Text& tag, TxnLabel txn) override {
    const std::string name =
        txn > 0 && txn <= script_.transactions.size() ? script_.transactions[txn - 1].name : "?";
    levels_[depth_ - 1].tags.push_back(
        {std::string(tag.en) + " " + name, std::string(tag.zh) + " " + name});
  }
  void Judged() override {
    Level& level = levels_[depth_ - 1];
    AI_CHECK(!level.tags.empty());
    level.judged.push_back(static_cast<uint32_t>(level.tags.size() - 1));
  }
  void Cursor(const FieldSpec& field) override { cursors_.push_back(field); }

  // Fields of the NVM that have been shown, and of which the cache may have newer bytes.
  const std::vector<OpenField>& open_fields() const { return open_fields_; }

  // The latest lock of this key that the transaction holds or waits for, as it was shown.
  std::string LockName(uint32_t key, TxnLabel txn) const {
    for (size_t i = locks_.size(); i-- > 0;) {
      if (locks_[i].key == key && locks_[i].txn == txn) return locks_[i].label;
    }
    return "";
  }

 private:
  struct Lock {
    uint32_t key;
    TxnLabel txn;
    std::string label;
  };
  struct LinkTo {
    uint16_t structure;
    uint32_t key;
    Text name;
  };
  struct Level {
    uint32_t key = 0;
    bool empty = false;
    bool inner = false;  // its inner items are being written
    bool commits = false;
    bool newer = false;   // some of its bytes are not those of the device
    bool blank = true;    // all that the device has of it is zero
    uint32_t fields = 0;  // so far
    uint32_t more = 0;    // inner items that are not shown
    Durability worst = Durability::kDurable;
    std::vector<LinkTo> links;
    std::vector<std::pair<std::string, std::string>> tags;
    std::vector<uint32_t> judged;  // of these tags
  };

  void NoteOpen(const FieldSpec& field, Durability standing, const ShownItemName& item,
                uint32_t index) {
    if (field.tier == Tier::kNvm && (caches_kept_ || standing != Durability::kDurable))
      open_fields_.push_back({item, index, field.address, field.size});
  }

  // Tells if an item of this structure is the source of something under way.
  bool IsLeaving(uint32_t key) const {
    return std::any_of(transfers_.begin(), transfers_.end(), [&](const Transfer& transfer) {
      const TransferEnd& from = transfer.from;
      return !transfer.arrived && from.structure == structure_ && from.tier != Tier::kCache &&
             !from.cached && std::find(from.keys.begin(), from.keys.end(), key) != from.keys.end();
    });
  }

  static int64_t Word(const uint8_t* bytes) {
    int64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  }

  // Ends `fields` and writes links and tags; a scheme gives these before inner items.
  void CloseLists(Level& level) {
    json_.EndArray().Key("links").BeginArray();
    for (const LinkTo& link : level.links) {
      json_.BeginObject().Key("structure").String(scheme_.structures[link.structure - 1].id);
      json_.Key("key").Integer(link.key).Key("name").Bilingual(link.name).EndObject();
    }
    json_.EndArray().Key("tags").BeginArray();
    for (const auto& [en, zh] : level.tags) json_.Bilingual({en.c_str(), zh.c_str()});
    json_.EndArray();
    if (level.judged.empty()) return;
    json_.Key("judged").BeginArray();
    for (const uint32_t tag : level.judged) json_.Integer(tag);
    json_.EndArray();
  }

  Durability WriteField(const FieldSpec& field) {
    now_.assign(std::max(field.size, 8u), 0);
    durable_.assign(now_.size(), 0);
    const uint8_t* now = now_.data();
    const uint8_t* durable = durable_.data();
    reader_.Current(field.tier, field.address, field.size, now_.data());
    const Durability standing = reader_.StandingOf(field.tier, field.address, field.size);
    WriteValue(field, now, json_);
    if (reader_.Durable(field.tier, field.address, field.size, durable_.data()) &&
        FormatField(field, now) != FormatField(field, durable)) {
      json_.Key("durableValue").String(FormatField(field, durable));
      if (field.codec == Codec::kEnum && durable[0] < field.name_count)
        json_.Key("durableText").Bilingual(field.names[durable[0]]);
    }
    WriteWhere(field, standing, json_);
    return standing;
  }

  TierReader reader_;
  const bool caches_kept_;
  const SchemeInfo& scheme_;
  const Script& script_;
  const std::vector<Transfer>& transfers_;
  JsonWriter& json_;
  Level levels_[2];
  int depth_ = 0;
  bool persists_ = false;  // the structure's tier does
  uint32_t more_ = 0;
  uint16_t structure_ = 0;
  uint16_t lock_structure_ = 0;
  std::vector<Lock> locks_;
  std::vector<FieldSpec> cursors_;
  std::vector<OpenField> open_fields_;
  std::vector<uint8_t> now_;  // of the field being written
  std::vector<uint8_t> durable_;
};

void WriteEnd(const SchemeInfo& scheme, const TransferEnd& end, JsonWriter& json) {
  json.BeginObject().Key("tier").String(
      end.tier == Tier::kNone ? "client" : kTierNames[static_cast<int>(end.tier)]);
  if (end.structure != 0) json.Key("structure").String(scheme.structures[end.structure - 1].id);
  json.Key("keys").BeginArray();
  for (const uint32_t key : end.keys) json.Integer(key);
  json.EndArray();
  if (!end.inner.empty()) {
    json.Key("inner").BeginArray();
    for (const std::vector<uint32_t>& keys : end.inner) {
      json.BeginArray();
      for (const uint32_t key : keys) json.Integer(key);
      json.EndArray();
    }
    json.EndArray();
  }
  json.Key("address").Integer(static_cast<int64_t>(end.address));
  if (end.cached) json.Key("cached").Bool(true);
  json.EndObject();
}

void WriteBrought(const std::vector<BroughtField>& brings, JsonWriter& json) {
  if (brings.empty()) return;
  json.Key("brings").BeginArray();
  for (const BroughtField& each : brings) {
    json.BeginObject();
    WriteValue(each.field, each.bytes.data(), json);
    WriteWhere(each.field, Durability::kInFlight, json);
    json.EndObject();
  }
  json.EndArray();
}

void WriteTransfers(const SchemeInfo& scheme, const std::vector<Transfer>& transfers,
                    JsonWriter& json) {
  json.BeginArray();
  for (const Transfer& transfer : transfers) {
    json.BeginObject()
        .Key("kind")
        .String(kTransferNames[static_cast<int>(transfer.kind)])
        .Key("id")
        .Integer(transfer.id);
    json.Key("txn").Integer(transfer.txn).Key("from");
    WriteEnd(scheme, transfer.from, json);
    json.Key("to");
    WriteEnd(scheme, transfer.to, json);
    json.Key("size")
        .Integer(static_cast<int64_t>(transfer.size))
        .Key("state")
        .String(transfer.arrived ? "arrived" : "under-way");
    WriteBrought(transfer.brings, json);
    json.EndObject();
  }
  json.EndArray();
}

void WriteThreads(Session& session, const JsonInspector& shown, JsonWriter& json) {
  const Script& script = session.scenario().script;
  Kernel& kernel = session.world().kernel();
  json.BeginArray();
  for (uint32_t i = 0; i < kernel.thread_count(); ++i) {
    const Thread& thread = kernel.thread(i);
    const bool started = thread.statement() != kNoStatement || thread.kind() != ThreadKind::kClient;
    const WaitFor waits = thread.wait_for();
    const bool idle = !started || waits == WaitFor::kWork ||
                      (session.world().recovering() ? thread.kind() != ThreadKind::kRecovery
                                                    : thread.kind() == ThreadKind::kRecovery);
    json.BeginObject()
        .Key("actor")
        .Integer(i)
        .Key("statement")
        .Integer(thread.statement())
        .Key("txn")
        .Integer(thread.txn())
        .Key("state");
    json.String(thread.done()                ? "done"
                : idle                       ? "idle"
                : waits != WaitFor::kNothing ? "waiting"
                                             : "running");
    const bool runs = !idle && !thread.done() && waits == WaitFor::kNothing;
    if (runs && thread.kind() == ThreadKind::kClient && !thread.has_core())
      json.Key("coreless").Bool(true);
    if (!idle && waits != WaitFor::kNothing) {
      json.Key("waitsFor")
          .BeginObject()
          .Key("what")
          .String(kWaitNames[static_cast<int>(waits)])
          .Key("name");
      std::string name;
      if (waits == WaitFor::kLock) {
        name = shown.LockName(thread.wait_which(), thread.txn());
      } else if (waits == WaitFor::kSignal) {
        name = script.signals[thread.wait_which()];
      } else if (waits == WaitFor::kSchedule) {
        name = std::to_string(thread.wait_which() + 1);
      }
      json.String(name);
      if (thread.wait_holder() > 0) json.Key("txn").Integer(thread.wait_holder());
      json.EndObject();
    }
    json.EndObject();
  }
  json.EndArray();
}

// Writes the outcome of each delay so far. Recoveries have none.
void WriteDelays(Session& session, JsonWriter& json) {
  const std::vector<ThreadDelay>& delays = session.scenario().delays;
  if (delays.empty() || session.phase() > 0) return;
  json.Key("delays").BeginArray();
  for (uint32_t i = 0; i < delays.size(); ++i) {
    const DelayOutcome outcome = session.world().kernel().schedule().outcome(i);
    json.String(kDelayOutcomeNames[static_cast<int>(outcome)]);
  }
  json.EndArray();
}

void WriteTransactions(Session& session, JsonWriter& json) {
  json.BeginArray();
  const Oracle& oracle = session.oracle();
  for (uint32_t i = 1; i <= oracle.transactions(); ++i) {
    const auto txn = static_cast<TxnLabel>(i);
    json.BeginObject().Key("id").Integer(i).Key("state").String(
        kClientStateNames[static_cast<int>(oracle.state(txn))]);
    if (oracle.state(txn) == ClientState::kAcknowledged) {
      json.Key("acknowledgedAt").Integer(static_cast<int64_t>(oracle.acknowledged_at(txn)));
    }
    json.EndObject();
  }
  json.EndArray();
}

void WriteWear(const Nvm& nvm, JsonWriter& json) {
  constexpr uint32_t kMaxUnits = 4096;
  const uint32_t units = std::min(nvm.wear().units(), kMaxUnits);
  uint32_t max = 0;
  json.BeginObject().Key("unitBytes").Integer(nvm.wear().unit_bytes()).Key("counts").BeginArray();
  for (uint32_t i = 0; i < units; ++i) {
    json.Integer(nvm.wear().Of(i));
    max = std::max(max, nvm.wear().Of(i));
  }
  json.EndArray().Key("max").Integer(max);
  if (nvm.wear().moves_units()) {
    json.Key("own").Integer(static_cast<int64_t>(nvm.wear().own_lines_written()));
    json.Key("sparesUsed").Integer(nvm.wear().spares_used());
    json.Key("spares").Integer(nvm.wear().spares());
    json.Key("wornOut").Bool(nvm.wear().worn_out());
  }
  json.EndObject();
}

// Writes for each bank the addresses of the lines whose requests it has not served yet; -1 stands
// for none.
void WriteBanks(const NvmTiming& timing, Time now, JsonWriter& json) {
  json.BeginArray();
  for (uint32_t bank = 0; bank < timing.banks(); ++bank) {
    json.BeginArray();
    for (const NvmTiming::Request& request : timing.Requests(bank, now)) {
      const bool known = request.line != NvmTiming::kNoLine;
      json.Integer(known ? int64_t{request.line} * kLineBytes : -1);
    }
    json.EndArray();
  }
  json.EndArray();
}

void WriteCounters(Session& session, JsonWriter& json) {
  World& world = session.world();
  const NvmCounters nvm = world.devices().nvm.counters();
  const DiskCounters& disk = world.devices().disk.counters();
  const DiskCounters& log_disk = world.devices().log_disk.counters();
  const auto put = [&](const char* key, uint64_t value) {
    json.Key(key).Integer(static_cast<int64_t>(value));
  };
  json.BeginObject();
  put("nvmStores", nvm.stores);
  put("nvmWriteBacks", nvm.write_backs);
  put("nvmFences", nvm.fences);
  put("nvmEvictions", nvm.evictions);
  put("nvmLinesWritten", nvm.lines_written);
  put("diskReads", disk.reads + log_disk.reads);
  put("diskWrites", disk.writes + log_disk.writes);
  put("logRecords", world.engine().counters().log_records);
  json.EndObject();
}

}  // namespace

void WriteFrame(Session& session, std::string* out) {
  JsonWriter json(*out);
  World& world = session.world();
  json.BeginObject().Key("at").Integer(session.at()).Key("phase").Integer(session.phase());
  json.Key("time")
      .Integer(static_cast<int64_t>(world.recorder().latest()))
      .Key("structures")
      .BeginArray();
  const SchemeInfo& scheme = *session.scenario().scheme;
  const std::vector<Transfer> transfers = CollectTransfers(session);
  JsonInspector inspector(world, scheme, session.scenario().script, transfers, json);
  world.engine().Describe(inspector);
  json.EndArray().Key("cacheLines");
  WriteCacheLines(scheme, world.devices().nvm.cache(), inspector.open_fields(), json);
  json.Key("transfers");
  WriteTransfers(scheme, transfers, json);
  json.Key("threads");
  WriteThreads(session, inspector, json);
  json.Key("transactions");
  WriteTransactions(session, json);
  WriteDelays(session, json);
  json.Key("wear");
  WriteWear(world.devices().nvm, json);
  const NvmTiming& timing = world.devices().nvm.timing();
  if (timing.banks() > 0) WriteBanks(timing, world.recorder().latest(), json.Key("banks"));
  json.Key("counters");
  WriteCounters(session, json);
  if constexpr (kWhole) WriteProgramFault(world, json);
  json.EndObject();
}

bool WriteBytes(Session& session, Tier tier, Address address, uint32_t size, std::string* out) {
  constexpr uint32_t kMaxBytes = 4096;
  if (size == 0 || size > kMaxBytes) return false;
  TierReader reader(session.world());
  std::vector<uint8_t> now(size), durable(size);
  if (!reader.Current(tier, address, size, now.data())) return false;
  const bool persists = reader.Durable(tier, address, size, durable.data());
  JsonWriter json(*out);
  json.BeginObject()
      .Key("tier")
      .String(kTierNames[static_cast<int>(tier)])
      .Key("address")
      .Integer(address);
  json.Key("current").BeginArray();
  for (const uint8_t byte : now) json.Integer(byte);
  json.EndArray().Key("durable").BeginArray();
  for (const uint8_t byte : durable) {
    if (persists) json.Integer(byte);
  }
  json.EndArray().Key("state").BeginArray();
  for (uint32_t i = 0; i < size; ++i) {
    json.String(kDurabilityNames[static_cast<int>(reader.StandingOf(tier, address + i, 1))]);
  }
  json.EndArray().EndObject();
  return true;
}

}  // namespace afterimage
