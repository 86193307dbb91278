// The places of everything that a frame shows: its structures' items by the addresses of their
// fields, as the scheme's own description gives them.
#ifndef AFTERIMAGE_RUN_REPLY_SHOWN_ITEMS_H_
#define AFTERIMAGE_RUN_REPLY_SHOWN_ITEMS_H_

#include <cstdint>
#include <vector>

#include "scheme/contract/scheme.h"
#include "trace/inspector.h"

namespace afterimage {

struct AddressRange {
  uint64_t address = 0;
  uint64_t size = 0;
};

inline bool Overlap(const AddressRange& a, const AddressRange& b) {
  return a.address < b.address + b.size && b.address < a.address + a.size;
}
// Tells if a range has bytes of any of these.
bool OverlapsAny(const AddressRange& range, const std::vector<AddressRange>& others);

class ShownItems final : public Inspector {
 public:
  static constexpr uint32_t kOwn = ~uint32_t{0};
  // A field, and whose it is: the item's own, or that of the item inside it with this key.
  struct Part {
    FieldSpec field;
    uint32_t inner = kOwn;

    AddressRange range() const { return {field.address, field.size}; }
  };
  struct Item {
    uint32_t key = 0;
    TxnLabel txn = 0;
    bool commits = false;
    const char* kind = "";    // the name of its first field: items of one kind begin alike
    Tier tier = Tier::kNone;  // of its fields
    std::vector<Part> parts;  // its fields, those of inner items included
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
  void EndItem() override {
    --depth_;
    inner_ = kOwn;
  }
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
  // Tells if a structure's items go to those of `below`.
  bool GoesTo(const Structure& structure, uint16_t below) const;
  // The structure whose items go to `structure`; null: none that is shown.
  const Structure* Above(uint16_t structure) const;
  // The structure that has pages of this one's file in memory; null: none that is shown.
  const Structure* CacheOf(uint16_t structure) const;
  Shape ShapeOf(const Structure& structure) const {
    return scheme_.structures[structure.number - 1].shape;
  }

 private:
  const SchemeInfo& scheme_;
  std::vector<Structure> structures_;
  int depth_ = 0;
  uint32_t inner_ = kOwn;  // the open inner item
};

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_REPLY_SHOWN_ITEMS_H_
