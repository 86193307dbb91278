// The volume of the records of a text in the log of the server itself, and its course: full-page
// images come after checkpoints, so a part of a log may have more or fewer than the rest.
#ifndef AFTERIMAGE_WORKLOAD_PG_WAL_LOG_VOLUME_H_
#define AFTERIMAGE_WORKLOAD_PG_WAL_LOG_VOLUME_H_

#include <cstdint>
#include <vector>

#include "base/json/json_writer.h"

namespace afterimage::replay {

class LogVolume {
 public:
  // A record at this place, with and without images of pages.
  void AddRecord(uint64_t lsn, uint32_t total, uint32_t bytes);
  void AddCommit();
  // A checkpoint, from whose redo point on pages are in the log whole again.
  void AddCheckpoint(uint64_t redo);
  // A page that the log touches for the first time; `whole`: with an image, or it makes the page.
  void AddPage(bool whole);

  // 0 of a text that does not say it.
  uint64_t bytes() const { return so_far_.bytes; }
  uint64_t image_records() const { return image_records_; }
  uint64_t image_bytes() const { return so_far_.image_bytes; }
  uint64_t checkpoints() const { return checkpoints_; }
  // Log from a checkpoint to the next, on the average; 0 where there are not two of them.
  uint64_t checkpoint_bytes() const { return intervals_ == 0 ? 0 : interval_bytes_ / intervals_; }
  // The longest part without one.
  uint64_t longest_without() const { return longest_without_; }
  uint64_t pages() const { return pages_; }
  // Pages that were changed before, after the last checkpoint: their images are not in the text.
  uint64_t pages_from_before() const { return pages_from_before_; }

  void Describe(JsonWriter& json) const;

 private:
  // The volume of the log up to a commit.
  struct Mark {
    uint64_t commits = 0;
    uint64_t bytes = 0;
    uint64_t image_bytes = 0;
  };
  // At so many commits is the first mark; each next is at twice as many.
  static constexpr uint64_t kFirstMark = 125;

  Mark so_far_;
  uint64_t next_mark_ = kFirstMark;
  std::vector<Mark> marks_;
  uint64_t image_records_ = 0;
  uint64_t checkpoints_ = 0;
  uint64_t intervals_ = 0;
  uint64_t interval_bytes_ = 0;
  uint64_t redo_ = 0;   // of the last checkpoint, 0 none
  uint64_t begin_ = 0;  // of the part without a checkpoint
  uint64_t lsn_ = 0;
  uint64_t longest_without_ = 0;
  uint64_t pages_ = 0;
  uint64_t pages_from_before_ = 0;
};

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_PG_WAL_LOG_VOLUME_H_
