// JSON that must be good, as a tree.
#ifndef AFTERIMAGE_TESTS_SUPPORT_PARSED_JSON_H_
#define AFTERIMAGE_TESTS_SUPPORT_PARSED_JSON_H_

#include <gtest/gtest.h>

#include <string>

#include "base/json/json_value.h"

namespace afterimage::testing_support {

inline JsonValue ParsedJson(const std::string& text) {
  JsonValue value;
  JsonError error;
  EXPECT_TRUE(ParseJson(text, &value, &error))
      << error.line << ":" << error.column << " " << error.reason.en << "\n"
      << text.substr(0, 2000);
  return value;
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_PARSED_JSON_H_
