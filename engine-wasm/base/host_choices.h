// Choices of how the host represents the simulated machine. A choice costs or saves time and memory
// of the host's, and decides no result: run/host_choices_test.cc makes each of them the other way
// and finds the same. Every choice that might be otherwise belongs here.
#ifndef AFTERIMAGE_BASE_HOST_CHOICES_H_
#define AFTERIMAGE_BASE_HOST_CHOICES_H_

#include <cstdint>

namespace afterimage {

struct HostChoices {
  // An extent of 64 lines is kept completely once it needs memory for this many of them
  // (tier/paged_bytes.h).
  uint32_t whole_extent_lines = 64;
  // The same for an extent that has this many of its first lines, and gets the next one.
  uint32_t grown_extent_lines = 8;
  // Searched index nodes are kept completely, up to this many bytes of a pool's
  // (db/index/index_tree.h).
  uint64_t whole_node_bytes = uint64_t{64} << 20;
  // The same of nodes that change, from the first time on.
  bool changed_nodes_whole = true;
  // Unchanged pages are read by the rule that made them (db/pages/initial_pages.h).
  bool fresh_by_rule = true;
  // A pool no larger than this keeps the bytes of clean frames, too (db/pool/buffer_pool.h).
  uint64_t small_pool_bytes = 64 * 1024;
  // A page that is in the pool as the run begins gets a frame when it is first used
  // (db/pool/buffer_pool.h).
  bool warm_without_frames = true;
  // A page that goes to a file whose pages the operating system keeps brings only the lines that
  // differ from the file's, and gets its checksum when it is read (tier/files/disk_file.h).
  bool pages_by_difference = true;
  // Copies of pages in NVM of this many bytes or more are stored as differences from their
  // originals (scheme/systems/pcm_wal/page_cache.h).
  uint64_t likened_bytes = uint64_t{64} << 20;
  // A rollback that reads the whole log to find its own records is charged for that, and goes where
  // it has put them (scheme/systems/rewind/commit.cc).
  bool walks_charged = true;
  // Memory that was given back is handed out again (base/arena.h).
  bool pooled_memory = true;
};

// The choices, which tests may change while there is no world.
inline HostChoices host_choices;

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_HOST_CHOICES_H_
