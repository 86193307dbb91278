// An experiment's second scale: the file has the published numbers, and its "quick" member those
// that differ in a smaller run. Objects are merged by member, schemes by position, everything else
// is replaced.
#ifndef AFTERIMAGE_RUN_FILE_EXPERIMENT_SCALE_H_
#define AFTERIMAGE_RUN_FILE_EXPERIMENT_SCALE_H_

#include "run/file/experiment/experiment.h"
#include "run/file/field_reader.h"

namespace afterimage {

// Complains of what a smaller run cannot change, and of swept values that `published` does not
// have.
void CheckQuick(const FieldReader& quick, const Experiment& published);

// The file as it is measured at the quick scale; its claims are left out, since they are about the
// published points.
JsonValue AtQuickScale(const JsonValue& root, const JsonValue& quick);

// Puts "quick." before the paths of problems, from the one at `first` on, that lie inside it.
void MarkQuick(const JsonValue& quick, size_t first, std::vector<Problem>* problems);

// Sets the file of an experiment of two scales to the numbers of its own. Claims keep those of
// their points that are left.
void WriteAtScale(const JsonValue& root, Experiment* experiment);

// Gives `quick` the claims of `published`, as far as it has their points.
void KeepClaims(const Experiment& published, Experiment* quick);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_EXPERIMENT_SCALE_H_
