#include "families.h"

#include <deque>
#include <utility>

namespace afterimage::testing_support {
namespace {

// The files' objects are made in any order.
std::deque<SchemeFamilies>& List() {
  static std::deque<SchemeFamilies> list;
  return list;
}

}  // namespace

Declared::Declared(SchemeFamilies families) { List().push_back(std::move(families)); }

const SchemeFamilies* FamiliesOf(const SchemeInfo& scheme) {
  for (const SchemeFamilies& families : List()) {
    if (std::string(families.scheme) == scheme.id) return &families;
  }
  return nullptr;
}

std::vector<const SchemeFamilies*> DeclaredFamilies() {
  std::vector<const SchemeFamilies*> all;
  for (uint32_t i = 0; i < kSchemeCount; ++i) {
    if (const SchemeFamilies* families = FamiliesOf(*kSchemes[i])) all.push_back(families);
  }
  return all;
}

}  // namespace afterimage::testing_support
