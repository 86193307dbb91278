// ARIES with nested top actions in the client's own transaction, as Stasis has them.
//
// A structure change, and the insertion or removal of an index entry, is an action: its records are
// undone page by page as long as it is open, and by a logical operation once its end is in the log.
//
//   T:   40 record <- [ 50 entry on page 7 ] <- 60 end: "remove K"   undo next: 40
//        undo of 60 removes K wherever it is now, and goes on at 40
//
// The page of an entry is latched until the action's end is logged, and no other transaction sees
// half of a structure change. So the data that an open action has changed are as it left them, and
// may be put back.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_STASIS_ACTION_LOG_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_STASIS_ACTION_LOG_H_

#include "scheme/shared/central_log/aries_log.h"
#include "scheme/systems/stasis/action_log_story.h"

namespace afterimage::nested {

class ActionLog final : public aries::AriesLog {
 public:
  // `open_actions_stay` is a mutation.
  ActionLog(const EngineContext& context, const aries::AriesParams& params, File& file,
            bool open_actions_stay);

  Transaction* StructureOwner(Thread& thread) override;
  Task<Lsn> OnUpdate(Thread& thread, Transaction& txn, const Change& change) override;
  Task<void> OnSystemEnd(Thread& thread, Transaction& txn) override;

 protected:
  Task<bool> UndoRecord(Thread& thread, Transaction& txn, const RecordHeader& header,
                        const Change& change) override;

 private:
  // A structure change that is being logged.
  struct OpenAction {
    Transaction* txn = nullptr;
    Lsn before = kNoLsn;  // the transaction's last record before it
  };

  OpenAction* OpenOf(const Transaction& txn);
  // Logs that an action is complete, of which `before` is the record before it and `undo` what its
  // inverse undoes, if there is one. Gives kNoLsn where a mutation leaves it out.
  Task<Lsn> EndAction(Thread& thread, Transaction& txn, uint16_t line, Lsn before,
                      const Change& undo);

  ArenaVector<OpenAction> open_;
  Transaction* undoing_ = nullptr;  // in recovery
  bool open_actions_stay_;
  bool left_open_ = false;  // by a mutation: then a rollback may fail
};

}  // namespace afterimage::nested

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_STASIS_ACTION_LOG_H_
