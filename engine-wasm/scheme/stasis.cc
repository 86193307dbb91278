#include "scheme/stasis.h"

#include "scheme/aries/aries.h"

namespace afterimage {

const SchemeInfo kStasis = ActionLoggingInfo();

}  // namespace afterimage
