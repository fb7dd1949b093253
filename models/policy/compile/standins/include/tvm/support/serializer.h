// How the compiler writes an executable and the runtime reads it back: little-endian scalars, and containers as a
// 64-bit count followed by their elements.
#ifndef GOLDCREST_STANDINS_SERIALIZER_H_
#define GOLDCREST_STANDINS_SERIALIZER_H_

#include <dlpack/dlpack.h>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/map.h>
#include <tvm/ffi/string.h>
#include <tvm/support/io.h>

#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tvm {
namespace support {

template <typename T, typename Enable>
struct Serializer {
  static constexpr bool enabled = false;
};

template <typename T>
constexpr bool kIsScalar = std::is_arithmetic_v<T> || std::is_enum_v<T>;

template <typename T>
struct Serializer<T, std::enable_if_t<kIsScalar<T>>> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const T& value) {
    const void* bytes = &value;
    stream->Write(bytes, sizeof(T));
  }
  static bool Read(Stream* stream, T* value) {
    void* bytes = value;
    return stream->Read(bytes, sizeof(T)) == sizeof(T);
  }
};

template <>
struct Serializer<DLDataType, void> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const DLDataType& type) {
    stream->Write(type.code);
    stream->Write(type.bits);
    stream->Write(type.lanes);
  }
  static bool Read(Stream* stream, DLDataType* type) {
    return stream->Read(&type->code) && stream->Read(&type->bits) && stream->Read(&type->lanes);
  }
};

template <>
struct Serializer<DLDevice, void> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const DLDevice& device) {
    stream->Write<int32_t>(device.device_type);
    stream->Write<int32_t>(device.device_id);
  }
  static bool Read(Stream* stream, DLDevice* device) {
    int32_t type = 0;
    int32_t id = 0;
    if (!stream->Read(&type) || !stream->Read(&id)) return false;
    *device = DLDevice{static_cast<DLDeviceType>(type), id};
    return true;
  }
};

template <>
struct Serializer<std::string, void> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const std::string& text) {
    stream->Write<uint64_t>(text.size());
    stream->WriteArray(text.data(), text.size());
  }
  static bool Read(Stream* stream, std::string* text) {
    uint64_t size = 0;
    if (!stream->Read(&size)) return false;
    text->resize(size);
    return stream->ReadArray(text->data(), size);
  }
};

template <>
struct Serializer<ffi::String, void> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const ffi::String& text) {
    stream->Write(std::string(text.data(), text.size()));
  }
  static bool Read(Stream* stream, ffi::String* text) {
    std::string plain;
    if (!stream->Read(&plain)) return false;
    *text = ffi::String(std::move(plain));
    return true;
  }
};

template <typename A, typename B>
struct Serializer<std::pair<A, B>, void> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const std::pair<A, B>& pair) {
    stream->Write(pair.first);
    stream->Write(pair.second);
  }
  static bool Read(Stream* stream, std::pair<A, B>* pair) {
    return stream->Read(&pair->first) && stream->Read(&pair->second);
  }
};

template <typename T>
struct Serializer<std::vector<T>, void> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const std::vector<T>& values) {
    stream->Write<uint64_t>(values.size());
    stream->WriteArray(values.data(), values.size());
  }
  static bool Read(Stream* stream, std::vector<T>* values) {
    uint64_t size = 0;
    if (!stream->Read(&size)) return false;
    values->resize(size);
    return stream->ReadArray(values->data(), size);
  }
};

template <typename T>
struct Serializer<ffi::Array<T>, void> {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const ffi::Array<T>& values) {
    stream->Write(std::vector<T>(values.begin(), values.end()));
  }
  static bool Read(Stream* stream, ffi::Array<T>* values) {
    std::vector<T> plain;
    if (!stream->Read(&plain)) return false;
    *values = ffi::Array<T>(plain.begin(), plain.end());
    return true;
  }
};

/** Both kinds of map differ only in how a pair is put in. */
template <typename Map, typename K, typename V>
struct MapSerializer {
  static constexpr bool enabled = true;
  static void Write(Stream* stream, const Map& map) {
    stream->Write<uint64_t>(map.size());
    for (const auto& entry : map) {
      stream->Write(entry.first);
      stream->Write(entry.second);
    }
  }
  static bool Read(Stream* stream, Map* map) {
    uint64_t size = 0;
    if (!stream->Read(&size)) return false;
    *map = Map();
    for (uint64_t i = 0; i < size; ++i) {
      K key;
      V value;
      if (!stream->Read(&key) || !stream->Read(&value)) return false;
      if constexpr (std::is_same_v<Map, std::unordered_map<K, V>>) {
        map->emplace(std::move(key), std::move(value));
      } else {
        map->Set(std::move(key), std::move(value));
      }
    }
    return true;
  }
};

template <typename K, typename V>
struct Serializer<std::unordered_map<K, V>, void> : MapSerializer<std::unordered_map<K, V>, K, V> {};

template <typename K, typename V>
struct Serializer<ffi::Map<K, V>, void> : MapSerializer<ffi::Map<K, V>, K, V> {};

template <typename T>
bool Stream::Read(T* value) {
  return Serializer<T>::Read(this, value);
}

template <typename T>
void Stream::Write(const T& value) {
  Serializer<T>::Write(this, value);
}

template <typename T>
bool Stream::ReadArray(T* values, size_t count) {
  if constexpr (kIsScalar<T>) {
    void* bytes = values;
    return count == 0 || Read(bytes, count * sizeof(T)) == count * sizeof(T);
  } else {
    for (size_t i = 0; i < count; ++i) {
      if (!Read(values + i)) return false;
    }
    return true;
  }
}

template <typename T>
void Stream::WriteArray(const T* values, size_t count) {
  if constexpr (kIsScalar<T>) {
    const void* bytes = values;
    if (count > 0) Write(bytes, count * sizeof(T));
  } else {
    for (size_t i = 0; i < count; ++i) Write(values[i]);
  }
}

}  // namespace support
}  // namespace tvm

#endif  // GOLDCREST_STANDINS_SERIALIZER_H_
