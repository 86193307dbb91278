// The one boundary to JavaScript. A call writes its request into ai_request(size), returns a
// status, and leaves text in the reply buffer:
//
//   JavaScript                               engine
//   ----------                               ------
//   p = ai_request(n); write n bytes  ---->  request buffer
//   status = ai_open(n)               ---->  parse, check, build the session
//   text at ai_reply(), ai_reply_size() <--  JSON in UTF-8
//   ai_advance(to, record)            ---->  run events; records pile up in the trace buffer
//   ai_events(), ai_event_count()     <----  typed-array view, valid until the next call
//
// The whole state between two calls is the linear memory below ai_memory_top(): copying it out
// is a snapshot, copying it back a rewind.
#ifndef AFTERIMAGE_API_C_API_H_
#define AFTERIMAGE_API_C_API_H_

#include <stdint.h>

#ifdef __EMSCRIPTEN__
#include <emscripten/emscripten.h>
#define AI_EXPORT EMSCRIPTEN_KEEPALIVE
#else
#define AI_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Statuses: 0 done; 1 the phase has ended; 2 refused, the reply says why; 3 the trace buffer is
// full, drain it and call again.
typedef int32_t ai_status;

// A buffer of `size` bytes for the next request; valid until the next ai_request.
AI_EXPORT void* ai_request(uint32_t size);
AI_EXPORT const void* ai_reply(void);
AI_EXPORT uint32_t ai_reply_size(void);

// Reply: Description.
AI_EXPORT ai_status ai_describe(void);
// Request: a scenario's text. Reply: SessionInfo, or with status 2 a list of ScenarioProblem;
// a refused text leaves the open session as it was.
AI_EXPORT ai_status ai_open(uint32_t request_size);
// Request: a scenario's text. Status 2 where it would be refused: the reply is a list of
// ScenarioProblem. Opens nothing.
AI_EXPORT ai_status ai_check(uint32_t request_size);
// Runs until the session has seen `to` events in all (over its phases) or the phase ends.
// With record = 0 the events are counted but not kept.
AI_EXPORT ai_status ai_advance(uint32_t to, int32_t record);
// Events seen so far, over all phases.
AI_EXPORT uint32_t ai_at(void);
// Phases so far less one: 0 while the run is open.
AI_EXPORT uint32_t ai_phase(void);

// Recorded events (48 bytes each) and spans (24 bytes each) since the last ai_drain.
AI_EXPORT const void* ai_events(void);
AI_EXPORT uint32_t ai_event_count(void);
AI_EXPORT const void* ai_spans(void);
AI_EXPORT uint32_t ai_span_count(void);
AI_EXPORT void ai_drain(void);

// Goes on, keeping no events, until the session has seen `to` events in all or the phase ends.
// Reply: StructureExtent[] of what structures showed on the way.
AI_EXPORT ai_status ai_extents(uint32_t to);
// Reply: Frame.
AI_EXPORT ai_status ai_inspect(void);
// tier: index into Description.tiers. Reply: ByteView.
AI_EXPORT ai_status ai_bytes(uint32_t tier, uint32_t address, uint32_t size);
// Reply: Outlook; after `limit` crash-and-recover runs the rest is sampled (66 runs more).
AI_EXPORT ai_status ai_outlook(uint32_t limit);
// Reply: one byte a transaction (0 never, 1 sometimes, 2 always), then one byte: 1 if exact.
AI_EXPORT ai_status ai_fates(uint32_t limit);
// Request: Survive. Cuts the power here and opens the next phase; with status 2 the reply is a
// CutRefusal and nothing has changed.
AI_EXPORT ai_status ai_cut(uint32_t request_size);
// Reply: Verdict of the ended recovery phase; status 2 while it has not ended.
AI_EXPORT ai_status ai_verdict(void);

