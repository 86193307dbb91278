// Reads the lines of a pg_waldump text into relations, rows and parts of transactions, in the order
// of the log.
#ifndef AFTERIMAGE_WORKLOAD_PG_TRACE_TRACE_READER_H_
#define AFTERIMAGE_WORKLOAD_PG_TRACE_TRACE_READER_H_

#include <unordered_map>

#include "workload/pg_trace/trace.h"
#include "workload/pg_trace/wal_line.h"

namespace afterimage::pg_trace {

// A table or an index of the log.
struct Relation {
  TraceTable table;
  uint64_t ops = 0;
  // The row that is now at a place (block 32 | offset 16), and how many rows have been there.
  struct Place {
    uint32_t row = 0;
    uint32_t rows = 0;
    bool known = false;
  };
  std::unordered_map<uint64_t, Place> places;
};

// The operations of one transaction id. Those of a sub-transaction go into its parent's when it
// ends.
struct Part {
  enum class End : uint8_t { kNone, kCommit, kAbort };
  uint32_t parent = 0;  // itself: none
  uint32_t ops = 0;
  End end = End::kNone;
};

struct RawOp {
  uint32_t part = 0;
  uint32_t relation = 0;
  Op op;
};

class TraceReader {
 public:
  explicit TraceReader(Trace* trace) : trace_(*trace) {}

  // Reads a line without its end. Returns null, or what is wrong with it.
  const Text* Line(std::string_view line);

  std::vector<Relation>& relations() { return relations_; }
  std::vector<Part>& parts() { return parts_; }
  const std::vector<uint32_t>& ended() const {
    return ended_;
  }  // parts, in the order of their ends
  const std::vector<RawOp>& ops() const { return ops_; }

 private:
  const Text* Record();
  const Text* Heap();
  const Text* MultiInsert();
  const Text* Transaction();
  void Index();
  void Skip();

  // The relation of a block, as the record has it.
  Relation& Of(const WalBlock& block, uint32_t* number);
  uint32_t PartOf(uint32_t xid);
  void Add(const WalBlock& block, uint32_t row, OpKind kind, uint32_t bytes);
  // A row that appears at this place; with an offset of 0 nobody knows where on the page.
  uint32_t NewRow(Relation& relation, uint32_t block, uint32_t offset, bool initial);
  uint32_t RowAt(Relation& relation, uint32_t block, uint32_t offset);
  const Text* Insert(const WalBlock& block);
  const Text* Update();
  const Text* Touch(const WalBlock& block, OpKind kind);

  Trace& trace_;
  WalLine line_;
  std::vector<Relation> relations_;
  std::map<std::string, uint32_t, std::less<>> by_name_;
  std::vector<Part> parts_;
  std::unordered_map<uint32_t, uint32_t> open_;  // part by transaction id
  std::vector<uint32_t> ended_;
  std::vector<RawOp> ops_;
  uint32_t hidden_ = 0;  // rows of which nobody knows where on the page they are
};

}  // namespace afterimage::pg_trace

#endif  // AFTERIMAGE_WORKLOAD_PG_TRACE_TRACE_READER_H_
