#include "run/file/setup_fields.h"

#include "run/file/format/setup_format.h"
#include "scheme/page_engine/page_params.h"

namespace afterimage {

bool ReadPrice(const FieldReader& field, Price price, int64_t* value) {
  const PriceInfo& info = kPriceInfo[static_cast<int>(price)];
  if (!field.Integer(value, info.min, info.max)) return false;
  const bool power_of_two =
      price == Price::kDiskSector || price == Price::kNvmWearUnit || price == Price::kNvmInterleave;
  if (power_of_two && (*value & (*value - 1)) != 0)
    return field.Fail("a power of two is expected", "此处应为 2 的幂");
  if (!kWhole && price == Price::kCacheProcessor && *value != kNoCaches)
    return field.Fail("this module does not contain the choice", "此模块不含该选项");
  return true;
}

namespace {

void ReadPreset(const FieldReader& field, const SchemeInfo& scheme, ParamValues* values) {
  for (uint32_t i = 0; i < scheme.presets.size(); ++i) {
    const PresetInfo& preset = scheme.presets[i];
    if (field.value().string == preset.id) return SetParams(scheme, preset.settings, values);
  }
  field.Fail("the system has no such preset", "该系统没有此预设");
}

void ReadOverrides(const FieldReader& object, PriceOverrides* overrides) {
  for (const auto& [name, value] : object.value().members) {
    const FieldReader field = object.Member(name, value);
    const Price price = FindPrice(name);
    int64_t number = 0;
    if (price == Price::kCount) {
      field.Fail("there is no price with this name", "没有此名称的价格");
    } else if (ReadPrice(field, price, &number)) {
      overrides->emplace_back(price, number);
    }
  }
}

// The rules that the tables of a machine, a system and a workload leave to code. Each reads into
// its caller's object; fields of an unknown name's owner are skipped.
class SetupRules final : public FieldRules {
 public:
  void Read(Rule rule, const FieldReader& field) override {
    switch (rule) {
      case Rule::kMachine: return MachineId(field);
      case Rule::kOverrides: return ReadOverrides(field, overrides);
      case Rule::kScheme: return SchemeId(field);
      case Rule::kPreset:
        if (*scheme) ReadPreset(field, **scheme, values);
        return;
      case Rule::kParam:
        if (*scheme) ReadParams(field, (*scheme)->params, kNoSchemeParam, values);
        return;
      case Rule::kWorkload:
        *workload = ReadWorkloadId(field);
        if (*workload) SetDefaults((*workload)->params, values);
        return;
      case Rule::kWorkloadParam:
        if (*workload) ReadParams(field, (*workload)->params, kNoWorkloadParam, values);
        return;
      default: return;
    }
  }

  const Machine** machine = nullptr;
  PriceOverrides* overrides = nullptr;
  const SchemeInfo** scheme = nullptr;
  const WorkloadInfo** workload = nullptr;
  ParamValues* values = nullptr;

 private:
  static constexpr Text kNoSchemeParam = {"the system has no such parameter", "该系统没有此参数"};

  void MachineId(const FieldReader& field) {
    *machine = FindMachine(field.value().string);
    if (!*machine) field.Fail("there is no machine with this name", "没有此名称的机器");
  }

