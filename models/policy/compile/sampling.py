"""The kernels with which web-llm turns logits into a token: bias, penalties, grammar mask, sort and top-p.

One thread an entry and no barriers: at a vocabulary of a few thousand this is as fast as anything, and it runs the same on every driver.
"""

from __future__ import annotations

from tvm.script import tirx as T

THREADS = 64
# The sort compares every entry with every other.
LARGEST_VOCABULARY = 8192
MASKED = -3.4e38


def logit_bias(vocabulary: int):
    @T.prim_func(s_tir=True)
    def apply_logit_bias_inplace(a: T.handle, b: T.handle, c: T.handle, d: T.handle):
        T.func_attr({"global_symbol": "apply_logit_bias_inplace", "tirx.noalias": True, "tirx.is_scheduled": True})
        batch = T.int32()
        count = T.int32()
        logits = T.match_buffer(a, (batch, vocabulary), "float32")
        sequence = T.match_buffer(b, (count,), "int32")
        token = T.match_buffer(c, (count,), "int32")
        bias = T.match_buffer(d, (count,), "float32")
        for block in T.thread_binding((count + THREADS - 1) // THREADS, thread="blockIdx.x"):
            for thread in T.thread_binding(THREADS, thread="threadIdx.x"):
                with T.sblock("bias"):
                    i = T.axis.spatial(count, block * THREADS + thread)
                    T.where(block * THREADS + thread < count)
                    logits[sequence[i], token[i]] = logits[sequence[i], token[i]] + bias[i]

    return apply_logit_bias_inplace


def penalty(vocabulary: int):
    @T.prim_func(s_tir=True)
    def apply_penalty_inplace(a: T.handle, b: T.handle, c: T.handle, d: T.handle, e: T.handle, f: T.handle):
        T.func_attr({"global_symbol": "apply_penalty_inplace", "tirx.noalias": True, "tirx.is_scheduled": True})
        batch = T.int32()
        sequences = T.int32()
        count = T.int32()
        logits = T.match_buffer(a, (batch, vocabulary), "float32")
        row = T.match_buffer(b, (sequences,), "int32")
        sequence = T.match_buffer(c, (count,), "int32")
        token = T.match_buffer(d, (count,), "int32")
        times = T.match_buffer(e, (count,), "int32")
        # presence, frequency, repetition
        weights = T.match_buffer(f, (sequences, 3), "float32")
        for block in T.thread_binding((count + THREADS - 1) // THREADS, thread="blockIdx.x"):
            for thread in T.thread_binding(THREADS, thread="threadIdx.x"):
                with T.sblock("penalty"):
                    i = T.axis.spatial(count, block * THREADS + thread)
                    T.where(block * THREADS + thread < count)
                    logits[row[sequence[i]], token[i]] = logits[row[sequence[i]], token[i]] - (
                        weights[sequence[i], 0] + T.Cast("float32", times[i]) * weights[sequence[i], 1]
                    )
                    logits[row[sequence[i]], token[i]] = T.if_then_else(
                        logits[row[sequence[i]], token[i]] < T.float32(0),
                        logits[row[sequence[i]], token[i]] * weights[sequence[i], 2],
                        logits[row[sequence[i]], token[i]] / weights[sequence[i], 2],
                    )

    return apply_penalty_inplace


def grammar_mask(vocabulary: int):
    words = (vocabulary + 31) // 32

    @T.prim_func(s_tir=True)
    def apply_bitmask_inplace(a: T.handle, b: T.handle, c: T.handle):
        T.func_attr({"global_symbol": "apply_bitmask_inplace", "tirx.noalias": True, "tirx.is_scheduled": True})
        batch = T.int32()
        count = T.int32()
        logits = T.match_buffer(a, (batch, vocabulary), "float32")
        row = T.match_buffer(b, (count,), "int32")
        mask = T.match_buffer(c, (batch, words), "int32")
        for block in T.thread_binding((count * vocabulary + THREADS - 1) // THREADS, thread="blockIdx.x"):
            for thread in T.thread_binding(THREADS, thread="threadIdx.x"):
                with T.sblock("mask"):
                    i = T.axis.spatial(count, (block * THREADS + thread) // vocabulary)
                    j = T.axis.spatial(vocabulary, (block * THREADS + thread) % vocabulary)
                    T.where(block * THREADS + thread < count * vocabulary)
                    logits[row[i], j] = T.if_then_else(
                        T.bitwise_and(T.shift_right(mask[row[i], j // 32], j % 32), 1) == 1,
                        logits[row[i], j],
                        T.float32(MASKED),
                    )

    return apply_bitmask_inplace


def sort_by_rank(vocabulary: int):
    @T.prim_func(s_tir=True)
    def sort(a: T.handle, b: T.handle, c: T.handle):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True})
        batch = T.int64()
        chances = T.match_buffer(a, (batch, vocabulary), "float32")
        ordered = T.match_buffer(b, (batch, vocabulary), "float32")
        tokens = T.match_buffer(c, (batch, vocabulary), "int32")
        with T.sblock("root"):
            rank = T.sblock_alloc_buffer((1,), "int32", scope="local")
            for block in T.thread_binding((batch * vocabulary + THREADS - 1) // THREADS, thread="blockIdx.x"):
                for thread in T.thread_binding(THREADS, thread="threadIdx.x"):
                    with T.sblock("rank"):
                        i = T.axis.spatial(batch, (block * THREADS + thread) // vocabulary)
                        j = T.axis.spatial(vocabulary, T.Cast("int32", (block * THREADS + thread) % vocabulary))
                        T.where(block * THREADS + thread < batch * vocabulary)
                        rank[0] = 0
                        for k in T.serial(vocabulary):
                            if chances[i, k] > chances[i, j] or (chances[i, k] == chances[i, j] and k < j):
                                rank[0] = rank[0] + 1
                        ordered[i, rank[0]] = chances[i, j]
                        tokens[i, rank[0]] = j

    return sort


def draw_top_p(vocabulary: int):
    @T.prim_func(s_tir=True)
    def draw(a: T.handle, b: T.handle, c: T.handle, d: T.handle, e: T.handle, f: T.handle):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True})
        batch = T.int64()
        count = T.int64()
        ordered = T.match_buffer(a, (batch, vocabulary), "float32")
        tokens = T.match_buffer(b, (batch, vocabulary), "int32")
        uniform = T.match_buffer(c, (count,), "float32")
        row = T.match_buffer(d, (count,), "int32")
        top_p = T.match_buffer(e, (batch,), "float32")
        drawn = T.match_buffer(f, (count,), "int32")
        with T.sblock("root"):
            mass = T.sblock_alloc_buffer((1,), "float32", scope="local")
            passed = T.sblock_alloc_buffer((1,), "float32", scope="local")
            place = T.sblock_alloc_buffer((1,), "int32", scope="local")
            for block in T.thread_binding(count, thread="blockIdx.x"):
                for _ in T.thread_binding(1, thread="threadIdx.x"):
                    with T.sblock("draw"):
                        i = T.axis.spatial(count, block)
                        mass[0] = T.float32(0)
                        passed[0] = T.float32(0)
                        place[0] = 0
                        for j in T.serial(vocabulary):
                            if mass[0] < top_p[row[i]]:
                                mass[0] = mass[0] + ordered[row[i], j]
                        for j in T.serial(vocabulary):
                            if passed[0] <= uniform[i] * mass[0] and passed[0] < mass[0]:
                                passed[0] = passed[0] + ordered[row[i], j]
                                place[0] = j
                        drawn[i] = tokens[row[i], place[0]]

    return draw
