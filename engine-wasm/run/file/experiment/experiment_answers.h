// The answers that an experiment file wants of the measured points: metrics, a chart, and claims,
// which are formulas over points and never prose.
#ifndef AFTERIMAGE_RUN_FILE_EXPERIMENT_ANSWERS_H_
#define AFTERIMAGE_RUN_FILE_EXPERIMENT_ANSWERS_H_

#include "run/file/experiment/experiment.h"
#include "run/file/field_reader.h"

namespace afterimage {

// Complains of references to metrics, schemes or values that do not exist, and resolves the claims.
// REQUIRES: schemes and axes have been read.
void CheckAnswers(const FieldReader& root, Experiment* experiment);

// Compares swept values.
bool SameValue(const JsonValue& a, const JsonValue& b);
// Writes a value as the file has it.
void WriteValue(const JsonValue& value, JsonWriter& json);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_EXPERIMENT_ANSWERS_H_
