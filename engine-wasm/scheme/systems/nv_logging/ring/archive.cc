#include "scheme/systems/nv_logging/ring/archive.h"

#include <algorithm>
#include <cstring>

#include "scheme/systems/nv_logging/story.h"

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

uint32_t Archive::PieceBlocks() const {
  const uint64_t blocks = std::min<uint64_t>(kPiece / BlockBytes(), Blocks());
  return static_cast<uint32_t>(std::max<uint64_t>(blocks, 1));
}

Task<void> Archive::CopyUpTo(Thread& thread, Lsn limit) {
  if (!params_.on) co_return;
  const uint32_t bytes = PieceBlocks() * BlockBytes();
  auto* piece = static_cast<uint8_t*>(arena_.AllocatePooled(bytes));
  while (copied_ < limit) co_await CopyPiece(thread, limit, piece);
  arena_.Recycle(piece, bytes);
  done_.WakeAll(kernel_, thread.now());
}

Task<void> Archive::CopyPiece(Thread& thread, Lsn limit, uint8_t* piece) {
  const uint32_t per_block = PerBlock();
  const uint64_t first = copied_ / per_block, place = first % Blocks();
  const uint64_t most = std::min<uint64_t>(PieceBlocks(), Blocks() - place);
  const Lsn end = std::min<Lsn>(limit, (first + most) * per_block);
  const auto bytes =
      static_cast<uint32_t>((end + per_block - 1) / per_block - first) * BlockBytes();
  const uint64_t address = params_.base + place * BlockBytes();
  thread.At({0, kArchive, static_cast<uint32_t>(copied_)});
  std::memset(piece, 0, bytes);
  if (copied_ % per_block != 0)
    co_await disk_.Read(thread, Category::kLogIo, address, piece, BlockBytes());
  for (Lsn lsn = copied_; lsn < end; ++lsn) {
    co_await nvm_.Read(thread, Category::kLogIo, layout_.Object(lsn), layout_.object_bytes);
    uint8_t* block = piece + (lsn / per_block - first) * BlockBytes();
    nvm_.Load(layout_.Object(lsn), block + lsn % per_block * layout_.object_bytes,
              layout_.object_bytes);
  }
  co_await disk_.Write(thread, Category::kLogIo, address, piece, bytes);
  copied_ = end;
  co_await Note(thread, EventKind::kBackup,
                {.tier = Tier::kDisk, .address = static_cast<Address>(address), .size = bytes});
}

}  // namespace afterimage::nvlog
