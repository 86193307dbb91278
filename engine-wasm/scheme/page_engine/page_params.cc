#include "scheme/page_engine/page_params.h"

namespace afterimage {

const Mismatch* CheckFilelessPageParams(const PageParams& params) {
  static constexpr Mismatch kLine = {
      "page_bytes", {"the page size must be a multiple of 64", "页大小必须是 64 的整数倍"}};
  // A split holds a node, its parent and the new page at once; a fourth frame lets others go on
  // meanwhile.
  static constexpr Mismatch kFrames = {
      "frames", {"B+-trees need at least 4 buffer pool frames", "B+ 树至少需要 4 个缓冲池帧"}};
  static constexpr Mismatch kNoSweeps = {
      "cleaner",
      {"there is no page cleaner that could sweep: its pause is 0",
       "没有可扫写的清理线程：间隔为 0"}};
  if (params.cleaner == CleanerForm::kSweep && params.cleaners() == 0) return &kNoSweeps;
  if (params.placement == Placement::kIndexed && params.frames < 4) return &kFrames;
  if (params.page_bytes % 64 != 0) return &kLine;
  return nullptr;
}

const Mismatch* CheckPageParams(const PageParams& params, const MachineProfile& machine) {
  static constexpr Mismatch kSector = {
      "page_bytes",
      {"the page size must be a multiple of the disk's sector", "页大小必须是磁盘扇区的整数倍"}};
  if (const Mismatch* mismatch = CheckFilelessPageParams(params)) return mismatch;
  return params.page_bytes % machine[Price::kDiskSector] != 0 ? &kSector : nullptr;
}

const Mismatch* CheckPageParamsWithoutImages(const PageParams& params,
                                             const MachineProfile& machine) {
  static constexpr Mismatch kImages = {
      "torn_pages",
      {"this system logs no full-page images; choose another repair for torn pages",
       "该系统不记录整页映像；请选择其他方法修复页撕裂"}};
  if (const Mismatch* mismatch = CheckPageParams(params, machine)) return mismatch;
  return params.torn == TornPages::kFullPageImages ? &kImages : nullptr;
}

}  // namespace afterimage
