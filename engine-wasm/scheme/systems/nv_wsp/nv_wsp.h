// NV-WSP: the complete database in NVM, undo logging only (NV-Logging, VLDB 2014, section 3.1 and
// figure 5(d)).
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_NV_WSP_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_NV_WSP_H_

#include "scheme/contract/scheme.h"

namespace afterimage {

extern const SchemeInfo kNvWsp;

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_NV_WSP_H_
