// The host's choices made otherwise for as long as this lives. REQUIRES: no world is there as it
// begins or ends.
#ifndef AFTERIMAGE_TESTS_ENGINE_SUPPORT_WITH_HOST_CHOICES_H_
#define AFTERIMAGE_TESTS_ENGINE_SUPPORT_WITH_HOST_CHOICES_H_

#include "base/host_choices.h"

namespace afterimage::testing_support {

class WithHostChoices {
 public:
  explicit WithHostChoices(const HostChoices& choices) { host_choices = choices; }
  ~WithHostChoices() { host_choices = HostChoices(); }
  WithHostChoices(const WithHostChoices&) = delete;
  WithHostChoices& operator=(const WithHostChoices&) = delete;
};

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_ENGINE_SUPPORT_WITH_HOST_CHOICES_H_
