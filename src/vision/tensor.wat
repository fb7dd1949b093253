;; The inner loop of tensor.ts: RGBA pixels to floats, four pixels at a time. Every pixel of the input is written once.
;; Memory: the order of the channels (16 bytes), then the factor and the offset of each channel that goes out, then the
;; pixels.
(module
  (import "kernels" "memory" (memory 1))

  (func $four (param $rgba i32) (result v128)
    (i8x16.swizzle (v128.load (local.get $rgba)) (v128.load (i32.const 0))))

  (func $channel (param $pixels v128) (param $shift i32) (param $constants i32) (result v128)
    (f32x4.add
      (f32x4.mul
        (f32x4.convert_i32x4_u
          (v128.and (i32x4.shr_u (local.get $pixels) (local.get $shift)) (v128.const i32x4 255 255 255 255)))
        (v128.load32_splat (local.get $constants)))
      (v128.load32_splat offset=12 (local.get $constants))))

  ;; A plane for each channel, `apart` bytes from one to the next. Whole fours of pixels.
  (func (export "apart") (param $rgba i32) (param $fours i32) (param $out i32) (param $apart i32)
    (local $pixels v128)
    (loop $next
      (local.set $pixels (call $four (local.get $rgba)))
      (v128.store (local.get $out) (call $channel (local.get $pixels) (i32.const 0) (i32.const 16)))
      (v128.store (i32.add (local.get $out) (local.get $apart))
        (call $channel (local.get $pixels) (i32.const 8) (i32.const 20)))
      (v128.store (i32.add (local.get $out) (i32.shl (local.get $apart) (i32.const 1)))
        (call $channel (local.get $pixels) (i32.const 16) (i32.const 24)))
      (local.set $rgba (i32.add (local.get $rgba) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $next (local.tee $fours (i32.sub (local.get $fours) (i32.const 1))))))

  ;; The channels of each pixel side by side. Whole fours of pixels.
  (func (export "together") (param $rgba i32) (param $fours i32) (param $out i32)
    (local $pixels v128) (local $a v128) (local $b v128) (local $c v128)
    (loop $next
      (local.set $pixels (call $four (local.get $rgba)))
      (local.set $a (call $channel (local.get $pixels) (i32.const 0) (i32.const 16)))
      (local.set $b (call $channel (local.get $pixels) (i32.const 8) (i32.const 20)))
      (local.set $c (call $channel (local.get $pixels) (i32.const 16) (i32.const 24)))
      ;; a0 b0 a1 b1, then c0 between: a0 b0 c0 a1
      (v128.store (local.get $out)
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 8 9 10 11
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
          (local.get $c)))
      ;; b1 c1 a2 b2
      (v128.store offset=16 (local.get $out)
        (i8x16.shuffle 0 1 2 3 4 5 6 7 24 25 26 27 8 9 10 11
          (i8x16.shuffle 4 5 6 7 20 21 22 23 8 9 10 11 24 25 26 27 (local.get $b) (local.get $c))
          (local.get $a)))
      ;; c2 a3 b3 c3
      (v128.store offset=32 (local.get $out)
        (i8x16.shuffle 0 1 2 3 4 5 6 7 28 29 30 31 8 9 10 11
          (i8x16.shuffle 8 9 10 11 28 29 30 31 12 13 14 15 24 25 26 27 (local.get $c) (local.get $a))
          (local.get $b)))
      (local.set $rgba (i32.add (local.get $rgba) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 48)))
      (br_if $next (local.tee $fours (i32.sub (local.get $fours) (i32.const 1)))))))
