// Finds the row that an image stands for. The binary log of MySQL and MariaDB names no row: an
// event shows its columns before and after. So a row is followed from image to image, as
// PostgreSQL's from place to place.
//
// An image has all columns, or by binlog_row_image the one before only those that identify the row.
// From the first such image on the rows of the table are told apart by these columns alone.
#ifndef AFTERIMAGE_WORKLOAD_WORK_LOG_ROW_IMAGES_H_
#define AFTERIMAGE_WORKLOAD_WORK_LOG_ROW_IMAGES_H_

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace afterimage::work_log {

// Columns by their numbers, from 1, each with its value as the text has it.
using RowImage = std::map<uint32_t, std::string>;

// The bytes of a value, about: text and times as long as they are written, numbers 4 or 8, null 0.
uint32_t BytesOf(const std::string& value);

class RowImages {
 public:
  // A row appears. Returns its number.
  uint32_t Insert(const RowImage& after);
  // The row that looks like this; one from before the text where none does.
  uint32_t At(const RowImage& before);
  // The row changes: `after` may have the changed columns alone.
  void Change(uint32_t row, const RowImage& after);
  // The row is gone; Return brings it back as it was.
  void Remove(uint32_t row);
  void Return(uint32_t row, const RowImage& image);

  const RowImage& image(uint32_t row) const { return rows_[row]; }

 private:
  std::string NameOf(const RowImage& image) const;
  void Take(uint32_t row);
  void Drop(uint32_t row);
  // A server changes its setting now and then; more often all rows are not named anew.
  static constexpr uint32_t kMostNarrowed = 8;

  // Tells rows apart by the columns of this image alone, if it has fewer.
  void Narrow(const RowImage& before);

  std::vector<uint32_t> columns_;  // that tell rows apart; none while all do
  uint32_t widest_ = 0;            // columns of the widest image
  uint32_t narrowed_ = 0;          // times
  std::vector<RowImage> rows_;
  std::vector<bool> there_;
  // Rows with equal images, the latest one behind the others.
  std::unordered_map<std::string, std::vector<uint32_t>> by_name_;
};

}  // namespace afterimage::work_log

#endif  // AFTERIMAGE_WORKLOAD_WORK_LOG_ROW_IMAGES_H_
