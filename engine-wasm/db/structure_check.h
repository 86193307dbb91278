// The findings of a check of a system's structures. Such a check reads bytes in their places, not
// through the read path of the system that it checks: a wrong structure that this system cannot
// notice is noticed all the same.
#ifndef AFTERIMAGE_DB_STRUCTURE_CHECK_H_
#define AFTERIMAGE_DB_STRUCTURE_CHECK_H_

#include <cstdint>
#include <initializer_list>

#include "base/types.h"

namespace afterimage {

// The report of a check. It consists of plain bytes: it is part of a life of the machine, which is
// copied byte by byte.
struct StructureReport {
  struct Counted {
    Text what;
    uint64_t number = 0;
  };
  static constexpr uint32_t kMostCounted = 8;
  static constexpr uint32_t kWhereBytes = 96;

  bool checked = false;  // false: no check was asked for, or the recovery had failed
  bool holds = true;
  Text broken;                      // the first rule that does not hold
  char where_en[kWhereBytes] = {};  // "page 7, slot 3"
  char where_zh[kWhereBytes] = {};
  Counted counted[kMostCounted];  // how much was looked at
  uint32_t counted_count = 0;
};

// A part of the place where a rule does not hold: what is meant (a page), and its number or, where
// it has one, its name.
struct StructurePlace {
  Text what;
  uint64_t number = 0;
  const char* name = nullptr;
};

class StructureCheck {
 public:
  explicit StructureCheck(StructureReport* report) : report_(*report) { report_.checked = true; }

  // Returns `holds`. The first rule that does not hold is kept, with its place.
  bool Expect(bool holds, const Text& rule, std::initializer_list<StructurePlace> place = {});
  // Notes that `number` of them were looked at. Calls with the same words add up.
  void Count(const Text& what, uint64_t number);
  bool holds() const { return report_.holds; }

 private:
  StructureReport& report_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_STRUCTURE_CHECK_H_
