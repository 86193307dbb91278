// T1 deletes a record, T2 splits the leaf that held its index entry, T1 rolls back.
#ifndef AFTERIMAGE_TESTS_SUPPORT_SPLIT_STORY_H_
#define AFTERIMAGE_TESTS_SUPPORT_SPLIT_STORY_H_

#include <string>

#include "support/scenarios.h"

namespace afterimage::testing_support {

// `more`: parameters of the scheme, behind a comma, that give its log room for a split.
inline Script Splitting(const std::string& scheme, const std::string& more,
                        const std::string& mutations = "[]") {
  Script script;
  script.scheme = scheme;
  script.mutations = mutations;
  script.records =
      R"({"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6, "G": 7, "H": 8, "Y": 9, "Z": 10})";
  script.threads =
      R"([["begin T1", "delete Y", "signal erased", "await split", "abort"],
          ["await erased", "begin T2", "insert I := 1", "insert J := 2", "insert K := 3", "insert L := 4",
           "insert M := 5", "insert N := 6", "insert O := 7", "signal split", "commit"]])";
  script.params = R"({"placement": "btree", "page_bytes": 256, "frames": 8)" + more + "}";
  script.overrides = R"({"disk.read_ns": 20000, "disk.write_ns": 20000, "disk.sector_bytes": 256})";
  return script;
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_SPLIT_STORY_H_