  void SchemeId(const FieldReader& field) {
    *scheme = FindScheme(field.value().string);
    if (!*scheme) {
      field.Fail("there is no system with this name", "没有此名称的系统");
      return;
    }
    if (!(*scheme)->create)
      field.Fail("this module does not contain the system", "此模块不含该系统");
    SetDefaults((*scheme)->params, values);
  }
};

}  // namespace

void ReadMachine(const FieldReader& field, const Machine** machine, PriceOverrides* overrides) {
  SetupRules rules;
  rules.machine = machine;
  rules.overrides = overrides;
  ReadObject(field, format::kMachine, &rules);
}

void ReadScheme(const FieldReader& field, const SchemeInfo** scheme, ParamValues* values) {
  SetupRules rules;
  rules.scheme = scheme;
  rules.values = values;
  ReadRows(field, format::kScheme, &rules, nullptr);
}

bool UseProgram(std::string_view text, const SchemeInfo** scheme, ParamValues* values,
                ProgramChoice* program, std::vector<ProgramProblem>* problems) {
  const ProgramInfo& info = *(*scheme)->program;
  program->text = text;
  program->compiled = info.compile(text, problems);
  values->program = program->compiled.get();
  if (!program->compiled) return false;
  if (const SchemeInfo* own = info.described(*program->compiled)) *scheme = own;
  return true;
}

void ReadProgram(const FieldReader& field, const SchemeInfo** scheme, ParamValues* values,
                 ProgramChoice* program) {
  if (!(*scheme)->program) {
    field.Fail("only the system `user-program` takes a program",
               "只有系统 `user-program` 接受程序");
    return;
  }
  std::string text;
  if (!field.String(&text, kMostProgramBytes)) return;
  std::vector<ProgramProblem> complaints;
  UseProgram(text, scheme, values, program, &complaints);
  for (const ProgramProblem& complaint : complaints) {
    field.Behind(":" + std::to_string(complaint.line) + ":" + std::to_string(complaint.column))
        .Fail(complaint.en, complaint.zh);
  }
}

void ReadWorkload(const FieldReader& field, const WorkloadInfo** workload, ParamValues* values) {
  SetupRules rules;
  rules.workload = workload;
  rules.values = values;
  ReadObject(field, format::kWorkload, &rules);
}

void SetParams(const SchemeInfo& scheme, std::span<const ParamSetting> settings,
               ParamValues* values) {
  for (const ParamSetting& setting : settings) {
    const int index = FindParam(scheme.params, setting.id);
    AI_CHECK(index >= 0);
    values->value[index] = setting.value;
  }
}

const WorkloadInfo* ReadWorkloadId(const FieldReader& field) {
  std::string id;
  if (!field.String(&id)) return nullptr;
  const WorkloadInfo* workload = FindWorkload(id);
  if (!workload) field.Fail("there is no workload with this name", "没有此名称的负载");
  if (workload && !workload->create)
    field.Fail("this module does not contain the workload", "此模块不含该负载");
  return workload;
}

void SetDefaults(const ParamList& params, ParamValues* values) {
  for (uint32_t i = 0; i < params.size(); ++i) values->value[i] = params[i].standard;
}

void ReadParams(const FieldReader& object, const ParamList& params, const Text& unknown,
                ParamValues* values) {
  for (const auto& [name, value] : object.value().members) {
    const FieldReader field = object.Member(name, value);
    const int index = FindParam(params, name);
    if (index < 0) {
      field.Fail(unknown);
    } else {
      ReadParamValue(field, params[index], &values->value[index]);
    }
  }
}

int FindParam(const ParamList& params, std::string_view id) {
  for (uint32_t i = 0; i < params.size(); ++i) {
    if (id == params[i].id) return static_cast<int>(i);
  }
  return -1;
}

bool ReadsRanges(const SchemeInfo& scheme, const ParamValues& values) {
  if (FindParam(scheme.params, "heap_pages") < 0) return true;
  const int placement = FindParam(scheme.params, "placement");
  return placement < 0 || values.value[placement] == static_cast<int64_t>(Placement::kIndexed);
}

bool ReadParamValue(const FieldReader& field, const ParamInfo& info, int64_t* value) {
  if (info.type == ParamType::kInteger) return field.Integer(value, info.min, info.max);
  if (info.type == ParamType::kBoolean) {
    bool boolean = false;
    if (!field.Bool(&boolean)) return false;
    *value = boolean;
    return true;
  }
  std::string choices;
  for (uint32_t c = 0; c < info.choices.size(); ++c)
    choices += (c ? " " : "") + std::string(info.choices[c].id);
  uint32_t index = 0;
  if (!field.Choice(choices, &index)) return false;
  if (!info.choices[index].here) {
    field.Fail("this module does not contain the choice", "此模块不含该选项");
    return false;
  }
  *value = index;
  return true;
}

const Mismatch* CheckMachine(const MachineProfile& machine) {
  static constexpr Mismatch kNothingToRandomize = {
      "nvm.randomize",
      {"nvm.randomize is about Start-Gap: nvm.start_gap must not be 0",
       "nvm.randomize 属于 Start-Gap：nvm.start_gap 不能为 0"}};
  static constexpr Mismatch kNothingToReplace = {
      "nvm.spare_units",
      {"nvm.spare_units are for units that wear out: nvm.worn_out must be 1",
       "nvm.spare_units 用于替换磨损单元：nvm.worn_out 必须为 1"}};
  static constexpr Mismatch kNothingToRotate = {
      "nvm.reserve_units",
      {"nvm.rotate_writes and nvm.reserve_units go together: units rotate over places in reserve",
       "nvm.rotate_writes 与 nvm.reserve_units 须同时给出：单元在保留位置间轮换"}};
  static constexpr Mismatch kTooShort = {
      "nvm.endurance",
      {"with nvm.worn_out, nvm.endurance must be at least the lines of a unit (nvm.wear_unit_bytes "
       "/ 64)",
       "启用 nvm.worn_out 时，nvm.endurance 不能小于一个单元的行数（nvm.wear_unit_bytes / 64）"}};
  const bool wears_out = machine[Price::kNvmWornOut] != 0;
  if (machine[Price::kNvmRandomize] != 0 && machine[Price::kNvmStartGap] == 0)
    return &kNothingToRandomize;
  if ((machine[Price::kNvmRotate] != 0) != (machine[Price::kNvmReserve] != 0))
    return &kNothingToRotate;
  if (machine[Price::kNvmSpareUnits] != 0 && !wears_out) return &kNothingToReplace;
  if (wears_out && machine[Price::kNvmEndurance] < machine[Price::kNvmWearUnit] / kLineBytes)
    return &kTooShort;
  return nullptr;
}

const Mismatch* CheckMemory(const MachineProfile& machine, const DeviceSizes& sizes) {
  // The smallest page cache: less than a round of write-back would not suffice for the files of any
  // system.
  static constexpr uint64_t kLeastBytes = 1 << 20;
  static constexpr Mismatch kNoRoom = {
      "os.memory_mb",
      {"the buffer pool, log buffers and NVM in memory must leave at least 1 MB of the machine's "
       "memory for the page cache",
       "缓冲池、日志缓冲区与内存中的 NVM 之外，机器内存至少要为页缓存留出 1 MB"}};
  if (machine[Price::kOsPageCache] == 0) return nullptr;
  return PageCacheRoom(machine, sizes) < kLeastBytes ? &kNoRoom : nullptr;
}

namespace {

// A missing member gets its complaint at its place.
FieldReader MemberOf(const FieldReader& field, const char* key) {
  const JsonValue* value = field.value().Find(key);
  return field.Member(key, value ? *value : field.value());
}

}  // namespace

bool Refuse(const FieldReader& fields, const Mismatch& mismatch) {
  return (mismatch.field ? MemberOf(fields, mismatch.field) : fields).Fail(mismatch.reason);
}

FieldReader OverridesOf(const FieldReader& field) { return MemberOf(field, "overrides"); }

FieldReader ParamsOf(const FieldReader& field) { return MemberOf(field, "params"); }

}  // namespace afterimage
