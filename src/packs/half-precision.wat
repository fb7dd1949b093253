;; Half-precision numbers to floats, eight at a time: 16,384 of them at 0 become floats at 32,768. Exactly, whatever they are.
(module
  (memory (export "memory") 2)

  ;; Four halves, each in 32 bits. Those below 2^-14 are whole numbers of 2^-24; infinities keep their exponent of all ones.
  (func $four (param $half v128) (result v128)
    (local $bits v128) (local $shifted v128)
    (local.set $bits (v128.and (local.get $half) (v128.const i32x4 0x7fff 0x7fff 0x7fff 0x7fff)))
    (local.set $shifted (i32x4.add
      (i32x4.shl (local.get $bits) (i32.const 13))
      (v128.const i32x4 0x38000000 0x38000000 0x38000000 0x38000000)))
    (local.set $shifted (i32x4.add (local.get $shifted)
      (v128.and
        (i32x4.ge_s (local.get $bits) (v128.const i32x4 0x7c00 0x7c00 0x7c00 0x7c00))
        (v128.const i32x4 0x38000000 0x38000000 0x38000000 0x38000000))))
    (v128.or
      (i32x4.shl
        (v128.and (local.get $half) (v128.const i32x4 0x8000 0x8000 0x8000 0x8000))
        (i32.const 16))
      (v128.bitselect
        (f32x4.mul (f32x4.convert_i32x4_u (local.get $bits)) (f32x4.splat (f32.const 0x1p-24)))
        (local.get $shifted)
        (i32x4.lt_s (local.get $bits) (v128.const i32x4 0x400 0x400 0x400 0x400)))))

  ;; Whole eights.
  (func (export "widen") (param $eights i32)
    (local $from i32) (local $to i32) (local $halves v128)
    (local.set $to (i32.const 32768))
    (loop $next
      (local.set $halves (v128.load (local.get $from)))
      (v128.store (local.get $to) (call $four (i32x4.extend_low_i16x8_u (local.get $halves))))
      (v128.store offset=16 (local.get $to) (call $four (i32x4.extend_high_i16x8_u (local.get $halves))))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (local.set $to (i32.add (local.get $to) (i32.const 32)))
      (br_if $next (local.tee $eights (i32.sub (local.get $eights) (i32.const 1)))))))
