// Keeping the ring short (sections 4.5 and 5.1): checkpoints by the number of consumed entries,
// backup of cold log to disk, and the page cleaner.
#include <algorithm>

#include "scheme/nv_logging/log.h"

namespace afterimage::nvlog {

// Recovery may use up what was kept free for it.
uint32_t Log::FreeEntries() const {
  const uint32_t kept = engine_->recovering() ? 0 : reserved_ + params_.structure_slack;
  const uint32_t used = static_cast<uint32_t>(tail_ - reclaimed_) + kept;
  return used < layout_.entries ? layout_.entries - used : 0;
}

Task<bool> Log::Reserve(Thread& thread, Transaction& txn, uint32_t changes) {
  co_await Step(thread, {kUpdateReserve, kRing, static_cast<uint32_t>(tail_)});
  if (!txn.log) txn.log = TakeTxnLog();
  TxnLog& log = LogOf(txn);
  // Updates and their CLRs; and once the object that ends the transaction, and one object that a
  // crash catches before it is durable and that recovery must write again.
  const uint32_t need = 2 * changes * WorstEntries() + (log.reserved == 0 ? 1 + WorstEntries() : 0);
  co_await Ordered(thread);
  if (FreeEntries() < need) {
    const bool room =
        co_await checkpointer_.AwaitRoom(thread, [this, need] { return FreeEntries() >= need; });
    if (!room) co_return false;
  }
  log.reserved += need;
  reserved_ += need;
  co_return true;
}

Task<void> Log::OnCheckpoint(Thread& thread) {
  co_await checkpointer_.Enter(thread);
  const Lsn consumed = tail_;
  thread.At({kCheckpointPages, kBufferStructure, 0});
  co_await Note(thread, EventKind::kCheckpointBegin,
                {.a = static_cast<uint32_t>(head_), .b = static_cast<uint32_t>(consumed)});
  co_await engine_->pool().WriteOlderThan(thread, consumed);
  co_await Ordered(thread);
  Lsn new_head = engine_->pool().OldestRecLsn(engine_->OldestFirstLsn(consumed));
  if (backup_ && new_head > backed_up_) {
    co_await Step(thread, {kCheckpointBackup, kArchive, 0});
    backup_wanted_ = std::max(backup_wanted_, new_head);
    backup_work_.WakeAll(kernel_, thread.now());
    while (backed_up_ < new_head) co_await Sleep(thread, backup_done_, WaitFor::kLogSpace);
  }
  if (new_head > head_) {
    co_await MoveHead(thread, new_head,
                      {kCheckpointTail, kCheckpointHead, kCheckpointHeadBack, kCheckpointClear,
                       kCheckpointClearBack});
  }
  co_await Note(thread, EventKind::kCheckpointEnd, {.a = static_cast<uint32_t>(head_)});
  checkpointer_.End(thread);
  if (stopping_) backup_work_.WakeAll(kernel_, thread.now());
}

Task<void> Log::MoveHead(Thread& thread, Lsn new_head, const HeadLines& lines) {
  co_await WriteBackTail(thread, lines.tail);
  const Lsn old_head = head_;
  const uint64_t word = new_head;
  thread.At({lines.head, kAnchors, 0});
  co_await nvm_.Store(thread, Category::kLogWork, Layout::kHead, &word, sizeof word,
                      Access::kShared);
  thread.At({lines.head_back, kAnchors, 0});
  co_await nvm_.Clflush(thread, Category::kLogWork, Layout::kHead, sizeof word, Access::kShared);
  head_ = new_head;
  co_await Note(thread, EventKind::kTruncate,
                {.tier = Tier::kNvm,
                 .a = static_cast<uint32_t>(old_head),
                 .b = static_cast<uint32_t>(new_head)});
  co_await ClearEntries(thread, old_head, new_head, lines.clear, lines.clear_back);
  reclaimed_ = new_head;
}

// Clears the set state bits of entries [from, to), a line at a time.
Task<void> Log::ClearEntries(Thread& thread, Lsn from, Lsn to, uint16_t label,
                             uint16_t back_label) {
  for (Lsn lsn = from; lsn < to;) {
    const uint32_t line = LineOf(layout_.Entry(lsn));
    const Address first = layout_.Entry(lsn);
    bool cleared = false;
    for (; lsn < to && layout_.Entry(lsn) / kLineBytes == line && layout_.Entry(lsn) >= first;
         ++lsn) {
      if (!(nvm_.LoadWord(layout_.Entry(lsn)) & kEntryStateBit)) continue;
      const uint64_t word = layout_.EntryWord(lsn, false);
      thread.At({label, kRing, static_cast<uint32_t>(lsn)});
      co_await nvm_.Store(thread, Category::kLogWork, layout_.Entry(lsn), &word, sizeof word,
                          Access::kShared);
      cleared = true;
    }
    if (!cleared) continue;
    thread.At({back_label, kRing, static_cast<uint32_t>(lsn - 1)});
    co_await nvm_.Clflush(thread, Category::kLogWork, LineAt(line), kLineBytes, Access::kShared);
  }
}

// --- Backup of cold log (section 5.1) ------------------------------------------------------------

Task<void> Log::Backup(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    if (backed_up_ < backup_wanted_) {
      co_await BackupTo(thread, backup_wanted_);
    } else if (stopping_ && checkpointer_.idle()) {  // nobody will ask any more
      co_return;
    } else {
      co_await Sleep(thread, backup_work_, WaitFor::kWork);
    }
  }
}

// The archive is a ring of blocks on disk; where an LSN goes is a function of the LSN, so nothing
// about it needs to be remembered.
Task<void> Log::BackupTo(Thread& thread, Lsn limit) {
  const uint32_t sector = disk_.sector_bytes();
  const uint32_t block_bytes = (layout_.object_bytes + sector - 1) / sector * sector;
  const uint32_t per_block = block_bytes / layout_.object_bytes;
  const uint64_t blocks = params_.archive_bytes / block_bytes;
  auto* block = static_cast<uint8_t*>(arena_.AllocatePooled(block_bytes));
  while (backed_up_ < limit) {
    const Lsn end = std::min<Lsn>(limit, (backed_up_ / per_block + 1) * per_block);
    const uint64_t address = params_.archive_base + backed_up_ / per_block % blocks * block_bytes;
    thread.At({0, kArchive, static_cast<uint32_t>(backed_up_)});
    if (backed_up_ % per_block == 0) {
      std::memset(block, 0, block_bytes);
    } else {
      co_await disk_.Read(thread, Category::kLogIo, address, block, block_bytes);
    }
    for (Lsn lsn = backed_up_; lsn < end; ++lsn) {
      nvm_.ChargeLoad(thread, Category::kLogIo, layout_.object_bytes);
      nvm_.Load(layout_.Object(lsn), block + lsn % per_block * layout_.object_bytes,
                layout_.object_bytes);
    }
    co_await disk_.Write(thread, Category::kLogIo, address, block, block_bytes);
    backed_up_ = end;
    co_await Note(
        thread, EventKind::kBackup,
        {.tier = Tier::kDisk, .address = static_cast<Address>(address), .size = block_bytes});
  }
  arena_.Recycle(block, block_bytes);
  backup_done_.WakeAll(kernel_, thread.now());
}

}  // namespace afterimage::nvlog
