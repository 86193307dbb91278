// Passes on one structure of what is described, and all parts of it as one: what several logs have
// of it is shown together.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_REWIND_ONE_STRUCTURE_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_REWIND_ONE_STRUCTURE_H_

#include "trace/inspector.h"

namespace afterimage::rewind {

class OneStructure final : public Inspector {
 public:
  OneStructure(Inspector& to, uint16_t structure) : to_(to), structure_(structure) {}
  // REQUIRES: the last call.
  void End() {
    if (begun_) to_.EndStructure();
  }

  void BeginStructure(uint16_t structure, uint32_t capacity, uint32_t first, Tier tier) override {
    open_ = structure == structure_;
    if (open_ && !begun_) to_.BeginStructure(structure, capacity, first, tier);
    begun_ |= open_;
  }
  void EndStructure() override { open_ = false; }
  void BeginItem(uint32_t key, std::string_view label, TxnLabel txn, bool empty) override {
    if (open_) to_.BeginItem(key, label, txn, empty);
  }
  void EndItem() override {
    if (open_) to_.EndItem();
  }
  void Commits() override {
    if (open_) to_.Commits();
  }
  void More(uint32_t count) override {
    if (open_) to_.More(count);
  }
  void Field(const FieldSpec& field) override {
    if (open_) to_.Field(field);
  }
  void Link(uint16_t structure, uint32_t key, const Text& name) override {
    if (open_) to_.Link(structure, key, name);
  }
  void Tag(const Text& tag) override {
    if (open_) to_.Tag(tag);
  }
  void Judged() override {
    if (open_) to_.Judged();
  }
  void TagNumber(const Text& tag, uint64_t number) override {
    if (open_) to_.TagNumber(tag, number);
  }
  void TagTransaction(const Text& tag, TxnLabel txn) override {
    if (open_) to_.TagTransaction(tag, txn);
  }
  void Cursor(const FieldSpec& field) override {
    if (open_) to_.Cursor(field);
  }

 private:
  Inspector& to_;
  uint16_t structure_;
  bool open_ = false;
  bool begun_ = false;
};

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_REWIND_ONE_STRUCTURE_H_
