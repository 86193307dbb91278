// A system that is not on the list of the registry, and that only a test has.
#ifndef AFTERIMAGE_SCHEME_FOREIGN_SCHEME_H_
#define AFTERIMAGE_SCHEME_FOREIGN_SCHEME_H_

#include "scheme/scheme.h"

namespace afterimage {

// From now on FindScheme finds it, too. It may be added again; another one takes its place.
void AddForeignScheme(const SchemeInfo& scheme);

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_FOREIGN_SCHEME_H_
