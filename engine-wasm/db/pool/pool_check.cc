// What must hold of the pool's memory while nobody uses a page.
#include "db/pool/buffer_pool.h"

#if AFTERIMAGE_WATCHES_READS

namespace afterimage {

void BufferPool::CheckMemory(StructureCheck& check) const {
  static constexpr Text kFrame = {"frame", "帧"};
  static constexpr Text kLeft = {"Nobody keeps a page pinned or latched, or is writing it.",
                                 "没有页仍被固定、锁存或正在写出。"};
  for (uint32_t i = 0; i < frames_in_use(); ++i) {
    const Frame* frame = frames_[i].made();
    if (!frame) continue;
    const bool left = frame->pins == 0 && frame->writers == 0 && !frame->latch.held();
    check.Expect(left && !frame->writing, kLeft, {{kFrame, i}});
  }
  check.Expect(plain_pinned_ == 0 && writing_.empty() && !in_sync_ && syncing_.empty(), kLeft);
  CheckAnytime(check);
}

void BufferPool::CheckAnytime(StructureCheck& check) const {
  static constexpr Text kFrame = {"frame", "帧"};
  static constexpr Text kFound = {"A page is found in the frame that holds it.",
                                  "页总能在存放它的帧中找到。"};
  static constexpr Text kInOrder = {
      "The list of dirty pages has each of them, by the LSN of its first change.",
      "脏页链表包含每个脏页，并按其首次修改的 LSN 排列。"};
  uint32_t dirty = 0;
  for (uint32_t i = 0; i < frames_in_use(); ++i) {
    const Frame* frame = frames_[i].made();
    if (!frame) continue;
    check.Expect(!frame->used || by_page_[frame->page].made() == frame, kFound, {{kFrame, i}});
    dirty += frame->dirty ? 1 : 0;
  }
  Lsn before = 0;
  for (const Frame* frame = dirty_.oldest(); frame; frame = frame->newer_dirty) {
    check.Expect(frame->dirty && frame->rec_lsn >= before, kInOrder, {{kFrame, frame->index}});
    before = frame->rec_lsn;
  }
  check.Expect(dirty == dirty_.size(), kInOrder);
}

}  // namespace afterimage

#endif  // AFTERIMAGE_WATCHES_READS
