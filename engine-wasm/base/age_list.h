// A list of objects from the oldest to the newest, through two members of each. An object is in it
// at most once.
#ifndef AFTERIMAGE_BASE_AGE_LIST_H_
#define AFTERIMAGE_BASE_AGE_LIST_H_

#include <cstdint>

namespace afterimage {

template <class T, T* T::* Older, T* T::* Newer>
class AgeList {
 public:
  T* oldest() const { return oldest_; }
  T* newest() const { return newest_; }
  uint32_t size() const { return size_; }

  void Append(T* object) { InsertBehind(object, newest_); }
  // Inserts the object as the next newer one after `behind`, or as the oldest where that is null.
  void InsertBehind(T* object, T* behind) {
    T* next = behind ? behind->*Newer : oldest_;
    object->*Older = behind;
    object->*Newer = next;
    (behind ? behind->*Newer : oldest_) = object;
    (next ? next->*Older : newest_) = object;
    ++size_;
  }
  // REQUIRES: the object is in the list.
  void Remove(T* object) {
    --size_;
    T* older = object->*Older;
    T* newer = object->*Newer;
    (older ? older->*Newer : oldest_) = newer;
    (newer ? newer->*Older : newest_) = older;
    object->*Older = object->*Newer = nullptr;
  }

 private:
  T* oldest_ = nullptr;
  T* newest_ = nullptr;
  uint32_t size_ = 0;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_AGE_LIST_H_
