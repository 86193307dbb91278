#include "run/walk/undo_walk.h"

namespace afterimage {
namespace {

constexpr Text kUndoPage = {"undo page", "撤销页"};
constexpr Text kUndoWalked = {"undo pages walked on the device", "在设备上走过的撤销页"};

constexpr Text kUndoOwn = {"An undo page has its own number, kind and checksum.",
                           "撤销页记有自己的页号、类型和校验和。"};
constexpr Text kUndoRunning = {"No transaction's first undo page says that it is running.",
                               "没有事务的首个撤销页标为运行中。"};
constexpr Text kUndoChain = {"The records of an undo page follow each other up to a zero.",
                             "撤销页的记录首尾相接，直到一个零。"};
constexpr Text kUndoFree = {"All undo pages are free.", "所有撤销页都空闲。"};
constexpr Text kUndoKept = {"No log is kept for transactions that have ended.",
                            "没有为已结束的事务保留日志空间。"};

// The header of all pages: LSN 8, number 4, unused 4, checksum 4, kind 1. It is followed by
// transaction 4, label 2, unused 2, the page before of the same transaction 4, phase 4. Records
// begin there: bytes to the next one 2, at a multiple of 8.
constexpr uint32_t kUndoNumberAt = 8, kUndoKindAt = 20, kUndoHeadAt = 24, kUndoPreviousAt = 32,
                   kUndoPhaseAt = 36, kUndoRecordsAt = 40;
constexpr uint32_t kUndoRecordBytes = 32;
constexpr uint8_t kUndoKind = 3;
constexpr uint32_t kUndoIsRunning = 1, kUndoMostPhase = 3;

// Returns true for an unused page: it is empty behind the common header.
bool IsFresh(const std::vector<uint8_t>& page) {
  return page[kUndoKindAt] != kUndoKind && std::all_of(page.begin() + kUndoHeadAt, page.end(),
                                                       [](uint8_t byte) { return byte == 0; });
}

bool EndsInZero(const std::vector<uint8_t>& page) {
  for (uint64_t at = kUndoRecordsAt; at + 2 <= page.size();) {
    const uint64_t bytes = NumberIn(page, at, 2);
    if (bytes == 0) return true;
    if (bytes < kUndoRecordBytes || bytes % 8 != 0) return false;
    at += bytes;
  }
  return false;
}

}  // namespace

void WalkUndo(const DeviceBytes& device, const UndoOnDevice& undo, StructureCheck& check) {
  if (undo.tier == Tier::kNone) return;
  check.Expect(undo.free == undo.pages, kUndoFree);
  check.Expect(undo.kept == 0, kUndoKept);
  if (!undo.complete) return;
  check.Count(kUndoWalked, undo.pages);
  std::vector<uint8_t> page(undo.page_bytes);
  for (uint32_t i = 0; i < undo.pages && check.holds(); ++i) {
    const uint32_t number = undo.first_number + i;
    const uint64_t at = undo.first + uint64_t{i} * undo.page_bytes;
    const bool there =
        device.Read(undo.tier, static_cast<Address>(at), undo.page_bytes, page.data());
    if (!check.Expect(there, kUndoOwn, {{kUndoPage, number}})) return;
    if (IsFresh(page)) continue;
    const bool own = NumberIn(page, kUndoNumberAt, 4) == number && page[kUndoKindAt] == kUndoKind &&
                     PageSumHolds(page);
    check.Expect(own, kUndoOwn, {{kUndoPage, number}});
    const uint64_t phase = NumberIn(page, kUndoPhaseAt, 4),
                   previous = NumberIn(page, kUndoPreviousAt, 4);
    check.Expect(phase <= kUndoMostPhase && !(previous == 0 && phase == kUndoIsRunning),
                 kUndoRunning, {{kUndoPage, number}});
    check.Expect(EndsInZero(page), kUndoChain, {{kUndoPage, number}});
  }
}

}  // namespace afterimage
