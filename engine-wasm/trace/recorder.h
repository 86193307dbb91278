// Collects the events and spans of one world, up to a bound, for the reader to drain. It counts and
// digests every event even while nothing is kept, so a replay can be compared with its original.
#ifndef AFTERIMAGE_TRACE_RECORDER_H_
#define AFTERIMAGE_TRACE_RECORDER_H_

#include <cstdint>

#include "base/digest.h"
#include "trace/event.h"

namespace afterimage {

// The buffer that recorded events go to. It lives in the session, outside of every world.
class TraceBuffer {
 public:
  static constexpr uint32_t kEvents = 4096;
  static constexpr uint32_t kSpans = 4096;
  // The room that one kernel step can need. A reader that finds less than this drains first.
  static constexpr uint32_t kHeadroom = 64;

  bool Full() const { return events_ + kHeadroom > kEvents || spans_ + kHeadroom > kSpans; }
  void Drain() { events_ = spans_ = 0; }
  void Add(const Event& event) { event_[events_++] = event; }
  void Add(const Span& span) { span_[spans_++] = span; }
  bool HasRoom() const { return events_ < kEvents && spans_ < kSpans; }

  const Event* events() const { return event_; }
  uint32_t event_count() const { return events_; }
  const Span* spans() const { return span_; }
  uint32_t span_count() const { return spans_; }

 private:
  Event event_[kEvents];
  Span span_[kSpans];
  uint32_t events_ = 0;
  uint32_t spans_ = 0;
};

class Recorder {
 public:
  // Records events into `buffer` from now on, or nowhere where it is null. Events are counted and
  // digested all the same.
  void SetBuffer(TraceBuffer* buffer) { buffer_ = buffer; }
  bool Full() const { return buffer_ && buffer_->Full(); }

  uint32_t count() const { return count_; }
  // The latest event; its number is ~0 before the first.
  const Event& last() const { return last_; }
  // The virtual time of the latest event. Unlike the kernel's clock, it is a function of the
  // position alone.
  Time latest() const { return latest_; }
  uint64_t digest() const { return digest_.Value(); }

  void Add(Event event) {
    event.seq = count_++;
    if (event.time_ns > latest_) latest_ = event.time_ns;
    if (event.flags & stop_on_) reached_ = true;
    last_ = event;
    digest_.Bytes(&event, sizeof event);
    if (buffer_) buffer_->Add(event);
  }
  // Counts an event of a quiet world, and no more.
  void Count(uint8_t flags, Time time_ns) {
    ++count_;
    if (time_ns > latest_) latest_ = time_ns;
    if (flags & stop_on_) reached_ = true;
  }
  void Add(const Span& span) {
    if (buffer_) buffer_->Add(span);
  }
  // Makes the run stop after an event with one of these flags, until the next StopOn; 0 makes it
  // stop after none.
  void StopOn(uint8_t flags) {
    stop_on_ = flags;
    reached_ = false;
  }
  bool reached() const { return reached_; }
  // Makes the world quiet, because its events are not needed: they are only counted, and last()
  // stays as it was.
  void Quiet() { quiet_ = true; }
  bool quiet() const { return quiet_; }
  // Mutes the recorder while the oracle reads the database back: its reads are no part of the
  // story.
  void Mute(bool muted) { muted_ = muted; }
  bool muted() const { return muted_; }

 private:
  static Event Before() {
    Event event;
    event.seq = ~uint32_t{0};
    return event;
  }
  TraceBuffer* buffer_ = nullptr;
  uint32_t count_ = 0;
  Event last_ = Before();
  Time latest_ = 0;
  bool muted_ = false;
  bool quiet_ = false;
  bool reached_ = false;
  uint8_t stop_on_ = 0;
  Digest digest_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TRACE_RECORDER_H_
