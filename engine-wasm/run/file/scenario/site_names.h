// Names of mechanical mutations, as scenario files and links use them: `leave-out-persist-2-1` is
// the first operation on a device at the second line of the listing `persist`.
#ifndef AFTERIMAGE_RUN_FILE_SITE_NAMES_H_
#define AFTERIMAGE_RUN_FILE_SITE_NAMES_H_

#include <string>
#include <string_view>

#include "crash/site_watches.h"
#include "scheme/contract/scheme.h"

namespace afterimage {

std::string SiteMutationName(const SchemeInfo& scheme, const SiteMutation& mutation);
// Parses such a name; false where the scheme has no such line. No run need reach the site.
bool ParseSiteMutation(const SchemeInfo& scheme, std::string_view name, SiteMutation* mutation);
// True where a scenario may name it: it is a mutation that the scheme declares, or one of its
// sites.
bool IsMutation(const SchemeInfo& scheme, std::string_view name);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_SITE_NAMES_H_
