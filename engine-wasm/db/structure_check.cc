#include "db/structure_check.h"

#include <cstdio>
#include <cstring>

namespace afterimage {
namespace {

void Append(char* out, const char* separator, const char* what, const StructurePlace& place) {
  const size_t used = std::strlen(out);
  const size_t room = StructureReport::kWhereBytes - used;
  const char* before = used > 0 ? separator : "";
  if (place.name) {
    std::snprintf(out + used, room, "%s%s %s", before, what, place.name);
  } else {
    std::snprintf(out + used, room, "%s%s %llu", before, what,
                  static_cast<unsigned long long>(place.number));
  }
}

}  // namespace

bool StructureCheck::Expect(bool holds, const Text& rule,
                            std::initializer_list<StructurePlace> place) {
  if (holds || !report_.holds) return holds;
  report_.holds = false;
  report_.broken = rule;
  for (const StructurePlace& each : place) {
    Append(report_.where_en, ", ", each.what.en, each);
    Append(report_.where_zh, "，", each.what.zh, each);
  }
  return false;
}

void StructureCheck::Count(const Text& what, uint64_t number) {
  for (uint32_t i = 0; i < report_.counted_count; ++i) {
    StructureReport::Counted& counted = report_.counted[i];
    if (std::strcmp(counted.what.en, what.en) != 0) continue;
    counted.number += number;
    return;
  }
  if (report_.counted_count < StructureReport::kMostCounted)
    report_.counted[report_.counted_count++] = {what, number};
}

}  // namespace afterimage
