#include "scheme/contract/restart.h"

namespace afterimage {

uint32_t Restart::PhaseOf(RecoveryPass pass) {
  switch (pass) {
    case RecoveryPass::kAnalysis: return 0;
    case RecoveryPass::kRedo: return 1;
    case RecoveryPass::kUndo: return 2;
    default: return 3;
  }
}

RecoveryReport Restart::Report() const {
  RecoveryReport report = report_;
  report.status = whole_ ? Status::kOk : Status::kDamaged;
  report.total_ns = thread_.now() - start_;
  return report;
}

}  // namespace afterimage
