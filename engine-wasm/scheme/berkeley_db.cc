#include "scheme/berkeley_db.h"

#include "scheme/aries/aries.h"

namespace afterimage {

const SchemeInfo kBerkeleyDb = PageLoggingInfo();

}  // namespace afterimage
