// Writes down which faults each test comes to, and how long it takes: no part of the tests, but
// copied beside them.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/mutant_switch.h"

namespace afterimage::mutants {
namespace {

class Listener : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override { std::memset(reached, 0, kMost); }
  void OnTestEnd(const testing::TestInfo& test) override {
    std::FILE* out = std::fopen(std::getenv("AFTERIMAGE_REACHED"), "a");
    if (!out) std::abort();
    std::fprintf(out, "%s.%s\t%d\t", test.test_suite_name(), test.name(),
                 static_cast<int>(test.result()->elapsed_time()));
    for (unsigned i = 0; i < kMost; ++i) {
      if (reached[i]) std::fprintf(out, "%u,", i);
    }
    std::fputc('\n', out);
    std::fclose(out);
  }
};

const bool kListens = [] {
  if (std::getenv("AFTERIMAGE_REACHED"))
    testing::UnitTest::GetInstance()->listeners().Append(new Listener);
  return true;
}();

}  // namespace
}  // namespace afterimage::mutants
