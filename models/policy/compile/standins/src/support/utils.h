// The one helper of this header that the browser's runtime uses.
#ifndef GOLDCREST_STANDINS_UTILS_H_
#define GOLDCREST_STANDINS_UTILS_H_

#include <string>

namespace tvm {
namespace support {

inline bool StartsWith(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

}  // namespace support
}  // namespace tvm

#endif  // GOLDCREST_STANDINS_UTILS_H_
