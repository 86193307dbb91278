#include "scheme/nv_logging/archive.h"

#include <algorithm>
#include <cstring>

#include "scheme/nv_logging/story.h"

namespace afterimage::nvlog {

Archive::Archive(const EngineContext& context, const Layout& layout, const ArchiveParams& params,
                 const Checkpointer& checkpointer)
    : kernel_(context.kernel),
      arena_(context.arena),
      nvm_(context.devices.nvm),
      disk_(context.devices.disk),
      layout_(layout),
      params_(params),
      checkpointer_(checkpointer),
      daemon_(params.on ? &kernel_.AddThread(ThreadKind::kDaemon, {"log backup", "日志备份"})
                        : nullptr) {}

void Archive::Start() {
  if (daemon_) kernel_.Spawn(*daemon_, Run(*daemon_));
}

void Archive::Stop(Thread& thread) {
  stopping_ = true;
  work_.WakeAll(kernel_, thread.now());
}

Task<void> Archive::Await(Thread& thread, Lsn limit) {
  wanted_ = std::max(wanted_, limit);
  work_.WakeAll(kernel_, thread.now());
  while (copied_ < limit) co_await Sleep(thread, done_, WaitFor::kLogSpace);
}

Task<void> Archive::Run(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    if (copied_ < wanted_) {
      co_await CopyUpTo(thread, wanted_);
    } else if (stopping_ && checkpointer_.idle()) {  // nobody will ask any more
      co_return;
    } else {
      co_await Sleep(thread, work_, WaitFor::kWork);
    }
  }
}

uint32_t Archive::BlockBytes() const {
  const uint32_t sector = disk_.sector_bytes();
  return (layout_.object_bytes + sector - 1) / sector * sector;
}

Task<void> Archive::CopyUpTo(Thread& thread, Lsn limit) {
  if (!params_.on) co_return;
  auto* block = static_cast<uint8_t*>(arena_.AllocatePooled(BlockBytes()));
  while (copied_ < limit) {
    const Lsn end = std::min<Lsn>(limit, (copied_ / PerBlock() + 1) * PerBlock());
    co_await CopyBlock(thread, end, block);
  }
  arena_.Recycle(block, BlockBytes());
  done_.WakeAll(kernel_, thread.now());
}

Task<void> Archive::CopyBlock(Thread& thread, Lsn end, uint8_t* block) {
  const uint32_t per_block = PerBlock();
  const uint64_t blocks = params_.bytes / BlockBytes();
  const uint64_t address = params_.base + copied_ / per_block % blocks * BlockBytes();
  thread.At({0, kArchive, static_cast<uint32_t>(copied_)});
  if (copied_ % per_block == 0) {
    std::memset(block, 0, BlockBytes());
  } else {
    co_await disk_.Read(thread, Category::kLogIo, address, block, BlockBytes());
  }
  for (Lsn lsn = copied_; lsn < end; ++lsn) {
    co_await nvm_.Read(thread, Category::kLogIo, layout_.Object(lsn), layout_.object_bytes);
    nvm_.Load(layout_.Object(lsn), block + lsn % per_block * layout_.object_bytes,
              layout_.object_bytes);
  }
  co_await disk_.Write(thread, Category::kLogIo, address, block, BlockBytes());
  copied_ = end;
  co_await Note(
      thread, EventKind::kBackup,
      {.tier = Tier::kDisk, .address = static_cast<Address>(address), .size = BlockBytes()});
}

}  // namespace afterimage::nvlog
