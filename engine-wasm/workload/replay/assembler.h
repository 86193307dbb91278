// Puts together what a reader has found: relations become tables, parts become transactions, in
// the order of their ends, and what cannot be is dropped.
#ifndef AFTERIMAGE_WORKLOAD_REPLAY_ASSEMBLER_H_
#define AFTERIMAGE_WORKLOAD_REPLAY_ASSEMBLER_H_

#include <map>
#include <utility>

#include "workload/replay/raw_log.h"

namespace afterimage::replay {

class Assembler {
 public:
  Assembler(RawLog& log, Trace* trace) : log_(log), trace_(*trace) {}

  void Run();

 private:
  // A change of a sub-transaction, which may be undone while its transaction goes on.
  struct Tentative {
    uint32_t op;  // of those that are kept
    uint32_t part;
  };

  void Tables();
  uint32_t Share(TraceTable& table);
  void NumberBlocks(TraceTable& table);
  void Transactions();
  // One transaction: its operations, by their numbers in the log.
  void Play(uint32_t root, const uint32_t* first, const uint32_t* last);
  void RollBackPart(uint32_t part);
  bool IsPartOf(uint32_t part, uint32_t whole) const;
  bool Happens(const Op& op);
  void Keep(const Op& op);
  void Undo(const Op& op);
  uint16_t BytesToRestore(const Op& done);

  RawLog& log_;
  Trace& trace_;
  std::vector<std::vector<uint8_t>> there_;  // by table and row
  std::vector<TableId> table_of_;            // by relation
  std::vector<uint32_t> first_row_;          // by relation: where its rows begin in that table
  uint32_t shared_blocks_ = 0;               // of the relations that share the last table
  std::vector<Tentative> tentative_;
  // The most bytes that a change of the transaction being played, since taken back, had covered, by
  // table and row.
  std::map<std::pair<TableId, uint32_t>, uint16_t> restored_;
};

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_REPLAY_ASSEMBLER_H_
