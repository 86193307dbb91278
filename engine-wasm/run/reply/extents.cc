#include "run/reply/extents.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "base/json/json_writer.h"
#include "run/life/tier_reader.h"

namespace afterimage {
namespace {

constexpr uint32_t kEvery = 256;
// The number of items of a structure that have places of their own: a long log is scrolled in any
// case.
constexpr size_t kMostItems = 256;

struct FieldExtent {
  Text name;
  Codec codec = Codec::kUnsigned;
  FieldRole role = FieldRole::kPlain;
  Tier tier = Tier::kNone;
  std::string value;  // the longest
};

struct ItemExtent {
  uint32_t key = 0;
  uint32_t nth = 0;  // among items of this key that are shown together
  std::string label;
  TxnLabel txn = 0;
  uint32_t more = 0;
  std::vector<FieldExtent> fields;
  std::vector<std::pair<std::string, std::string>> tags;  // the longest
  std::deque<ItemExtent> inner;
};

struct StructureExtent {
  uint16_t structure = 0;
  Tier tier = Tier::kNone;
  uint32_t capacity = 0;
  uint32_t first = 0;
  uint32_t most = 0;
  uint32_t more = 0;
  std::deque<ItemExtent> items;
  std::vector<FieldExtent> cursors;
};

void Longest(std::vector<FieldExtent>& list, size_t at, const FieldSpec& field, std::string value) {
  if (at == list.size()) list.push_back({field.name, field.codec, field.role, field.tier, ""});
  FieldExtent& extent = list[at];
  if (value.size() > extent.value.size())
    extent = {field.name, field.codec, field.role, field.tier, std::move(value)};
}

// Sees what a scheme describes, again and again, and keeps the largest of everything.
class Gathering final : public Inspector {
 public:
  explicit Gathering(Session& session)
      : scheme_(*session.scenario().scheme), script_(session.scenario().script) {}

  void Look(Session& session) {
    TierReader reader(session.world());
    reader_ = &reader;
    session.world().engine().Describe(*this);
    reader_ = nullptr;
  }

  void BeginStructure(uint16_t structure, uint32_t capacity, uint32_t first, Tier tier) override {
    if (tier == Tier::kNone) tier = scheme_.structures[structure - 1].tier;
    const auto found =
        std::find_if(structures_.begin(), structures_.end(), [&](const StructureExtent& each) {
          return each.structure == structure && each.tier == tier;
        });
    const bool known = found != structures_.end();
    open_ = known ? &*found : &structures_.emplace_back();
    open_->structure = structure;
    open_->tier = tier;
    open_->capacity = std::max(open_->capacity, capacity);
    open_->first = known ? std::min(open_->first, first) : first;
    shown_.clear();
    cursor_ = 0;
  }
  void EndStructure() override {
    open_->most = std::max(open_->most, static_cast<uint32_t>(shown_.size()));
  }

  void BeginItem(uint32_t key, std::string_view label, TxnLabel txn, bool) override {
    uint32_t nth = 0;
    if (depth_ == 0) {
      for (const uint32_t other : shown_) nth += other == key ? 1 : 0;
      shown_.push_back(key);
    }
    auto& items = depth_ == 0 ? open_->items : level_[0]->inner;
    const auto found = std::find_if(items.begin(), items.end(), [&](const ItemExtent& each) {
      return each.key == key && each.nth == nth;
    });
    if (found == items.end() && items.size() >= kMostItems) {
      spare_[depth_] = {};
      return Open(spare_[depth_], key, nth, label, txn);
    }
    Open(found != items.end() ? *found : items.emplace_back(), key, nth, label, txn);
  }
  void Open(ItemExtent& item, uint32_t key, uint32_t nth, std::string_view label, TxnLabel txn) {
    item.key = key;
    item.nth = nth;
    if (label.size() > item.label.size()) item.label = label;
    if (txn != 0) item.txn = txn;
    level_[depth_] = &item;
    field_[depth_] = 0;
    tags_[depth_].clear();
    ++depth_;
  }
  void EndItem() override {
    ItemExtent& item = *level_[--depth_];
    if (Length(tags_[depth_]) > Length(item.tags)) item.tags = tags_[depth_];
  }
  void More(uint32_t count) override {
    uint32_t& more = depth_ > 0 ? level_[depth_ - 1]->more : open_->more;
    more = std::max(more, count);
  }
  void Field(const FieldSpec& field) override {
    Longest(level_[depth_ - 1]->fields, field_[depth_ - 1]++, field, TextOf(field));
  }
  void Link(uint16_t, uint32_t, const Text&) override {}
  void Tag(const Text& tag) override { tags_[depth_ - 1].push_back({tag.en, tag.zh}); }
  void TagNumber(const Text& tag, uint64_t number) override {
    TagWith(tag, std::to_string(number));
  }
  void TagTransaction(const Text& tag, TxnLabel txn) override {
    TagWith(tag, txn > 0 && txn <= script_.transactions.size() ? script_.transactions[txn - 1].name
                                                               : "?");
  }
  void Cursor(const FieldSpec& field) override {
    Longest(open_->cursors, cursor_++, field, TextOf(field));
  }

