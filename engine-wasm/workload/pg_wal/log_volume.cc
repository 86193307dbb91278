#include "workload/pg_wal/log_volume.h"

#include <algorithm>

namespace afterimage::replay {

void LogVolume::AddRecord(uint64_t lsn, uint32_t total, uint32_t bytes) {
  so_far_.bytes += total;
  so_far_.image_bytes += total - bytes;
  image_records_ += total > bytes;
  // A text may have parts of a log that are not one behind the other.
  if (lsn_ == 0 || lsn < lsn_) {
    begin_ = lsn;
    redo_ = 0;
  }
  lsn_ = lsn;
  if (lsn > begin_) longest_without_ = std::max(longest_without_, lsn - begin_);
}

void LogVolume::AddCommit() {
  if (++so_far_.commits < next_mark_) return;
  marks_.push_back(so_far_);
  next_mark_ *= 2;
}

void LogVolume::AddCheckpoint(uint64_t redo) {
  ++checkpoints_;
  if (redo_ != 0 && redo > redo_) {
    ++intervals_;
    interval_bytes_ += redo - redo_;
  }
  redo_ = redo;
  begin_ = std::max(begin_, redo);
}

void LogVolume::AddPage(bool whole) {
  ++pages_;
  pages_from_before_ += !whole;
}

void LogVolume::Describe(JsonWriter& json) const {
  const auto number = [&](const char* name, uint64_t value) {
    json.Key(name).Integer(static_cast<int64_t>(value));
  };
  json.BeginObject();
  number("bytes", bytes());
  number("imageRecords", image_records());
  number("imageBytes", image_bytes());
  number("pages", pages());
  number("pagesFromBefore", pages_from_before());
  number("checkpoints", checkpoints());
  number("checkpointBytes", checkpoint_bytes());
  number("longestWithout", longest_without());
  json.Key("course").BeginArray();
  const auto mark = [&](const Mark& at) {
    json.BeginObject();
    number("commits", at.commits);
    number("bytes", at.bytes);
    number("imageBytes", at.image_bytes);
    json.EndObject();
  };
  for (const Mark& each : marks_) mark(each);
  if (marks_.empty() || marks_.back().commits < so_far_.commits) mark(so_far_);
  json.EndArray().EndObject();
}

}  // namespace afterimage::replay
