// A client of the skip-record program, and what must hold afterwards.
#ifndef AFTERIMAGE_WORKLOAD_SKIP_RECORDS_SKIP_CLIENT_H_
#define AFTERIMAGE_WORKLOAD_SKIP_RECORDS_SKIP_CLIENT_H_

#include "base/arena.h"
#include "workload/check_reader.h"
#include "workload/program_client.h"
#include "workload/skip_records/shape.h"

namespace afterimage::skip_records {

extern const StatementList kSkipStatements;

class SkipClient final : private Client {
 public:
  SkipClient(const SkipShape& shape, ClientRun& run, uint32_t number, Arena& arena);

  // Runs its rounds until there are no more, no more transactions, or a lost one still has the
  // words that the next round needs. Without a power cut those that are left open are rolled back
  // then.
  Task<void> Run(Thread& thread);

 private:
  // One of the round. Its place outlives it: where it is left open another one takes its place.
  struct Turn {
    ClientTransaction* own = nullptr;
    TxnLabel label = 0;
  };
  bool StartRound();
  Task<void> Round(Thread& thread);
  Task<void> Change(Thread& thread, uint32_t i, uint32_t update);
  Task<void> EndOne(Thread& thread, uint32_t i);
  Task<void> GiveUp(Thread& thread);
  Task<void> Clear(Thread& thread);
  NextStatement Statement(Thread& thread, const Turn& turn, uint16_t statement);

  const SkipShape& shape_;
  uint32_t number_;
  Arena& arena_;
  ArenaVector<Turn> turns_;
  ArenaVector<Turn> left_;       // open for good
  ArenaVector<uint8_t> in_use_;  // by stretch: a lost transaction has it
  uint64_t first_ = 0;           // of the round
  uint32_t count_ = 0;           // in the round
  bool in_statement_ = false;
  Value value_;
};

// The words of each stretch are all as they were at first, or all what one transaction that was to
// commit has made of them.
class SkipCheck final : private CheckReader {
 public:
  SkipCheck(const SkipShape& shape, StorageEngine& engine, Consistency* result)
      : CheckReader(engine, result), shape_(shape) {}
  Task<void> Run(Thread& thread);

 private:
  Task<bool> Stretch(Thread& thread, uint32_t client, uint64_t stretch);

  const SkipShape& shape_;
};

}  // namespace afterimage::skip_records

#endif  // AFTERIMAGE_WORKLOAD_SKIP_RECORDS_SKIP_CLIENT_H_
