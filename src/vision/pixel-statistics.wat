;; The sums of pixels.ts, four pixels at a time. Luminance is counted in 1/65536, exactly; sums are doubles.
(module
  (import "kernels" "memory" (memory 1))

  ;; Adds four numbers to a sum of two halves.
  (func $add (param $sum v128) (param $value v128) (result v128)
    (f64x2.add (local.get $sum)
      (f64x2.add
        (f64x2.convert_low_i32x4_s (local.get $value))
        (f64x2.convert_low_i32x4_s
          (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $value) (local.get $value))))))

  (func $addSquare (param $sum v128) (param $value v128) (result v128)
    (local $low v128) (local $high v128)
    (local.set $low (f64x2.convert_low_i32x4_s (local.get $value)))
    (local.set $high (f64x2.convert_low_i32x4_s
      (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $value) (local.get $value))))
    (f64x2.add (local.get $sum)
      (f64x2.add
        (f64x2.mul (local.get $low) (local.get $low))
        (f64x2.mul (local.get $high) (local.get $high)))))

  ;; All ones for the first `left` lanes.
  (func $first (param $left i32) (result v128)
    (i32x4.lt_s (v128.const i32x4 0 1 2 3) (i32x4.splat (local.get $left))))

  (func $byte (param $pixels v128) (param $shift i32) (param $weight i32) (result v128)
    (i32x4.mul
      (v128.and (i32x4.shr_u (local.get $pixels) (local.get $shift)) (v128.const i32x4 255 255 255 255))
      (i32x4.splat (local.get $weight))))

  ;; RGBA to luminance (Rec. 709), one i32 a pixel. At `sums`: sum, sum of squares (two doubles each), then how many are
  ;; at most `dark` and at least `light` (four i32 each). Reads and writes up to three pixels beyond `count`.
  (func (export "luminance")
    (param $rgba i32) (param $count i32) (param $out i32) (param $dark i32) (param $light i32) (param $sums i32)
    (local $pixels v128) (local $value v128) (local $mask v128)
    (local $sum v128) (local $squares v128) (local $shadows v128) (local $highlights v128)
    (loop $next
      (local.set $pixels (v128.load (local.get $rgba)))
      (local.set $value (i32x4.add
        (i32x4.add
          (call $byte (local.get $pixels) (i32.const 0) (i32.const 13933))
          (call $byte (local.get $pixels) (i32.const 8) (i32.const 46871)))
        (call $byte (local.get $pixels) (i32.const 16) (i32.const 4732))))
      (v128.store (local.get $out) (local.get $value))
      (local.set $mask (call $first (local.get $count)))
      (local.set $shadows (i32x4.sub (local.get $shadows)
        (v128.and (local.get $mask) (i32x4.le_s (local.get $value) (i32x4.splat (local.get $dark))))))
      (local.set $highlights (i32x4.sub (local.get $highlights)
        (v128.and (local.get $mask) (i32x4.ge_s (local.get $value) (i32x4.splat (local.get $light))))))
      (local.set $value (v128.and (local.get $value) (local.get $mask)))
      (local.set $sum (call $add (local.get $sum) (local.get $value)))
      (local.set $squares (call $addSquare (local.get $squares) (local.get $value)))
      (local.set $rgba (i32.add (local.get $rgba) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $next (i32.gt_s (local.tee $count (i32.sub (local.get $count) (i32.const 4))) (i32.const 0))))
    (v128.store (local.get $sums) (local.get $sum))
    (v128.store offset=16 (local.get $sums) (local.get $squares))
    (v128.store offset=32 (local.get $sums) (local.get $shadows))
    (v128.store offset=48 (local.get $sums) (local.get $highlights)))

  ;; Four times each pixel within a row less its four neighbours. Adds sum and sum of squares to what is at `sums`.
  ;; `from`: the row's second pixel; `row`: bytes of a row.
  (func (export "laplacian") (param $from i32) (param $count i32) (param $row i32) (param $sums i32)
    (local $value v128) (local $sum v128) (local $squares v128)
    (local.set $sum (v128.load (local.get $sums)))
    (local.set $squares (v128.load offset=16 (local.get $sums)))
    (loop $next
      (local.set $value (v128.and (call $first (local.get $count))
        (i32x4.sub
          (i32x4.shl (v128.load (local.get $from)) (i32.const 2))
          (i32x4.add
            (i32x4.add
              (v128.load (i32.sub (local.get $from) (i32.const 4)))
              (v128.load (i32.add (local.get $from) (i32.const 4))))
            (i32x4.add
              (v128.load (i32.sub (local.get $from) (local.get $row)))
              (v128.load (i32.add (local.get $from) (local.get $row))))))))
      (local.set $sum (call $add (local.get $sum) (local.get $value)))
      (local.set $squares (call $addSquare (local.get $squares) (local.get $value)))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (br_if $next (i32.gt_s (local.tee $count (i32.sub (local.get $count) (i32.const 4))) (i32.const 0))))
    (v128.store (local.get $sums) (local.get $sum))
    (v128.store offset=16 (local.get $sums) (local.get $squares))))
