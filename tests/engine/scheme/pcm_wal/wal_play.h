// Scripts under WAL with PCM.
#ifndef AFTERIMAGE_TESTS_SCHEME_PCM_WAL_WAL_PLAY_H_
#define AFTERIMAGE_TESTS_SCHEME_PCM_WAL_WAL_PLAY_H_

#include "scheme/systems/pcm_wal/story.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {

inline Script OnPcmWal(const std::string& threads, const std::string& params,
                       const std::string& mutations = "[]") {
  return ScriptOn("pcm-wal", threads, params, mutations);
}

// Few slots and a short log zone, so that both are used again.
inline const Form kWalForms[] = {
    {"changed",
     R"({"frames": 2, "cache_pages": 2, "log_kb": 1, "transfer_kb": 1, "partition_kb": 2, "checkpoint_kb": 2})"},
    {"evicted",
     R"({"cache": "evicted", "frames": 2, "cache_pages": 3, "log_kb": 2, "transfer_kb": 1, "partition_kb": 2, "checkpoint_kb": 2})"},
    {"trees",
     R"({"placement": "btree", "page_bytes": 512, "spare_pages": 12, "frames": 6, "cache_pages": 4, "log_kb": 1, "transfer_kb": 1, "partition_kb": 8, "checkpoint_kb": 8})"},
};

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SCHEME_PCM_WAL_WAL_PLAY_H_
