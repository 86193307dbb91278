// The heap engine's library whose calls are a user's program: what becomes of a word's change, of a
// commit and of a recovery is written there. Transactions, locks, records and blocks are the heap
// engine's, so stories and oracle are those of the systems of the papers.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_PROGRAM_LOG_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_PROGRAM_LOG_H_

#include "scheme/shared/heap/library.h"
#include "scheme/systems/user_program/interpreter.h"
#include "scheme/systems/user_program/view/drawn.h"

namespace afterimage::own {

class ProgramLog final : public heap::Library {
 public:
  ProgramLog(const EngineContext& context, heap::PersistentHeap& heap, const Program& program);

  uint64_t bytes() const override { return BytesOf(program_); }
  static uint64_t BytesOf(const Program& program) { return program.nvm_words * heap::kWord; }
  // The devices of another program are not this one's.
  uint64_t capacity() const override { return program_.digest; }
  // Words have their initial values; it costs nothing, as all of a fresh database.
  void Format() override;
  void Open(Address data) override;
  void Start() override {}
  void Stop(Thread&) override { interpreter_.CheckLeaks(); }

  Task<bool> Reserve(Thread& thread, Transaction& txn, uint32_t updates, uint32_t frees) override;
  Task<void> Set(Thread& thread, Transaction& txn, Address address, uint64_t word,
                 Where where) override;
  uint64_t LoadWord(Address address) const override { return interpreter_.LoadWord(address); }
  void Load(Address address, uint8_t* out, uint32_t size) const override {
    interpreter_.Load(address, out, size);
  }
  void Return(Transaction& txn, Address block) override;
  Task<void> Fill(Thread& thread, Address address, const void* bytes, uint32_t size,
                  Where where) override;
  // The block's header changes as any other word of the transaction does; the heap has the block
  // again once that has committed.
  Task<void> Free(Thread& thread, Transaction& txn, Address block) override;
  Task<void> Commit(Thread& thread, Transaction& txn) override;
  Task<void> RollBack(Thread& thread, Transaction& txn) override;
  bool undoes() const override { return true; }
  Task<void> OnCheckpoint(Thread& thread) override;
  Task<bool> Recover(Thread& thread, RecoveryReport* report) override;

  bool names_log_in_use() const override { return false; }
  void AddTo(EngineCounters* counters) const override { counters->log_records += logged_; }
  void Describe(Inspector& inspector) const override;
  // The program alone knows what must hold of its words: it may say so by `assert`.
  void Check(StructureCheck&) const override {}

  const ProgramFault* fault() const { return interpreter_.fault(); }

 private:
  // A transaction that has changed something, and the blocks that it has taken and will free.
  struct Changes {
    ArenaVector<Address> taken;
    ArenaVector<Address> freed;
    Changes* next_free = nullptr;
    explicit Changes(Arena& arena)
        : taken(ArenaAllocator<Address>(arena)), freed(ArenaAllocator<Address>(arena)) {}
  };
  Changes& ChangesOf(Transaction& txn);
  void Close(Transaction& txn);
  void Took(Transaction& txn, Address block) override { ChangesOf(txn).taken.push_back(block); }
  // Does the work of `format` and `open`, before the first change of a fresh database, and before a
  // checkpoint; once, on the first thread that needs it.
  Task<void> SetUp(Thread& thread);
  void DescribeWords(Inspector& inspector) const;
  void DescribeSlots(Inspector& inspector) const;
  void DescribeBlocks(Inspector& inspector) const;
  void DescribeSlot(Inspector& inspector, const Place& place, uint32_t slot, bool empty) const;
  void DescribeVariables(Inspector& inspector) const;

  Arena& arena_;
  Nvm& nvm_;
  const Program& program_;
  LatchCosts latch_costs_;
  Interpreter interpreter_;
  Drawn drawn_;
  Latch* setting_up_ = nullptr;  // null: it has been, or there is nothing to do
  Changes* free_ = nullptr;
  uint64_t logged_ = 0;
};

}  // namespace afterimage::own

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_PROGRAM_LOG_H_