// Experiments; untraced module only. Request: an experiment's text. Reply: ExperimentPlan, or with
// status 2 a list of ScenarioProblem; a refused text leaves the open experiment as it was.
AI_EXPORT ai_status ai_experiment_open(uint32_t request_size);
// A text for the experiments opened from now on whose workload reads one; untraced module only. It
// comes in pieces: begin, then the pieces, each a request of bytes, then end. Reply of the end:
// WorkloadInputSummary, or with status 2 a list of ScenarioProblem; a refused text leaves the one
// before as it was.
AI_EXPORT void ai_input_begin(void);
AI_EXPORT void ai_input_feed(uint32_t request_size);
AI_EXPORT ai_status ai_input_end(void);
// Builds point `index` of the open experiment, dropping the one before; with status 2 the reply is
// a list of ScenarioProblem.
AI_EXPORT ai_status ai_point_start(uint32_t index);
// Goes on for about `steps` kernel steps; status 1 when the point has ended. Reply: PointProgress.
AI_EXPORT ai_status ai_point_advance(uint32_t steps);
// Reply: PointResult of a point that has ended; status 2 while it has not.
AI_EXPORT ai_status ai_point_result(void);
// Gives the point's memory back.
AI_EXPORT void ai_point_drop(void);

// The task of the crash explorer.
typedef struct ai_verify_task {
  uint32_t model;     // 0 adr, 1 eadr, 2 wsp
  uint32_t depth;     // further power cuts in recovery
  uint32_t max_runs;  // it gives up after so many recoveries (0: never)
  uint32_t max_mb;    // or where what it keeps of them takes about so many MiB (0: never)
  uint32_t shard;     // every shards-th point from this one on
  uint32_t shards;
  uint32_t first;    // not 0: ends with the first failure
  uint32_t samples;  // images a point, drawn by `seed` (0: all)
  uint32_t seed;
} ai_verify_task;
// The crash explorer; in a traced module of its own. Request: an ai_verify_task, and behind it a
// scenario's text. Status 2: the reply is a list of ScenarioProblem.
AI_EXPORT ai_status ai_verify_open(uint32_t request_size);
// Goes on for about `runs` recoveries; status 1 when it has ended. Reply: VerifyProgress with the
// points from number `from_point` on.
AI_EXPORT ai_status ai_verify_advance(uint32_t runs, uint32_t from_point);
// Reply: VerifyReport of what was found so far.
AI_EXPORT ai_status ai_verify_report(void);
// Reply: VerifyWay[] of a point that was reported.
AI_EXPORT ai_status ai_verify_ways(uint32_t point);
// Gives its memory back.
AI_EXPORT void ai_verify_drop(void);
// Request: a scenario's text. Reply: ScheduleSet, its schedules with up to `bound` delays (1 or 2),
// or with status 2 a list of ScenarioProblem.
AI_EXPORT ai_status ai_schedules(uint32_t request_size, uint32_t bound);

// Litmus programs; in the explorer's module. Request: a program's text
// (run/litmus/litmus_program.h); model as above. Reply: LitmusReply, or with status 2 a list of
// ScenarioProblem.
AI_EXPORT ai_status ai_litmus(uint32_t request_size, uint32_t model);

// First byte of linear memory that is not in use.
AI_EXPORT uint32_t ai_memory_top(void);
// 64-bit digest of the events and the devices' bytes so far: low and high words in the reply
// as 16 hexadecimal digits.
AI_EXPORT ai_status ai_digest(void);
// Reply: the text of a random scenario, the same for the same seed everywhere.
AI_EXPORT ai_status ai_random_scenario(uint32_t seed);
// Untraced module only: runs micro-benchmark `which` with `n` operations and returns a checksum;
// the caller times it. 0 event queue (hold model), 1 M/M/1 with coroutines, 2 random NVM writes.
AI_EXPORT uint32_t ai_bench(uint32_t which, uint32_t n);

#ifdef __cplusplus
}
#endif
#endif  // AFTERIMAGE_API_C_API_H_
