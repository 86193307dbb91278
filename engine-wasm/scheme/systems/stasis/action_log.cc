#include "scheme/systems/stasis/action_log.h"

#include <algorithm>

namespace afterimage::nested {

ActionLog::ActionLog(const EngineContext& context, const aries::AriesParams& params, File& file,
                     bool open_actions_stay)
    : AriesLog(context, params, file),
      open_(ArenaAllocator<OpenAction>(context.arena)),
      open_actions_stay_(open_actions_stay) {}

// --- Logging -------------------------------------------------------------------------------------

ActionLog::OpenAction* ActionLog::OpenOf(const Transaction& txn) {
  for (OpenAction& action : open_) {
    if (action.txn == &txn) return &action;
  }
  return nullptr;
}

// There are no clients at restart: a loser's undo may need a split.
Transaction* ActionLog::StructureOwner(Thread& thread) {
  Transaction* owner = engine_->recovery().under_way() ? undoing_ : ClientOf(thread);
  open_.push_back({owner, owner->last_lsn});
  return owner;
}

Task<Lsn> ActionLog::OnUpdate(Thread& thread, Transaction& txn, const Change& change) {
  const bool structure = OpenOf(txn) != nullptr;
  const bool entry =
      change.kind == ChangeKind::kEntryInsert || change.kind == ChangeKind::kEntryErase;
  if (!structure && !entry) {
    const auto update = co_await AriesLog::OnUpdate(thread, txn, change);
    co_return update;
  }
  const Lsn before = txn.last_lsn;
  co_await Step(thread, {structure ? kSplitLog : kEntryLog, kBufferStructure, change.page});
  RecordHeader header;
  SetChange(header, change);
  header.action = 1;
  // Log for structure changes is kept free apart from what clients reserve.
  const Lsn lsn = co_await Append(thread, txn, header, change.before, change.after, !structure);
  if (structure) co_return lsn;
  const Lsn end = co_await EndAction(thread, txn, kEntryEnd, before, change);
  co_return end != kNoLsn ? end : lsn;
}

Task<void> ActionLog::OnSystemEnd(Thread& thread, Transaction& txn) {
  Change nothing;
  nothing.kind = ChangeKind::kBytes;
  const OpenAction action = *OpenOf(txn);
  co_await EndAction(thread, txn, kSplitEnd, action.before, nothing);
  open_.erase(open_.begin() + (OpenOf(txn) - open_.data()));
}

Task<Lsn> ActionLog::EndAction(Thread& thread, Transaction& txn, uint16_t line, Lsn before,
                               const Change& undo) {
  const bool does = thread.Does(line);
  co_await Step(thread, {line, aries::kLogBuffer, static_cast<uint32_t>(before)});
  if (!does) {
    left_open_ = true;
    co_return kNoLsn;
  }
  RecordHeader header;
  SetChange(header, undo);
  header.kind = RecordKind::kActionEnd;
  header.undo_next_lsn = before;
  const auto end = co_await Append(thread, txn, header, undo.before, undo.after, line != kSplitEnd);
  co_return end;
}

// --- Rolling back --------------------------------------------------------------------------------

// The change in an action's end is undone by its inverse, wherever that goes. A record within an
// action is met at restart only: a rollback finds all actions ended.
Task<bool> ActionLog::UndoRecord(Thread& thread, Transaction& txn, const RecordHeader& header,
                                 const Change& change) {
  const bool recovery = engine_->recovery().under_way();
  const bool open = header.action != 0;
  if (open && open_actions_stay_) co_return true;
  undoing_ = recovery ? &txn : nullptr;
  const auto lsn = static_cast<uint32_t>(header.lsn);
  if (open && recovery) co_await Step(thread, {kRecoverOpen, aries::kLogFile, lsn}, {.a = lsn});
  if (header.kind == RecordKind::kActionEnd)
    co_await Step(thread, {recovery ? kRecoverInverse : kAbortInverse, aries::kLogFile, lsn},
                  {.a = lsn});
  const bool undone = co_await engine_->recovery().Undo(thread, txn, change, header.lsn, open);
  co_return undone || left_open_;
}

}  // namespace afterimage::nested
