// The structures that page-based schemes have in common, and the listing lines of their common
// parts.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_STRUCTURES_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_STRUCTURES_H_

#include "scheme/contract/scheme.h"

namespace afterimage {

// The structures that all page-based schemes have. They come first in a scheme's list, in this
// order; the scheme's own follow from kPageStructures on.
enum PageStructure : uint16_t {
  kNoStructure,
  kBufferStructure,
  kDiskStructure,
  kLockStructure,
  kPageStructures
};
inline constexpr StructureInfo kBufferInfo = {
    "buffer-page", {"buffer pool", "缓冲池"}, Tier::kDram, Shape::kPages, "disk-page"};
inline constexpr StructureInfo kDiskInfo = {
    "disk-page", {"database pages", "数据库页"}, Tier::kDisk, Shape::kPages};
inline constexpr StructureInfo kLockInfo = {"lock", {"locks", "锁"}, Tier::kDram, Shape::kTable};

// The listing labels that the shared parts announce. A scheme's listing has a line for each; 0
// announces none. With them comes the number of the one mutation that the shared parts make.
struct PageLabels {
  uint16_t lock = 0;
  uint16_t fix = 0;
  uint16_t change_page = 0;
  uint16_t commit_acknowledge = 0;
  uint16_t abort_acknowledge = 0;
  uint16_t release_locks = 0;
  uint16_t write_page = 0;
  // The number of kUndoInPlaceInfo among the scheme's mutations, if it has that.
  static constexpr uint32_t kNoMutation = 31;
  uint32_t undo_in_place = kNoMutation;
};

// The mutation that all page-based schemes have.
inline constexpr MutationInfo kUndoInPlaceInfo = {
    "undo-in-place",
    {"undo puts index entries back where they were", "撤销把索引项放回原来的页"},
    {"A split may have moved an entry since it was logged: undo goes to the page where its key "
     "belongs now.",
     "索引项写入日志之后可能已被分裂移走：撤销要到其键现在所属的页上进行。"}};
// A mutation of those that undo a transaction record by record.
inline constexpr MutationInfo kUndoOldestFirstInfo = {
    "undo-oldest-first",
    {"undo begins with the oldest record", "撤销从最旧的记录开始"},
    {"Newest first: what a record was before T is the before image of T's first change of it.",
     "由新到旧：记录在 T 之前的值是 T 第一次修改它时的前像。"}};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_PAGE_STRUCTURES_H_
