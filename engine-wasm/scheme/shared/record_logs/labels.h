// The labels that the page engine announces for schemes over a store of records.
#ifndef AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_LABELS_H_
#define AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_LABELS_H_

#include "scheme/shared/record_logs/story.h"

namespace afterimage::wal {

inline PageLabels LabelsOfPages() {
  PageLabels labels;
  labels.lock = kUpdateLock;
  labels.fix = kUpdateFix;
  labels.change_page = kUpdateChange;
  labels.commit_acknowledge = kCommitAcknowledge;
  labels.abort_acknowledge = kAbortAcknowledge;
  labels.release_locks = kCommitRelease;
  labels.write_page = kGatePage;
  labels.undo_in_place = kUndoInPlace;
  return labels;
}

}  // namespace afterimage::wal

#endif  // AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_LABELS_H_
