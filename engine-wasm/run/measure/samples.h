// The state of a measured part at equal steps of virtual time, which a race draws. Taking a sample
// does not affect the run.
#ifndef AFTERIMAGE_RUN_MEASURE_SAMPLES_H_
#define AFTERIMAGE_RUN_MEASURE_SAMPLES_H_

#include <vector>

#include "base/json/json_writer.h"
#include "run/measure/statistics.h"
#include "run/measure/wear_map.h"

namespace afterimage {

// Takes at most `most` samples. With `until` the steps are even parts of that; without, a step
// begins short and doubles whenever there would be more, and every other sample is dropped.
class Samples {
 public:
  Samples(uint32_t most, Time until) : most_(most), until_(until) {}

  bool wanted() const { return most_ > 0; }
  // Returns the time of the next sample, ns since the measured part began; 0 means never.
  Time next() const;
  // `last`: the measured part has ended.
  void Take(const Reading& begin, const Reading& now, const std::vector<Statistics::Kind>& kinds,
            const Nvm& nvm, bool last);

  struct Sample {
    Time time = 0;  // since the measured part began
    uint64_t commits = 0;
    uint64_t aborts = 0;   // that the clients asked for
    uint64_t retries = 0;  // for a conflict
    Reading since;         // the difference from the beginning
  };
  // Larger things, with some of the samples: about kFrames of them, and the last one.
  struct Frame {
    Time time = 0;
    // Commits by latency: cell i ends at UpTo(i) ns, see run/measure/cells.h.
    std::vector<uint32_t> latency;
    WearMap wear;
  };
  uint32_t count() const { return static_cast<uint32_t>(samples_.size()); }
  const std::vector<Sample>& samples() const { return samples_; }
  const std::vector<Frame>& frames() const { return frames_; }

  static constexpr uint32_t kFrames = 32;
  static constexpr uint32_t kWearParts = 256;

 private:
  uint32_t FrameEvery() const { return most_ > kFrames ? (most_ + kFrames - 1) / kFrames : 1; }
  void AddFrame(Time time, const std::vector<Statistics::Kind>& kinds, const Nvm& nvm);
  void Thin();

  uint32_t most_;
  Time until_;
  Time step_ = 1024;  // without `until`
  std::vector<Sample> samples_;
  std::vector<Frame> frames_;
};

// Columns of the samples from number `from` on, and the frames that belong to them. Everything
// counts from the beginning of the measured part, but for wear, which counts from the start of the
// run.
void WriteSamples(const Samples& samples, uint32_t from, JsonWriter& json);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_MEASURE_SAMPLES_H_
