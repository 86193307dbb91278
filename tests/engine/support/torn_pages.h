// The scenarios in which a recovery may report a torn page and still keep every promise.
#ifndef AFTERIMAGE_TESTS_SUPPORT_TORN_PAGES_H_
#define AFTERIMAGE_TESTS_SUPPORT_TORN_PAGES_H_

#include <gtest/gtest.h>

#include <string_view>

#include "run/file/scenario/scenario.h"
#include "scheme/page_engine/page_params.h"

namespace afterimage::testing_support {

// False where the scheme has no such parameter.
inline bool HasParam(const Scenario& scenario, std::string_view id, int64_t* value) {
  for (uint32_t i = 0; i < scenario.scheme->params.size(); ++i) {
    *value = scenario.params.value[i];
    if (id == scenario.scheme->params[i].id) return true;
  }
  return false;
}

// Tells if a write of a page can be cut short and nothing repairs it: then the checksum notices,
// and no more is promised. Some schemes have no pages.
inline bool MayFindTornPages(const Scenario& scenario) {
  int64_t torn = 0, data_on = 0, page_bytes = 0;
  if (!HasParam(scenario, "torn_pages", &torn) ||
      static_cast<TornPages>(torn) != TornPages::kDetect)
    return false;
  EXPECT_TRUE(HasParam(scenario, "data_on", &data_on) &&
              HasParam(scenario, "page_bytes", &page_bytes));
  return OnNvm(static_cast<FileKind>(data_on)) ||
         page_bytes > static_cast<int64_t>(scenario.Profile()[Price::kDiskSector]);
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_TORN_PAGES_H_
