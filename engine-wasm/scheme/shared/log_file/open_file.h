// Makes a file from a parameter ("log on", "database on"), which says on which device it is and how
// it is reached.
#ifndef AFTERIMAGE_SCHEME_SHARED_LOG_FILE_OPEN_FILE_H_
#define AFTERIMAGE_SCHEME_SHARED_LOG_FILE_OPEN_FILE_H_

#include "scheme/page_engine/page_params.h"
#include "tier/files/file.h"

namespace afterimage {

// Lays files out one behind the other. The same sequence of calls gives the same places at every
// start.
class FileLayout {
 public:
  explicit FileLayout(const MachineProfile& machine) : machine_(machine) {}

  // Takes NVM that the scheme uses without a file.
  void TakeNvm(uint64_t bytes) {
    sizes_.nvm_bytes += (bytes + kLineBytes - 1) / kLineBytes * kLineBytes;
  }
  // Takes room for a file; the log has a disk of its own. sizes() then includes it.
  struct Place {
    FileKind kind = FileKind::kDisk;
    bool log = false;
    uint64_t base = 0;
    uint64_t size = 0;
  };
  Place Take(FileKind kind, bool log, uint64_t bytes);
  // Takes room for the file of a database of this many pages, and for its buffer pool.
  Place TakePages(const PageParams& pages, uint32_t page_limit);

  DeviceSizes& sizes() { return sizes_; }

 private:
  const MachineProfile& machine_;
  DeviceSizes sizes_;
};

// Opens the file at a place of the layout. REQUIRES: the devices have the layout's sizes.
File* OpenFile(const EngineContext& context, const FileLayout::Place& place);

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SHARED_LOG_FILE_OPEN_FILE_H_
