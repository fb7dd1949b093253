;; The inner loops of resample.ts, four to sixteen pixels at a time. Weights are 16-bit with 14 bits after the point, so
;; that a sum of products with bytes stays exact in 32 bits.
(module
  (import "resample" "memory" (memory 1))

  ;; One row out of several: out[x] = sum of row[x] * weight, for bytes. `table` points to pairs of rows,
  ;; each { i32 row, i32 row, i16 weight, i16 weight }. Writes up to 15 bytes beyond `width`.
  (func (export "mixRows") (param $table i32) (param $pairs i32) (param $width i32) (param $out i32)
    (local $x i32) (local $tap i32) (local $left i32) (local $one v128) (local $other v128) (local $both v128)
    (local $weights v128) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (loop $pixels
      (local.set $a (v128.const i32x4 8192 8192 8192 8192))
      (local.set $b (local.get $a))
      (local.set $c (local.get $a))
      (local.set $d (local.get $a))
      (local.set $tap (local.get $table))
      (local.set $left (local.get $pairs))
      (loop $mix
        (local.set $one (v128.load (i32.add (i32.load (local.get $tap)) (local.get $x))))
        (local.set $other (v128.load (i32.add (i32.load offset=4 (local.get $tap)) (local.get $x))))
        (local.set $weights (v128.load32_splat offset=8 (local.get $tap)))
        (local.set $both
          (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $one) (local.get $other)))
        (local.set $a (i32x4.add (local.get $a)
          (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $both)) (local.get $weights))))
        (local.set $b (i32x4.add (local.get $b)
          (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $both)) (local.get $weights))))
        (local.set $both
          (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $one) (local.get $other)))
        (local.set $c (i32x4.add (local.get $c)
          (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $both)) (local.get $weights))))
        (local.set $d (i32x4.add (local.get $d)
          (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $both)) (local.get $weights))))
        (local.set $tap (i32.add (local.get $tap) (i32.const 12)))
        (br_if $mix (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
      (v128.store (i32.add (local.get $out) (local.get $x))
        (i8x16.narrow_i16x8_u
          (i16x8.narrow_i32x4_s
            (i32x4.shr_s (local.get $a) (i32.const 14)) (i32x4.shr_s (local.get $b) (i32.const 14)))
          (i16x8.narrow_i32x4_s
            (i32x4.shr_s (local.get $c) (i32.const 14)) (i32x4.shr_s (local.get $d) (i32.const 14)))))
      (local.set $x (i32.add (local.get $x) (i32.const 16)))
      (br_if $pixels (i32.lt_s (local.get $x) (local.get $width)))))

  ;; Along a row of RGBA: `table` holds for each pixel out { i32 first byte, pairs x { i16 weight, i16 weight } }.
  (func (export "alongRgba")
    (param $row i32) (param $table i32) (param $pairs i32) (param $count i32) (param $out i32)
    (local $from i32) (local $left i32) (local $sum v128)
    (loop $pixels
      (local.set $from (i32.add (local.get $row) (i32.load (local.get $table))))
      (local.set $table (i32.add (local.get $table) (i32.const 4)))
      (local.set $left (local.get $pairs))
      (local.set $sum (v128.const i32x4 8192 8192 8192 8192))
      (loop $mix
        (local.set $sum (i32x4.add (local.get $sum)
          (i32x4.dot_i16x8_s
            (i16x8.extend_low_i8x16_u
              (i8x16.shuffle 0 4 1 5 2 6 3 7 0 0 0 0 0 0 0 0
                (v128.load64_zero (local.get $from)) (v128.const i32x4 0 0 0 0)))
            (v128.load32_splat (local.get $table)))))
        (local.set $from (i32.add (local.get $from) (i32.const 8)))
        (local.set $table (i32.add (local.get $table) (i32.const 4)))
        (br_if $mix (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
      (local.set $sum (i32x4.shr_s (local.get $sum) (i32.const 14)))
      (local.set $sum (i16x8.narrow_i32x4_s (local.get $sum) (local.get $sum)))
      (v128.store32_lane 0 (local.get $out) (i8x16.narrow_i16x8_u (local.get $sum) (local.get $sum)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $pixels (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; Four pixels of one plane, as floats. `table` holds for each { i32 first byte, 12 unused, blocks x 8 i16 weights }.
  (func $along4 (param $row i32) (param $table i32) (param $blocks i32) (result v128)
    (local $step i32) (local $t1 i32) (local $t2 i32) (local $t3 i32)
    (local $p0 i32) (local $p1 i32) (local $p2 i32) (local $p3 i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $step (i32.shl (i32.add (local.get $blocks) (i32.const 1)) (i32.const 4)))
    (local.set $t1 (i32.add (local.get $table) (local.get $step)))
    (local.set $t2 (i32.add (local.get $t1) (local.get $step)))
    (local.set $t3 (i32.add (local.get $t2) (local.get $step)))
    (local.set $p0 (i32.add (local.get $row) (i32.load (local.get $table))))
    (local.set $p1 (i32.add (local.get $row) (i32.load (local.get $t1))))
    (local.set $p2 (i32.add (local.get $row) (i32.load (local.get $t2))))
    (local.set $p3 (i32.add (local.get $row) (i32.load (local.get $t3))))
    (loop $mix
      (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s
        (i16x8.extend_low_i8x16_u (v128.load64_zero (local.get $p0))) (v128.load offset=16 (local.get $table)))))
      (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s
        (i16x8.extend_low_i8x16_u (v128.load64_zero (local.get $p1))) (v128.load offset=16 (local.get $t1)))))
      (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s
        (i16x8.extend_low_i8x16_u (v128.load64_zero (local.get $p2))) (v128.load offset=16 (local.get $t2)))))
      (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s
        (i16x8.extend_low_i8x16_u (v128.load64_zero (local.get $p3))) (v128.load offset=16 (local.get $t3)))))
      (local.set $p0 (i32.add (local.get $p0) (i32.const 8)))
      (local.set $p1 (i32.add (local.get $p1) (i32.const 8)))
      (local.set $p2 (i32.add (local.get $p2) (i32.const 8)))
      (local.set $p3 (i32.add (local.get $p3) (i32.const 8)))
      (local.set $table (i32.add (local.get $table) (i32.const 16)))
      (local.set $t1 (i32.add (local.get $t1) (i32.const 16)))
      (local.set $t2 (i32.add (local.get $t2) (i32.const 16)))
      (local.set $t3 (i32.add (local.get $t3) (i32.const 16)))
      (br_if $mix (local.tee $blocks (i32.sub (local.get $blocks) (i32.const 1)))))
    ;; The four lanes of each become one.
    (local.set $a (i32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a) (local.get $b))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $c (i32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $c) (local.get $d))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $c) (local.get $d))))
    (f32x4.mul (f32x4.splat (f32.const 0x1p-14)) (f32x4.convert_i32x4_s (i32x4.add
      (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $a) (local.get $c))
      (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $a) (local.get $c))))))

  (func $toByte (param $value v128) (result v128)
    (i32x4.min_u (v128.const i32x4 255 255 255 255)
      (i32x4.trunc_sat_f32x4_u (f32x4.add (local.get $value) (f32x4.splat (f32.const 0.5))))))

  ;; Along a row of luminance and two of colour (JPEG's full-range BT.601), to RGBA. Whole fours of pixels.
  (func (export "alongYuv")
    (param $y i32) (param $u i32) (param $v i32)
    (param $yTable i32) (param $yBlocks i32) (param $uvTable i32) (param $uvBlocks i32)
    (param $fours i32) (param $out i32)
    (local $yStep i32) (local $uvStep i32) (local $light v128) (local $blue v128) (local $red v128)
    (local.set $yStep (i32.shl (i32.add (local.get $yBlocks) (i32.const 1)) (i32.const 6)))
    (local.set $uvStep (i32.shl (i32.add (local.get $uvBlocks) (i32.const 1)) (i32.const 6)))
    (loop $pixels
      (local.set $light (call $along4 (local.get $y) (local.get $yTable) (local.get $yBlocks)))
      (local.set $blue (f32x4.sub
        (call $along4 (local.get $u) (local.get $uvTable) (local.get $uvBlocks)) (f32x4.splat (f32.const 128))))
      (local.set $red (f32x4.sub
        (call $along4 (local.get $v) (local.get $uvTable) (local.get $uvBlocks)) (f32x4.splat (f32.const 128))))
      (v128.store (local.get $out)
        (v128.or
          (v128.or
            (call $toByte (f32x4.add (local.get $light)
              (f32x4.mul (local.get $red) (f32x4.splat (f32.const 1.402)))))
            (i32x4.shl
              (call $toByte (f32x4.sub (local.get $light) (f32x4.add
                (f32x4.mul (local.get $blue) (f32x4.splat (f32.const 0.344136)))
                (f32x4.mul (local.get $red) (f32x4.splat (f32.const 0.714136))))))
              (i32.const 8)))
          (v128.or
            (i32x4.shl
              (call $toByte (f32x4.add (local.get $light)
                (f32x4.mul (local.get $blue) (f32x4.splat (f32.const 1.772)))))
              (i32.const 16))
            (v128.const i32x4 0xff000000 0xff000000 0xff000000 0xff000000))))
      (local.set $yTable (i32.add (local.get $yTable) (local.get $yStep)))
      (local.set $uvTable (i32.add (local.get $uvTable) (local.get $uvStep)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $pixels (local.tee $fours (i32.sub (local.get $fours) (i32.const 1)))))))
