// A log record of the schemes without one durable LSN. What orders records across logs is the
// global sequence number (GSN): it is the page LSN, and recovery merges by it.
//
//   0                      64            64 + before
//   +----------------------+-------------+-------------+---------+
//   | header (below)       | before image| after image | padding |
//   +----------------------+-------------+-------------+---------+
#ifndef AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_RECORD_H_
#define AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_RECORD_H_

#include "db/schema.h"
#include "log/change_header.h"
#include "trace/inspector.h"

namespace afterimage::wal {

enum class Kind : uint8_t { kUpdate, kCommit, kAbort, kClr, kCount };

struct RecordHeader {
  uint64_t gsn = 0;
  uint64_t place = 0;  // in its log, where logs are rings
  uint32_t txn = 0;
  uint16_t label = 0;
  Kind kind = Kind::kUpdate;
  uint8_t change = 0;  // ChangeKind
  uint32_t page = 0;
  uint16_t slot = 0;
  uint16_t offset = 0;
  uint64_t key = 0;
  uint64_t compensates = 0;  // of a CLR: the GSN it undoes
  uint64_t prev = 0;         // GSN of the transaction's previous record, 0 none
  uint16_t before_bytes = 0;
  uint16_t after_bytes = 0;
  uint8_t table = 0;
  uint8_t index = 0;
  uint8_t system = 0;  // 1: of a structure change
  uint8_t log = 0;     // that it is in; where there is one only, its Mark

  uint32_t bytes() const { return sizeof(RecordHeader) + before_bytes + after_bytes; }
  bool changes_page() const { return kind == Kind::kUpdate || kind == Kind::kClr; }
};
static_assert(sizeof(RecordHeader) == 64);

// The state of a record that is made in the log itself: whether its images are there.
enum class Mark : uint8_t { kUnfinished, kWhole };
// The numbering of the records: a sequence over many logs, or the one log's own.
enum class Numbers : uint8_t { kGsn, kLsn };

inline constexpr uint32_t kMostRecordBytes = sizeof(RecordHeader) + 2 * 8192;

// A record as recovery finds it; the images are copied from where it is.
struct Found {
  RecordHeader header;
  const uint8_t* images = nullptr;
};

// Returns whether the header can be one of a database whose page numbers are below `page_limit`.
bool Sane(const RecordHeader& header, uint32_t page_limit);

// The fields of the record at `address`; its predecessor is an item of the same
// `structure`, by its number. Records of one log have marks.
void DescribeRecord(Inspector& inspector, uint16_t structure, Tier tier, Address address,
                    const RecordHeader& header, const Schema& schema,
                    Numbers numbers = Numbers::kGsn);

}  // namespace afterimage::wal

#endif  // AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_RECORD_H_
