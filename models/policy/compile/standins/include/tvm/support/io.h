// The stream interface that TVM's runtime serialises through. The wheel ships the sources that use it, not the header.
#ifndef GOLDCREST_STANDINS_IO_H_
#define GOLDCREST_STANDINS_IO_H_

#include <tvm/ffi/endian.h>

#include <cstddef>
#include <cstdint>

namespace tvm {
namespace support {

template <typename T, typename Enable = void>
struct Serializer;

class Stream {
 public:
  virtual ~Stream() = default;

  virtual size_t Read(void* into, size_t bytes) = 0;
  virtual size_t Write(const void* from, size_t bytes) = 0;

  template <typename T>
  bool Read(T* value);
  template <typename T>
  void Write(const T& value);
  template <typename T>
  bool ReadArray(T* values, size_t count);
  template <typename T>
  void WriteArray(const T* values, size_t count);
};

}  // namespace support
}  // namespace tvm

#include <tvm/support/serializer.h>

#endif  // GOLDCREST_STANDINS_IO_H_
