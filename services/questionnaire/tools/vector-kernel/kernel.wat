;; Cosines of one unit vector with many: for each of `rows` rows of `dimensions` numbers (32-bit floats, a multiple of 16,
;; one row after the other from `from`), its scalar product with the vector at `vector` goes to `to`.
(module
  (memory (export "memory") 1)
  (func (export "compare")
    (param $vector i32) (param $from i32) (param $rows i32) (param $bytes i32) (param $to i32)
    (local $end i32) (local $v i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (block $done
      (loop $row
        (br_if $done (i32.eqz (local.get $rows)))
        (local.set $v (local.get $vector))
        (local.set $end (i32.add (local.get $from) (local.get $bytes)))
        (local.set $a (v128.const f32x4 0 0 0 0))
        (local.set $b (v128.const f32x4 0 0 0 0))
        (local.set $c (v128.const f32x4 0 0 0 0))
        (local.set $d (v128.const f32x4 0 0 0 0))
        (loop $part
          (local.set $a (f32x4.add (local.get $a)
            (f32x4.mul (v128.load (local.get $from)) (v128.load (local.get $v)))))
          (local.set $b (f32x4.add (local.get $b)
            (f32x4.mul (v128.load offset=16 (local.get $from)) (v128.load offset=16 (local.get $v)))))
          (local.set $c (f32x4.add (local.get $c)
            (f32x4.mul (v128.load offset=32 (local.get $from)) (v128.load offset=32 (local.get $v)))))
          (local.set $d (f32x4.add (local.get $d)
            (f32x4.mul (v128.load offset=48 (local.get $from)) (v128.load offset=48 (local.get $v)))))
          (local.set $v (i32.add (local.get $v) (i32.const 64)))
          (local.set $from (i32.add (local.get $from) (i32.const 64)))
          (br_if $part (i32.lt_u (local.get $from) (local.get $end))))
        (local.set $a (f32x4.add (f32x4.add (local.get $a) (local.get $b)) (f32x4.add (local.get $c) (local.get $d))))
        (f32.store (local.get $to)
          (f32.add
            (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
            (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
        (local.set $to (i32.add (local.get $to) (i32.const 4)))
        (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
        (br $row)))))
