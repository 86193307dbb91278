// Rolling back (section 4.4): CLRs as in ARIES, then one object that says the rollback is complete.
#include "scheme/nv_logging/log.h"

namespace afterimage::nvlog {

Change Log::ChangeOf(const ObjectHeader& header, const uint8_t* images) const {
  Change change;
  change.page = header.page;
  change.slot = header.slot;
  change.key = header.key;
  change.before.present = header.before_present != 0;
  change.after.present = header.after_present != 0;
  change.before.value.size = change.after.value.size = header.value_bytes;
  std::memcpy(change.before.value.bytes, images, header.value_bytes);
  std::memcpy(change.after.value.bytes, images + header.value_bytes, header.value_bytes);
  return change;
}

Task<bool> Log::UndoUpdate(Thread& thread, Transaction& txn, const Change& change, Lsn lsn, When when,
                           UndoLines lines) {
  thread.At({lines.clr, kBufferStructure, change.page});
  co_await Note(thread, EventKind::kStep, {.a = static_cast<uint32_t>(lsn)});
  Frame* frame = co_await engine_->Latch(thread, change.page);
  if (!frame) co_return false;
  const Change inverse = change.Inverse();
  const LogObject* clr = co_await Insert(thread, txn, Kind::kClr, &inverse, lsn, when);
  const Lsn clr_lsn = clr->lsn;
  thread.At({lines.restore, kObjects, static_cast<uint32_t>(lsn)});
  co_await Note(thread, EventKind::kUndo, {.tier = Tier::kDram, .address = frame->address, .a = change.page,
                                           .b = static_cast<uint32_t>(clr_lsn)});
  const bool applied = engine_->Apply(frame, inverse, clr_lsn);
  co_await engine_->Unlatch(thread, frame);
  co_return applied;
}

Task<void> Log::OnAbort(Thread& thread, Transaction& txn) {
  if (!txn.log || !LogOf(txn).oldest) co_return;
  for (LogObject* object = LogOf(txn).oldest; object; object = object->newer) {
    thread.At({kAbortScan, kVolatileObjects, static_cast<uint32_t>(object->lsn)});
    co_await Note(thread, EventKind::kStep);
    co_await EnsurePersistent(thread, object);
  }
  // Each CLR at once: one that a crash catches unpersisted has used its entry, and recovery needs
  // another. Reserve allows for one such a transaction.
  for (LogObject* object = LogOf(txn).newest; object; object = object->older) {
    if (object->kind != Kind::kUpdate) continue;
    const Change change = ChangeOf(Header(*object), Bytes(*object) + kLineBytes);
    AI_CHECK(co_await UndoUpdate(thread, txn, change, object->lsn, When::kNow, {kAbortClr, kAbortRestore}));
  }
  thread.At({kAbortAppend, 0, 0});
  co_await Note(thread, EventKind::kStep);
  co_await Insert(thread, txn, Kind::kAbort, nullptr, kNoLsn, When::kNow);
}

}  // namespace afterimage::nvlog
