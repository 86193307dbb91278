#include "workload/replay/commit_times.h"

#include <algorithm>

#include "workload/pg_wal/scanner.h"

namespace afterimage::replay {
namespace {

constexpr int64_t kSecond = 1'000'000;

// The number in so many digits at `at`, or -1.
int64_t Digits(std::string_view text, size_t at, size_t count) {
  int64_t value = 0;
  for (size_t i = 0; i < count; ++i) {
    if (at + i >= text.size() || !IsDigit(text[at + i])) return -1;
    value = value * 10 + (text[at + i] - '0');
  }
  return value;
}

// Days since 1970-01-01 (Howard Hinnant's algorithm for the proleptic Gregorian calendar).
int64_t DaysOf(int64_t year, int64_t month, int64_t day) {
  year -= month <= 2;
  const int64_t era = year / 400, of_era = year - era * 400;
  const int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

// The time of "2025-03-01 10:00:00.000000" at `at`, or -1.
int64_t TimeAt(std::string_view text, size_t at) {
  constexpr std::string_view kShape = "0000-00-00 00:00:00";
  for (size_t i = 0; i < kShape.size(); ++i) {
    if (at + i >= text.size() || (kShape[i] != '0' && text[at + i] != kShape[i])) return -1;
  }
  int64_t part[6];
  constexpr size_t kAt[] = {0, 5, 8, 11, 14, 17}, kSize[] = {4, 2, 2, 2, 2, 2};
  for (int i = 0; i < 6; ++i) {
    part[i] = Digits(text, at + kAt[i], kSize[i]);
    if (part[i] < 0) return -1;
  }
  const bool fraction = at + 19 < text.size() && text[at + 19] == '.';
  const int64_t micros = fraction ? std::max<int64_t>(0, Digits(text, at + 20, 6)) : 0;
  const int64_t days = DaysOf(part[0], part[1], part[2]);
  return (days * 86400 + part[3] * 3600 + part[4] * 60 + part[5]) * kSecond + micros;
}

}  // namespace

int64_t TimeIn(std::string_view text) {
  for (size_t dash = text.find('-'); dash != std::string_view::npos;
       dash = text.find('-', dash + 1)) {
    if (dash < 4) continue;
    const int64_t time = TimeAt(text, dash - 4);
    if (time >= 0) return time;
  }
  return -1;
}

void CommitTimes::Add(int64_t microseconds) {
  if (microseconds < 0) return;
  first_ = count_ == 0 ? microseconds : std::min(first_, microseconds);
  last_ = std::max(last_, microseconds);
  ++count_;
  const int64_t second = microseconds / kSecond;
  if (seconds_.size() >= kMaxSeconds && seconds_.count(second) == 0) return;
  busiest_ = std::max(busiest_, ++seconds_[second]);
}

}  // namespace afterimage::replay
