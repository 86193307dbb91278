// Tests that an operation left out by a mutation is in its own system's listings, so that the page
// can show where.
#include <gtest/gtest.h>

#include "scheme/contract/scheme.h"

namespace afterimage {
namespace {

bool HasLine(const SchemeInfo& scheme, uint16_t label) {
  for (uint32_t i = 0; i < scheme.listings.size(); ++i) {
    const Listing& listing = scheme.listings[i];
    for (uint32_t line = 0; line < listing.count; ++line) {
      if (listing.lines[line].label == label) return true;
    }
  }
  return false;
}

TEST(MutationSites, NameLinesOfTheirSystem) {
  uint32_t sites = 0;
  for (uint32_t s = 0; s < kSchemeCount; ++s) {
    const SchemeInfo& scheme = *kSchemes[s];
    for (uint32_t m = 0; m < scheme.mutations.size(); ++m) {
      const SiteList& off = scheme.mutations[m].off;
      for (uint32_t i = 0; i < off.count; ++i, ++sites)
        EXPECT_TRUE(HasLine(scheme, off.sites[i].label)) << scheme.id << scheme.mutations[m].id;
    }
  }
  EXPECT_GT(sites, 10u);
}

}  // namespace
}  // namespace afterimage
