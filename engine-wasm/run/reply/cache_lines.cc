#include "run/reply/cache_lines.h"

#include <algorithm>

namespace afterimage {
namespace {

// The items that show the bytes which pending stores of a line have changed, each with its fields
// there; or the item that the thread was at, if none shows them.
class HeldItems {
 public:
  HeldItems(const NvmCache::Line& line, const std::vector<OpenField>& open) {
    for (const PendingStore* store = line.first; store; store = store->next) {
      const size_t before = items_.size();
      bool shown = false;
      for (const OpenField& field : open) {
        const bool reaches = store->address < field.address + field.size &&
                             field.address < uint64_t{store->address} + store->size;
        if (reaches) Add(field.item, &field.index);
        shown = shown || reaches;
      }
      if (!shown && store->structure != 0)
        Add({store->structure, store->key, false, store->key}, nullptr);
      // The structure that the thread was at comes first if two show the same bytes.
      std::stable_partition(
          items_.begin() + static_cast<ptrdiff_t>(before), items_.end(),
          [&](const Held& held) { return held.item.structure == store->structure; });
    }
  }

  void Write(const SchemeInfo& scheme, JsonWriter& json) const {
    json.BeginArray();
    for (const Held& held : items_) {
      json.BeginObject().Key("structure").String(scheme.structures[held.item.structure - 1].id);
      json.Key("key").Integer(held.item.key);
      if (held.item.is_inner) json.Key("inner").Integer(held.item.inner);
      json.Key("fields").BeginArray();
      for (const uint32_t field : held.fields) json.Integer(field);
      json.EndArray().EndObject();
    }
    json.EndArray();
  }

 private:
  struct Held {
    ShownItemName item;
    std::vector<uint32_t> fields;
  };

  void Add(const ShownItemName& item, const uint32_t* field) {
    auto held = std::find_if(items_.begin(), items_.end(),
                             [&](const Held& each) { return each.item == item; });
    if (held == items_.end()) held = items_.insert(held, {item, {}});
    if (field && std::find(held->fields.begin(), held->fields.end(), *field) == held->fields.end())
      held->fields.push_back(*field);
  }

  std::vector<Held> items_;
};

}  // namespace

void WriteCacheLines(const SchemeInfo& scheme, const NvmCache& cache,
                     const std::vector<OpenField>& open, JsonWriter& json) {
  json.BeginArray();
  for (const NvmCache::Line* line = cache.first_dirty(); line; line = line->next) {
    json.BeginObject()
        .Key("address")
        .Integer(int64_t{line->index} * kLineBytes)
        .Key("txn")
        .Integer(line->txn);
    const bool kept = cache.kept() && line->pending_nt == 0;
    json.Key("state")
        .String(kept              ? "durable"
                : line->in_flight ? "in-flight"
                                  : "volatile")
        .Key("holds");
    HeldItems(*line, open).Write(scheme, json);
    if (!line->cached) json.Key("past").Bool(true);
    json.Key("pendingStores").Integer(line->pending).EndObject();
  }
  json.EndArray();
}

}  // namespace afterimage
