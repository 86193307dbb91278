// BaSE's transaction manager (COMAD 2016).
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_BASE_BASE_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_BASE_BASE_H_

#include "scheme/contract/scheme.h"

namespace afterimage {
extern const SchemeInfo kBase;
}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_BASE_BASE_H_
