// The words that several replies choose from, from the engine's own tables of names.
#ifndef AFTERIMAGE_RUN_REPLY_FORMAT_REPLY_NAMES_H_
#define AFTERIMAGE_RUN_REPLY_FORMAT_REPLY_NAMES_H_

#include "crash/oracle.h"
#include "run/explore/outlook.h"
#include "run/file/format/reply_rows.h"
#include "run/life/tier_reader.h"
#include "trace/event.h"

namespace afterimage::format::reply {

// Tier::kNone comes first in the engine's table.
inline constexpr Choices kTierId = {
    .name = "TierId", .meaning = "A place of data.", .words = std::span(kTierNames).subspan(1)};

inline constexpr Choices kDurabilityChoices = {
    .name = "Durability",
    .meaning = "The state of a field's bytes. `none`: the tier never survives (DRAM, cache).",
    .words = kDurabilityNames};

inline constexpr Choices kFateChoices = {
    .name = "Fate", .meaning = "How often something holds, over all images.", .words = kFateNames};

inline constexpr Text kVerdictMeanings[] = {
    {"", ""},
    {"acknowledged but lost", "已确认却丢失"},
    {"unacknowledged but visible, in whole or in part", "未确认却可见，全部或部分"},
    {"a value that no transaction wrote", "没有任何事务写过的值"},
    {"a structure is damaged", "某个结构已损坏"},
    {"recovery does not end, or ends in an error", "恢复无法结束，或以错误结束"}};
inline constexpr Choices kVerdictKindChoices = {
    .name = "VerdictKind",
    .meaning = "The oracle's judgement on what is left after a power cut.",
    .words = kVerdictNames,
    .meanings = kVerdictMeanings};

inline constexpr const Choices* kSharedNames[] = {&kTierId, &kDurabilityChoices, &kFateChoices,
                                                  &kVerdictKindChoices};

}  // namespace afterimage::format::reply

#endif  // AFTERIMAGE_RUN_REPLY_FORMAT_REPLY_NAMES_H_
