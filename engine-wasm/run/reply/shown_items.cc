#include "run/reply/shown_items.h"

#include <algorithm>
#include <string_view>

namespace afterimage {

bool OverlapsAny(const AddressRange& range, const std::vector<AddressRange>& others) {
  return std::any_of(others.begin(), others.end(),
                     [&](const AddressRange& other) { return Overlap(range, other); });
}

void ShownItems::BeginStructure(uint16_t structure, uint32_t, uint32_t, Tier tier) {
  structures_.push_back(
      {structure, tier == Tier::kNone ? scheme_.structures[structure - 1].tier : tier, {}});
}

void ShownItems::BeginItem(uint32_t key, std::string_view, TxnLabel txn, bool) {
  if (depth_++ > 0) {
    inner_ = key;
    return;
  }
  Item item;
  item.key = key;
  item.txn = txn;
  structures_.back().items.push_back(std::move(item));
}

void ShownItems::Field(const FieldSpec& field) {
  Item& item = structures_.back().items.back();
  if (item.parts.empty()) {
    item.kind = field.name.en;
    item.tier = field.tier;
  }
  item.parts.push_back({field, inner_});
}

const ShownItems::Structure* ShownItems::Find(uint16_t structure) const {
  for (const Structure& each : structures_) {
    if (each.number == structure) return &each;
  }
  return nullptr;
}

const ShownItems::Item* ShownItems::FindItem(const Structure& structure, uint32_t key) {
  for (const Item& item : structure.items) {
    if (item.key == key) return &item;
  }
  return nullptr;
}

bool ShownItems::GoesTo(const Structure& structure, uint16_t below) const {
  const char* id = scheme_.structures[structure.number - 1].below;
  return id && below != 0 && std::string_view(scheme_.structures[below - 1].id) == id;
}

const ShownItems::Structure* ShownItems::Above(uint16_t structure) const {
  for (const Structure& each : structures_) {
    if (GoesTo(each, structure)) return &each;
  }
  return nullptr;
}

const ShownItems::Structure* ShownItems::CacheOf(uint16_t structure) const {
  if (structure == 0) return nullptr;
  const std::string_view id = scheme_.structures[structure - 1].id;
  for (const Structure& each : structures_) {
    const char* of = scheme_.structures[each.number - 1].caches;
    if (of && id == of) return &each;
  }
  return nullptr;
}

}  // namespace afterimage
