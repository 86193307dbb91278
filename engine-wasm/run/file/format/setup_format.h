// The parts of a file that scenarios and experiments share.
#ifndef AFTERIMAGE_RUN_FILE_FORMAT_SETUP_FORMAT_H_
#define AFTERIMAGE_RUN_FILE_FORMAT_SETUP_FORMAT_H_

#include "run/file/format/format.h"
#include "scheme/contract/program.h"

namespace afterimage::format {

inline constexpr int64_t kMostSeed = int64_t{1} << 53;

#if AI_TELLS_WORDS
// What kDeadlockPolicies are called in forms.
inline constexpr Text kDeadlockNames[] = {
    {"wait and detect", "等待并检测"},
    {"wait-die", "等待-死亡"},
    {"wait-die, again after the older one", "等待-死亡，待年长者结束再重来"}};
#endif

inline constexpr Field kPrice = Other("", Form::kPrice, Rule::kNone);
inline constexpr Field kOverrides =
    Map("overrides", kPrice)
        .By(Rule::kOverrides)
            AI_TOLD("prices", "价格",
                    "Prices that differ from the profile, by name, such as `nvm.slowdown`.",
                    "与机器配置不同的价格，按名称。");
inline constexpr Field kMachineRows[] = {
    String("id").Required().By(Rule::kMachine)
        AI_TOLD("id", "标识", "A profile's name; `lab -- schemes` lists them.", "机器配置的名称。"),
    kOverrides};
inline constexpr Format kMachine =
    Of("MachineChoice", kMachineRows, "The machine profile that prices every operation.");

inline constexpr Field kParam = Other("", Form::kParam, Rule::kNone);
inline constexpr Field kSchemeParams =
    Map("params", kParam)
        .By(Rule::kParam) AI_TOLD(
            "parameter", "参数", "Parameters that differ from the preset or the defaults, by name.",
            "与预设或默认值不同的参数，按名称。");
inline constexpr Field kSchemeRows[] = {
    String("id").Required().By(Rule::kScheme)
        AI_TOLD("id", "标识", "A system's name; `lab -- schemes` lists them.", "系统的名称。"),
    String("preset").By(Rule::kPreset)
        AI_TOLD("preset", "预设", "Settings that the system offers under a name.",
                "系统以一个名称提供的一组设置。"),
    kSchemeParams};
inline constexpr Format kScheme =
    Of("SchemeChoice", kSchemeRows, "A logging system and its parameters.");

inline constexpr Field kProgram =
    Other("program", Form::kProgram, Rule::kProgram)
        .Between(0, kMostProgramBytes) AI_TOLD(
            "program", "程序",
            "The text of a program, of the system that takes one ([its language](own-systems.md)).",
            "接受程序的系统所运行的程序文本。");

inline constexpr Field kWorkloadParams =
    Map("params", kParam)
        .By(Rule::kWorkloadParam)
            AI_TOLD("parameter", "参数", "Parameters that differ from the defaults, by name.",
                    "与默认值不同的参数，按名称。");
inline constexpr Field kWorkloadRows[] = {
    String("id").Required().By(Rule::kWorkload)
        AI_TOLD("id", "标识", "A workload's name; `lab -- schemes` lists them.", "负载的名称。"),
    kWorkloadParams};
inline constexpr Format kWorkload =
    Of("WorkloadChoice", kWorkloadRows, "A benchmark and its parameters.");

}  // namespace afterimage::format

#endif  // AFTERIMAGE_RUN_FILE_FORMAT_SETUP_FORMAT_H_
