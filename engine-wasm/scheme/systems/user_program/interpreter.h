// Runs a program's procedures on a simulated thread. Each statement is a line of the listing, each
// store, write-back and fence an operation of the NVM with a site of its own; DRAM and latches are
// gone with the world.
//
// A mistake of the program (ProgramFault) stops the machine, as a crash of the process would: the
// content of the devices is left, and clients get no more answers.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_INTERPRETER_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_INTERPRETER_H_

#include "base/flat_map.h"
#include "scheme/contract/scheme.h"
#include "scheme/shared/heap/persistent_heap.h"
#include "scheme/systems/user_program/blocks.h"
#include "scheme/systems/user_program/program.h"

namespace afterimage::own {

// The bytes of NVM that a program may touch: its own words, and those of the database behind them.
struct Reach {
  Address from = 0;
  Address to = 0;
};

class Interpreter {
 public:
  Interpreter(const EngineContext& context, const heap::PersistentHeap& heap,
              const Program& program);

  // Words of DRAM as they are when the process starts.
  void StartDram();
  void set_reach(Reach reach) { reach_ = reach; }
  const Program& program() const { return program_; }

  // The call of a procedure: its transaction, 0 in recovery, and its arguments.
  struct Call {
    TxnId txn = 0;
    uint64_t arguments[3] = {};
  };
  // The result of the handler; 1 where the program has none, or has failed.
  Task<uint64_t> Run(Thread& thread, Handler handler, const Call& call);

  // The newest word: a transaction's deferred one, or what the caches hold.
  uint64_t LoadWord(Address address) const;
  void Load(Address address, uint8_t* out, uint32_t size) const;
  // Drops the deferred stores of a transaction that rolls back.
  void DropDeferred(TxnId txn);

  Blocks& blocks() { return blocks_; }
  const Blocks& blocks() const { return blocks_; }
  // Checks a run that has ended: a block that nothing leads to, and that is not free, is a mistake.
  void CheckLeaks();

  bool failed() const { return fault_.line != 0; }
  const ProgramFault* fault() const { return failed() ? &fault_ : nullptr; }
  uint64_t dram(uint32_t word) const { return dram_[word]; }
  bool is_set(uint32_t word) const { return set_[word]; }

 private:
  struct Deferred {
    uint64_t word = 0;
    TxnId txn = 0;
  };
  // A procedure that runs: where it is, and where its registers begin.
  struct Frame {
    const Procedure* procedure = nullptr;
    uint32_t next = 0;
    uint32_t base = 0;
    uint8_t result = 0;  // the caller's register that receives what it returns
  };
  struct Activation {
    uint64_t registers[kMostActive] = {};
    Frame frames[kMostDepth];
    uint32_t depth = 0;
    uint32_t statements = 0;
    TxnId txn = 0;
    uint32_t line = 0;
    uint64_t result = 0;
  };
  // A statement of a handler that never ends must end some time.
  static constexpr uint32_t kMostStatements = 20000;
  // The instructions of a statement: its own arithmetic, without its operations on the NVM.
  static constexpr uint64_t kInstructions = 4;

  // Does what needs no device and no other thread. False where the instruction is of the others.
  bool Compute(Thread& thread, const Instruction& instruction, Activation& run);
  Task<void> Touch(Thread& thread, Instruction instruction, Activation& run);
  void Reveal(Thread& thread, uint16_t label, Address address);
  void Enter(const Instruction& instruction, Activation& run);
  void Leave(uint64_t result, Activation& run);
  // Below, `r` are the registers of the procedure that runs. Binary is false where it divides by 0.
  static bool Binary(const Instruction& instruction, uint64_t* r);
  void Index(Thread& thread, const Instruction& instruction, Activation& run, uint64_t* r);
  void CheckAddress(Thread& thread, const Instruction& instruction, Activation& run, uint64_t* r);
  void ReadDram(Thread& thread, const Instruction& instruction, Activation& run, uint64_t* r);
  void Defer(Address address, uint64_t word, TxnId txn);
  // --- block_operations.cc ---
  // False where the instruction has nothing to do with blocks.
  bool ComputeBlocks(Thread& thread, const Instruction& instruction, Activation& run);
  // Returns the block that a pointer leads to; its heap is null if that is a mistake, which is
  // reported.
  Blocks::Block Follow(Thread& thread, const Instruction& instruction, uint64_t pointer,
                       Activation& run);
  void Allocate(Thread& thread, const Instruction& instruction, Activation& run, uint64_t* r);
  void CheckBlock(Thread& thread, uint64_t address, Activation& run);
  bool MayLatch(Thread& thread, uint32_t latch, bool acquire, Activation& run);
  const Place& DramPlaceOf(uint64_t word) const;
  // A word of the program, or one of the database behind them.
  Where PlaceOf(uint16_t label, Address address) const;
  void Fail(Thread& thread, Activation& run, const char* en, const char* zh);

  Nvm& nvm_;
  const heap::PersistentHeap& heap_;
  const Program& program_;
  Blocks blocks_;
  Reach reach_;
  Time statement_ns_;
  ArenaVector<uint64_t> dram_;
  ArenaVector<bool> set_;
  ArenaVector<Latch*> latches_;
  ArenaVector<uint32_t> holders_;  // of the latches: 1 + the thread, 0 none
  FlatMap<Deferred> deferred_;     // by address
  ArenaVector<Address> deferred_addresses_;
  ProgramFault fault_;
};

}  // namespace afterimage::own

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_INTERPRETER_H_
