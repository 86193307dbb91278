#include "workload/work_log/row_images.h"

#include <algorithm>
#include <iterator>

namespace afterimage::work_log {
namespace {

constexpr char kQuote = '\'';
constexpr std::string_view kByte = "\\x00";  // as the text writes one that is no letter

bool IsNumber(std::string_view value) {
  return !value.empty() && value.find_first_not_of("-0123456789") == std::string_view::npos;
}

}  // namespace

uint32_t BytesOf(const std::string& value) {
  if (value == "NULL") return 0;
  if (IsNumber(value)) return value.size() <= 10 ? 4 : 8;
  if (value.size() < 2 || value.front() != kQuote) return 8;
  size_t bytes = value.size() - 2;
  for (size_t at = value.find("\\x"); at != std::string::npos; at = value.find("\\x", at + 2)) {
    bytes -= std::min(bytes, kByte.size() - 1);
  }
  return static_cast<uint32_t>(bytes);
}

uint32_t RowImages::Insert(const RowImage& after) {
  const auto row = static_cast<uint32_t>(rows_.size());
  widest_ = std::max(widest_, static_cast<uint32_t>(after.size()));
  rows_.push_back(after);
  there_.push_back(true);
  Take(row);
  return row;
}

uint32_t RowImages::At(const RowImage& before) {
  Narrow(before);
  const auto found = by_name_.find(NameOf(before));
  return found == by_name_.end() ? Insert(before) : found->second.back();
}

void RowImages::Change(uint32_t row, const RowImage& after) {
  Drop(row);
  for (const auto& [column, value] : after) rows_[row][column] = value;
  widest_ = std::max(widest_, static_cast<uint32_t>(rows_[row].size()));
  Take(row);
}

void RowImages::Remove(uint32_t row) {
  if (!there_[row]) return;
  Drop(row);
  there_[row] = false;
}

void RowImages::Return(uint32_t row, const RowImage& image) {
  if (there_[row]) Drop(row);
  rows_[row] = image;
  there_[row] = true;
  Take(row);
}

std::string RowImages::NameOf(const RowImage& image) const {
  std::string name;
  const auto add = [&](uint32_t column, const std::string& value) {
    // No value has a line end in it.
    name += std::to_string(column) + '=' + value + '\n';
  };
  if (columns_.empty()) {
    for (const auto& [column, value] : image) add(column, value);
    return name;
  }
  for (const uint32_t column : columns_) {
    const auto found = image.find(column);
    add(column, found == image.end() ? std::string() : found->second);
  }
  return name;
}

void RowImages::Take(uint32_t row) { by_name_[NameOf(rows_[row])].push_back(row); }

void RowImages::Drop(uint32_t row) {
  const auto found = by_name_.find(NameOf(rows_[row]));
  std::vector<uint32_t>& alike = found->second;
  // The last one to come goes first, also when a transaction is undone.
  alike.erase(std::prev(std::find(alike.rbegin(), alike.rend(), row).base()));
  if (alike.empty()) by_name_.erase(found);
}

void RowImages::Narrow(const RowImage& before) {
  const size_t most = columns_.empty() ? widest_ : columns_.size();
  if (before.size() >= most || narrowed_ == kMostNarrowed) return;
  ++narrowed_;
  columns_.clear();
  for (const auto& [column, value] : before) columns_.push_back(column);
  by_name_.clear();
  for (uint32_t row = 0; row < rows_.size(); ++row) {
    if (there_[row]) Take(row);
  }
}

}  // namespace afterimage::work_log
