// The fields that scenario and experiment files have in common: machine, scheme, parameters.
#ifndef AFTERIMAGE_RUN_FILE_SETUP_FIELDS_H_
#define AFTERIMAGE_RUN_FILE_SETUP_FIELDS_H_

#include "run/file/field_reader.h"
#include "run/file/setup.h"
#include "workload/workload.h"

namespace afterimage {

// {"id": ..., "overrides": {price: value}}. `machine` stays null where there is none of this name.
void ReadMachine(const FieldReader& field, const Machine** machine, PriceOverrides* overrides);
// A value of this price; false after a complaint.
bool ReadPrice(const FieldReader& field, Price price, int64_t* value);

// Reads the id and the parameters, with defaults, of {"id": ..., "preset": ..., "params": {...}};
// other members belong to the caller. `scheme` stays null if there is none of this name.
void ReadScheme(const FieldReader& field, const SchemeInfo** scheme, ParamValues* values);

// Compiles a text, and makes `scheme` and `values` those of the system that runs it. False, with at
// least one problem, where it is no program. REQUIRES: the system takes programs.
bool UseProgram(std::string_view text, const SchemeInfo** scheme, ParamValues* values,
                ProgramChoice* program, std::vector<ProgramProblem>* problems);
// The same of the member `program` of a scheme. A complaint about the text has its place there
// behind its path: program:3:7.
void ReadProgram(const FieldReader& field, const SchemeInfo** scheme, ParamValues* values,
                 ProgramChoice* program);

// The name of a workload that this module has; null after a complaint.
const WorkloadInfo* ReadWorkloadId(const FieldReader& field);
// The same of a workload as of a scheme; nothing else may be there.
void ReadWorkload(const FieldReader& field, const WorkloadInfo** workload, ParamValues* values);
inline constexpr Text kNoWorkloadParam = {"the workload has no such parameter", "该负载没有此参数"};

// Sets the values that the object names, after the defaults; `unknown` is said of a name that is
// not among the parameters.
void ReadParams(const FieldReader& object, const ParamList& params, const Text& unknown,
                ParamValues* values);
// Sets parameters that a scheme's description gives.
void SetParams(const SchemeInfo& scheme, std::span<const ParamSetting> settings,
               ParamValues* values);
void SetDefaults(const ParamList& params, ParamValues* values);
// The index of the parameter, or -1.
int FindParam(const ParamList& params, std::string_view id);
// False where pages of records are found by a hash function alone: no range can be read there.
bool ReadsRanges(const SchemeInfo& scheme, const ParamValues& values);
// A value of this parameter; false after a complaint.
bool ReadParamValue(const FieldReader& field, const ParamInfo& info, int64_t* value);

// The member `params`. Where the file has none, complaints are about it in place of `field`.
FieldReader ParamsOf(const FieldReader& field);
// Why these prices do not go together, or null.
const Mismatch* CheckMachine(const MachineProfile& machine);
// The member `overrides` in the same way.
FieldReader OverridesOf(const FieldReader& field);
// Returns null, or why the machine's memory does not do for devices and a database of these sizes.
const Mismatch* CheckMemory(const MachineProfile& machine, const DeviceSizes& sizes);
// Complains of the parameter or price that a mismatch names, one of `fields`. Returns false.
bool Refuse(const FieldReader& fields, const Mismatch& mismatch);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_SETUP_FIELDS_H_
