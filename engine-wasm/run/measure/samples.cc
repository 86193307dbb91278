#include "run/measure/samples.h"

#include <algorithm>
#include <string>

#include "run/file/experiment/metrics.h"
#include "run/measure/cells.h"

namespace afterimage {
namespace {

void Subtract(const Time* from, Time* what) {
  for (int c = 0; c < kCategories; ++c) what[c] -= from[c];
}

Reading Since(const Reading& begin, Reading now) {
  now.time -= begin.time;
  Subtract(begin.clients, now.clients);
  Subtract(begin.daemons, now.daemons);
  now.engine.log_records -= begin.engine.log_records;
  now.engine.log_bytes -= begin.engine.log_bytes;
  now.engine.pcmlogging.destage_reads -= begin.engine.pcmlogging.destage_reads;
  now.engine.destage_writes -= begin.engine.destage_writes;
  now.nvm.lines_written -= begin.nvm.lines_written;
  const auto disk = [](const DiskCounters& before, DiskCounters* after) {
    after->reads -= before.reads;
    after->writes -= before.writes;
    after->bytes_read -= before.bytes_read;
    after->bytes_written -= before.bytes_written;
  };
  disk(begin.disk, &now.disk);
  disk(begin.log_disk, &now.log_disk);
  return now;
}

}  // namespace

Time Samples::next() const {
  if (most_ == 0) return until_;
  const Time step = samples_.size() + 1;
  return until_ > 0 ? until_ / most_ * step + until_ % most_ * step / most_ : step_ * step;
}

void Samples::Take(const Reading& begin, const Reading& now,
                   const std::vector<Statistics::Kind>& kinds, const Nvm& nvm, bool last) {
  Sample sample;
  sample.time = now.time - begin.time;
  if (!samples_.empty() && samples_.back().time >= sample.time) return;
  for (const Statistics::Kind& kind : kinds) {
    sample.commits += kind.commits;
    sample.aborts += kind.aborts - kind.retries;
    sample.retries += kind.retries;
  }
  sample.since = Since(begin, now);
  if (samples_.size() == most_) {
    Thin();
    if (!last && sample.time % step_ != 0) return;
  }
  samples_.push_back(sample);
  if (samples_.size() % FrameEvery() == 0 || last) AddFrame(sample.time, kinds, nvm);
}

void Samples::AddFrame(Time time, const std::vector<Statistics::Kind>& kinds, const Nvm& nvm) {
  Frame frame;
  frame.time = time;
  for (const Statistics::Kind& kind : kinds) {
    kind.latency.ForEachCell([&](Time latency, uint32_t count) {
      const uint32_t cell = CellOf(latency);
      if (cell >= frame.latency.size()) frame.latency.resize(cell + 1);
      frame.latency[cell] += count;
    });
  }
  frame.wear = MapWear(nvm, kWearParts);
  frames_.push_back(std::move(frame));
}

// Steps twice as long: those at odd numbers of the new ones go.
void Samples::Thin() {
  std::vector<Sample> kept;
  for (size_t i = 1; i < samples_.size(); i += 2) kept.push_back(samples_[i]);
  samples_ = std::move(kept);
  step_ *= 2;
  const Time frame_step = step_ * FrameEvery();
  const auto gone = [&](const Frame& frame) { return frame.time % frame_step != 0; };
  frames_.erase(std::remove_if(frames_.begin(), frames_.end(), gone), frames_.end());
}

namespace {

uint64_t ValueOf(const Samples::Sample& sample, Metric metric) {
  const Reading& since = sample.since;
  switch (metric) {
    case Metric::kCommits: return sample.commits;
    case Metric::kAbortsUser: return sample.aborts;
    case Metric::kAbortsConflict: return sample.retries;
    case Metric::kLogBytes: return since.engine.log_bytes;
    case Metric::kDestageReads: return since.engine.pcmlogging.destage_reads;
    case Metric::kDestageWrites: return since.engine.destage_writes;
    case Metric::kNvmLines: return since.nvm.lines_written;
    case Metric::kNvmBytes: return since.nvm.lines_written * kLineBytes;
    case Metric::kDiskReads: return since.disk.reads;
    case Metric::kDiskWrites: return since.disk.writes;
    case Metric::kDiskBytesRead: return since.disk.bytes_read;
    case Metric::kDiskBytesWritten: return since.disk.bytes_written;
    case Metric::kLogDiskReads: return since.log_disk.reads;
    case Metric::kLogDiskWrites: return since.log_disk.writes;
    case Metric::kLogDiskBytesRead: return since.log_disk.bytes_read;
    case Metric::kLogDiskBytesWritten: return since.log_disk.bytes_written;
    default: AI_CHECK(false);  // not of kSampled
  }
}

class SampleWriter {
 public:
  SampleWriter(const Samples& samples, uint32_t from, JsonWriter& json)
      : samples_(samples), from_(from), json_(json) {}

  void Write() {
    json_.BeginObject().Key("from").Integer(from_).Key("columns").BeginObject();
    Column("elapsed", [](const Sample& s) { return s.time; });
    for (const Metric metric : kSampled) {
      Column(kMetricInfo[static_cast<int>(metric)].name,
             [metric](const Sample& s) { return ValueOf(s, metric); });
    }
    for (int c = 0; c < kCategories; ++c) {
      Column("time." + std::string(kCategoryNames[c].id),
             [c](const Sample& s) { return s.since.clients[c]; });
    }
    json_.EndObject().Key("frames").BeginArray();
    const Time begin = from_ == 0 ? 0 : samples_.samples()[from_ - 1].time + 1;
    for (const Samples::Frame& frame : samples_.frames()) {
      if (frame.time >= begin) Write(frame);
    }
    json_.EndArray().EndObject();
  }

 private:
  using Sample = Samples::Sample;

  template <class F>
  void Column(const std::string& name, F&& value) {
    json_.Key(name).BeginArray();
    for (size_t i = from_; i < samples_.count(); ++i)
      json_.Integer(static_cast<int64_t>(value(samples_.samples()[i])));
    json_.EndArray();
  }

  // Latencies as pairs: the cell's end and its commits.
  void Write(const Samples::Frame& frame) {
    json_.BeginObject()
        .Key("time")
        .Integer(static_cast<int64_t>(frame.time))
        .Key("latency")
        .BeginArray();
    for (uint32_t cell = 0; cell < frame.latency.size(); ++cell) {
      if (frame.latency[cell] == 0) continue;
      json_.BeginArray()
          .Integer(static_cast<int64_t>(UpTo(cell)))
          .Integer(frame.latency[cell])
          .EndArray();
    }
    json_.EndArray();
    WriteWearMap(frame.wear, json_);
    json_.EndObject();
  }

  const Samples& samples_;
  uint32_t from_;
  JsonWriter& json_;
};

}  // namespace

void WriteSamples(const Samples& samples, uint32_t from, JsonWriter& json) {
  SampleWriter(samples, from, json).Write();
}

}  // namespace afterimage
