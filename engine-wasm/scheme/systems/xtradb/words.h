// Words with which XtraDB shows its structures.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_WORDS_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_WORDS_H_

#include "base/types.h"

namespace afterimage::xtradb {

inline constexpr Text kRecordWord = {"record", "记录"};
inline constexpr Text kPageWord = {"page", "页"};
inline constexpr Text kKindWord = {"kind", "类型"};

}  // namespace afterimage::xtradb

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_WORDS_H_
