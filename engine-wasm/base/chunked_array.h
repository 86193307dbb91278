// An array that grows without moving: making room for more needs no second copy of what is there.
#ifndef AFTERIMAGE_BASE_CHUNKED_ARRAY_H_
#define AFTERIMAGE_BASE_CHUNKED_ARRAY_H_

#include <cstddef>
#include <memory>
#include <vector>

namespace afterimage {

template <class T>
class ChunkedArray {
 public:
  size_t size() const { return size_; }
  // Returns an element. REQUIRES: `i` is below size().
  T& operator[](size_t i) { return chunks_[i / kChunk][i % kChunk]; }
  const T& operator[](size_t i) const { return chunks_[i / kChunk][i % kChunk]; }
  void push_back(const T& item) {
    if (size_ == chunks_.size() * kChunk) chunks_.push_back(std::make_unique<T[]>(kChunk));
    (*this)[size_++] = item;
  }

 private:
  static constexpr size_t kChunk = 1024;
  std::vector<std::unique_ptr<T[]>> chunks_;
  size_t size_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_CHUNKED_ARRAY_H_
