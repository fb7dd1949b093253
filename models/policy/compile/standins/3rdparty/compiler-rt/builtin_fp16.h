// Half to single precision, the only widening that the runtime's sort needs.
#ifndef GOLDCREST_STANDINS_BUILTIN_FP16_H_
#define GOLDCREST_STANDINS_BUILTIN_FP16_H_

#include <cmath>
#include <cstdint>

template <typename Half, typename, int kHalfBits, typename Single, typename, int kSingleBits>
static inline Single __extendXfYf2__(Half half) {
  static_assert(kHalfBits == 10 && kSingleBits == 23, "half to single only");
  const int exponent = (half >> 10) & 31;
  const int mantissa = half & 0x3ff;
  float size;
  if (exponent == 31) {
    size = mantissa ? NAN : INFINITY;
  } else if (exponent == 0) {
    size = std::ldexp(static_cast<float>(mantissa), -24);
  } else {
    size = std::ldexp(static_cast<float>(mantissa + 0x400), exponent - 25);
  }
  return half & 0x8000 ? -size : size;
}

#endif  // GOLDCREST_STANDINS_BUILTIN_FP16_H_
