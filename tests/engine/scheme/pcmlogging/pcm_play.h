// Scripts under PCMLogging.
#ifndef AFTERIMAGE_TESTS_SCHEME_PCMLOGGING_PCM_PLAY_H_
#define AFTERIMAGE_TESTS_SCHEME_PCMLOGGING_PCM_PLAY_H_

#include "scheme/systems/pcmlogging/story.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {

inline Script OnPcm(const std::string& threads, const std::string& params,
                    const std::string& mutations = "[]") {
  return ScriptOn("pcmlogging", threads, params, mutations);
}

// The forms of PCM in a script: records in buckets, records and entries under trees that split,
// pages.
inline const Form kPcmForms[] = {
    {"records", R"({"slots": 32, "page_slots": 0, "frames": 4, "transactions": 4})"},
    {"trees",
     R"({"placement": "btree", "page_bytes": 512, "spare_pages": 12, "slots": 64, "page_slots": 16, "frames": 12, "transactions": 4})"},
    {"pages", R"({"granularity": "page", "page_slots": 16, "frames": 4, "transactions": 4})"},
};

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SCHEME_PCMLOGGING_PCM_PLAY_H_
