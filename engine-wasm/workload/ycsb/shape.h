// The shape of YCSB's table and of what its clients ask for (Cooper et al., SoCC 2010): all of it
// is a function of the seed.
//
// Records are numbered in the order in which they come: those of the start from 0, and inserted
// ones behind them. As in YCSB, whose keys are hashes of the numbers, neighbours in number are not
// neighbours in key, and insertions go everywhere:
//
//   key = place 40 | turn 24
//
// The numbers of the start have turn 0 and each of the places 0 .. records - 1, in an order by
// chance; each further `records` numbers have the next turn and the same places, in another order.
//
// A value has ten fields. Each says who wrote it, and goes on with letters of the same:
//
//   number of the client's operation, from 1; 0: at the start 64 | version 32 | client 32 | letters
//
// An update counts the version of its field up.
#ifndef AFTERIMAGE_WORKLOAD_YCSB_SHAPE_H_
#define AFTERIMAGE_WORKLOAD_YCSB_SHAPE_H_

#include "base/random.h"
#include "db/record.h"
#include "workload/ycsb/zipfian.h"

namespace afterimage::ycsb {

enum class Operation : uint8_t { kRead, kUpdate, kInsert, kScan, kModify };  // kModify reads first

// The core workloads, and one's own.
enum class Mix : uint8_t { kA, kB, kC, kD, kE, kF, kOwn };
enum class Distribution : uint8_t { kOfTheMix, kUniform, kZipfian, kLatest };

// Of a hundred operations.
struct Shares {
  uint32_t reads = 0;
  uint32_t updates = 0;
  uint32_t inserts = 0;
  uint32_t scans = 0;
  uint32_t modifies = 0;

  uint32_t sum() const { return reads + updates + inserts + scans + modifies; }
};

struct YcsbShape {
  static constexpr uint32_t kFields = 10;
  static constexpr uint32_t kTurnBits = 24;

  uint32_t records = 1000;
  uint32_t field_bytes = 100;
  Mix mix = Mix::kA;
  Distribution distribution = Distribution::kOfTheMix;
  uint32_t theta_percent = 99;
  uint32_t scan_records = 100;  // at most
  Shares own;                   // of the mix kOwn
  uint32_t clients = 1;
  uint64_t seed = 0;

  Shares shares() const;
  Distribution requests() const;
  uint32_t bytes() const { return kFields * field_bytes; }
  bool inserts() const { return shares().inserts > 0; }

  Key KeyOf(uint64_t number) const;
  Key KeyAtStart(uint64_t row) const { return row << kTurnBits; }
  static bool IsInserted(Key key) { return (key & ((Key{1} << kTurnBits) - 1)) != 0; }
};

// Who wrote a field.
struct Stamp {
  uint64_t number = 0;
  uint32_t version = 0;
  uint32_t client = 0;

  bool operator==(const Stamp&) const = default;
};

Stamp StampOf(const YcsbShape& shape, const Value& value, uint32_t field);
// Gives the bytes [offset, offset + size) of a field.
void PutField(const YcsbShape& shape, Key key, uint32_t field, const Stamp& stamp, uint32_t offset,
              uint32_t size, uint8_t* out);
// Writes a field of a value.
void SetField(const YcsbShape& shape, Key key, uint32_t field, const Stamp& stamp, Value* value);

struct Request {
  Operation operation = Operation::kRead;
  uint64_t record = 0;  // its number; of an insertion, unused
  uint32_t field = 0;   // to be updated
  uint32_t length = 1;  // of a scan
};

// What clients ask for.
class Requests {
 public:
  explicit Requests(const YcsbShape& shape);

  // Returns a client's operation, from 1. `records` have been acknowledged, in the order of their
  // numbers: only the distribution kLatest asks.
  Request Of(uint32_t client, uint64_t number, uint64_t records) const;

 private:
  Operation OperationOf(uint32_t percent) const;
  uint64_t RecordOf(Random& random, uint64_t records) const;

  const YcsbShape& shape_;
  Shares shares_;
  Distribution distribution_;
  double theta_;
  ScrambledZipfian popular_;
  mutable Zipfian latest_;  // for the number of records that was asked about last
};

}  // namespace afterimage::ycsb

#endif  // AFTERIMAGE_WORKLOAD_YCSB_SHAPE_H_
