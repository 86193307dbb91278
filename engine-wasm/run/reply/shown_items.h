// Where everything is that a frame shows: its structures' items by the addresses of their
// fields, as the scheme's own description says it.
#ifndef AFTERIMAGE_RUN_REPLY_SHOWN_ITEMS_H_
#define AFTERIMAGE_RUN_REPLY_SHOWN_ITEMS_H_

#include <cstdint>
#include <vector>

#include "scheme/scheme.h"
#include "trace/inspector.h"

namespace afterimage {

struct AddressRange {
  uint64_t address = 0;
  uint64_t size = 0;
};

class ShownItems final : public Inspector {
 public:
  struct Item {
    uint32_t key = 0;
    TxnLabel txn = 0;
    bool commits = false;
    const char* kind = "";             // the name of its first field: items of one kind begin alike
    Tier tier = Tier::kNone;           // of its fields
    std::vector<AddressRange> fields;  // those of inner items included
  };
  struct Structure {
    uint16_t number = 0;  // as events name it
    Tier tier = Tier::kNone;
    std::vector<Item> items;
  };

  explicit ShownItems(const SchemeInfo& scheme) : scheme_(scheme) {}

  void BeginStructure(uint16_t structure, uint32_t capacity, uint32_t first, Tier tier) override;
  void EndStructure() override {}
  void BeginItem(uint32_t key, std::string_view label, TxnLabel txn, bool empty) override;
  void EndItem() override { --depth_; }
  void Commits() override { structures_.back().items.back().commits = true; }
  void More(uint32_t) override {}
  void Field(const FieldSpec& field) override;
  void Link(uint16_t, uint32_t, const Text&) override {}
  void Tag(const Text&) override {}
  void TagTransaction(const Text&, TxnLabel) override {}
  void TagNumber(const Text&, uint64_t) override {}
  void Cursor(const FieldSpec&) override {}

  const std::vector<Structure>& structures() const { return structures_; }
  // Null where it is not shown.
  const Structure* Find(uint16_t structure) const;
  static const Item* FindItem(const Structure& structure, uint32_t key);
  // The structure whose items go to `structure`; null: none that is shown.
  const Structure* Above(uint16_t structure) const;
  Shape ShapeOf(const Structure& structure) const {
    return scheme_.structures[structure.number - 1].shape;
  }

 private:
  const SchemeInfo& scheme_;
  std::vector<Structure> structures_;
  int depth_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_REPLY_SHOWN_ITEMS_H_