  void Write(JsonWriter& json) const {
    json.BeginArray();
    for (const StructureExtent& each : structures_) {
      const StructureInfo& info = scheme_.structures[each.structure - 1];
      json.BeginObject().Key("id").String(info.id).Key("tier").String(
          kTierNames[static_cast<int>(each.tier)]);
      json.Key("shape")
          .String(kShapeNames[static_cast<int>(info.shape)])
          .Key("title")
          .Bilingual(info.title);
      if (each.capacity > 0) json.Key("capacity").Integer(each.capacity);
      json.Key("first").Integer(each.first).Key("most").Integer(each.most);
      if (each.more > 0) json.Key("more").Integer(each.more);
      json.Key("items").BeginArray();
      for (const ItemExtent& item : each.items) WriteItem(item, json);
      json.EndArray().Key("cursors").BeginArray();
      for (const FieldExtent& cursor : each.cursors) {
        json.BeginObject();
        WriteField(cursor, json);
        json.Key("at").Integer(0).EndObject();
      }
      json.EndArray().EndObject();
    }
    json.EndArray();
  }

 private:
  using Tags = std::vector<std::pair<std::string, std::string>>;

  static size_t Length(const Tags& tags) {
    size_t length = 0;
    for (const auto& [en, zh] : tags) length += en.size() + 3;
    return length;
  }
  void TagWith(const Text& tag, const std::string& what) {
    tags_[depth_ - 1].push_back(
        {std::string(tag.en) + " " + what, std::string(tag.zh) + " " + what});
  }
  std::string TextOf(const FieldSpec& field) {
    bytes_.assign(std::max(field.size, 8u), 0);
    reader_->Current(field.tier, field.address, field.size, bytes_.data());
    return FormatField(field, bytes_.data());
  }

  static void WriteField(const FieldExtent& field, JsonWriter& json) {
    json.Key("name")
        .Bilingual(field.name)
        .Key("value")
        .String(field.value)
        .Key("tier")
        .String(kTierNames[static_cast<int>(field.tier)]);
    json.Key("address").Integer(0).Key("size").Integer(0).Key("durability").String("none");
    if (field.codec == Codec::kBit) json.Key("bit").Bool(true);
    WriteRole(field.role, field.codec, json);
  }
  static void WriteItem(const ItemExtent& item, JsonWriter& json) {
    json.BeginObject()
        .Key("key")
        .Integer(item.key)
        .Key("label")
        .String(item.label)
        .Key("txn")
        .Integer(item.txn);
    json.Key("fields").BeginArray();
    for (const FieldExtent& field : item.fields) {
      json.BeginObject();
      WriteField(field, json);
      json.EndObject();
    }
    json.EndArray().Key("links").BeginArray().EndArray().Key("tags").BeginArray();
    for (const auto& [en, zh] : item.tags) json.Bilingual({en.c_str(), zh.c_str()});
    json.EndArray();
    if (!item.inner.empty()) {
      json.Key("items").BeginArray();
      for (const ItemExtent& inner : item.inner) WriteItem(inner, json);
      json.EndArray();
    }
    if (item.more > 0) json.Key("more").Integer(item.more);
    json.Key("state").String("empty").EndObject();
  }

  const SchemeInfo& scheme_;
  const Script& script_;
  TierReader* reader_ = nullptr;
  std::deque<StructureExtent> structures_;
  StructureExtent* open_ = nullptr;
  std::vector<uint32_t> shown_;  // keys of the open structure so far
  size_t cursor_ = 0;
  ItemExtent* level_[2] = {};
  ItemExtent spare_[2];  // for items that get no place
  size_t field_[2] = {};
  Tags tags_[2];
  int depth_ = 0;
  std::vector<uint8_t> bytes_;
};

}  // namespace

bool Looked(uint32_t events) {
  uint32_t stride = 1;
  for (uint32_t to = kEvery; events >= to; to *= 2) stride *= 2;
  return events % stride == 0;
}

void WriteExtents(Session& session, uint32_t to, std::string* out) {
  Gathering gathering(session);
  gathering.Look(session);
  const uint32_t from = session.at();
  for (uint32_t at = from; at < to;) {
    uint32_t next = at + 1;
    while (next < to && !Looked(next - from)) ++next;
    const bool ended = session.Advance(next, false) == Session::Advanced::kEnded;
    gathering.Look(session);
    if (ended) break;
    at = next;
  }
  JsonWriter json(*out);
  gathering.Write(json);
}

}  // namespace afterimage
