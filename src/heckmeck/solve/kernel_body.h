/* Included by kernel.c for one solve (ONE) and for many, once for each type of number: NUMBER, VECTOR, LOWEST and NAME(x)
   are set there. A vector has LANES numbers: of as many states in one solve, or of one state in as many solves. STEP is
   how many states that are. */

#define LANES ((int)(sizeof(VECTOR) / sizeof(NUMBER)))
#define STEP (ONE ? LANES : 1)

/* The values at a place of the memory; in one solve: at LANES places. */
INLINE VECTOR NAME(look)(const NUMBER *memory, const unsigned short *to) {
#if ONE
    VECTOR found;
    for (int lane = 0; lane < LANES; lane++) found[lane] = memory[to[lane]];
    return found;
#else
    return ((const VECTOR *)memory)[*to];
#endif
}

/* Add the next `chains` outcomes of a choice to as many sums; those that others build on go to `next`. */
INLINE void NAME(add)(const VECTOR *choice, const VECTOR *room, const unsigned short *before, const NUMBER *weight,
                      const int width, const int chains, VECTOR (*sums)[WIDEST], VECTOR *next) {
    for (int j = 0; j < chains; j++)
        for (int k = 0; k < width; k++) {
            const VECTOR best = NAME(max)(choice[k], room[before[j] * width + k]);
            if (next) next[j * width + k] = best;
            sums[j][k] += weight[j] * best;
        }
}

/* The expected values of rolls in `width` times STEP states at once; `to` is where their successors begin. The outcomes
   come by choices, so that what a choice is worth is read once and stays in a register. The steps are the same for all
   states, so that their tables are read once; and `chains` sums for each state do not wait for each other. The first
   entry of `room` is worse than anything. */
INLINE void NAME(roll)(const struct roll_class *c, const struct turn *turn, const NUMBER *weights, const NUMBER *memory,
                       VECTOR *room, const unsigned short *to, const int width, const int chains, VECTOR *sum) {
    const unsigned short *before = turn->before + c->outcomes;
    const struct run *run = turn->runs + c->runs;
    const NUMBER *weight = weights + c->outcomes;
    VECTOR choice[WIDEST], sums[CHAINS][WIDEST], *next = room + width;
    for (int j = 0; j < chains; j++)
        for (int k = 0; k < width; k++) sums[j][k] = (VECTOR){0};
    for (const struct run *end = run + c->choices; run < end; run++, to += c->stride) {
        for (int k = 0; k < width; k++) choice[k] = NAME(look)(memory, to + k * STEP);
        const unsigned short *shared = before + run->shared, *all = before + run->all;
        for (; before + chains <= shared; before += chains, weight += chains, next += chains * width)
            NAME(add)(choice, room, before, weight, width, chains, sums, next);
        for (; chains > 1 && before < shared; before++, weight++, next += width)
            NAME(add)(choice, room, before, weight, width, 1, sums, next);
        for (; before + chains <= all; before += chains, weight += chains)
            NAME(add)(choice, room, before, weight, width, chains, sums, NULL);
        for (; chains > 1 && before < all; before++, weight++)
            NAME(add)(choice, room, before, weight, width, 1, sums, NULL);
    }
    for (int k = 0; k < width; k++) {
        sum[k] = sums[0][k];
        for (int j = 1; j < chains; j++) sum[k] += sums[j][k];
    }
}

/* The states of a class from `s` up to `end`, `width` times STEP at once. */
INLINE void NAME(span)(const struct roll_class *c, const struct turn *turn, const NUMBER *weights, NUMBER *memory,
                       int s, int end, const int width, const int chains) {
    VECTOR room[ROOM], sum[WIDEST], *vectors = (VECTOR *)memory;
    const VECTOR fail = ONE ? (VECTOR){0} + memory[turn->slots - 2] : vectors[turn->slots - 2];
    const VECTOR failing = weights[turn->all_outcomes + c->number] * fail;
    for (int k = 0; k < width; k++) room[k] = (VECTOR){0} - LOWEST;
    for (; s < end; s += width * STEP) {
        const unsigned short *slot = turn->stop_slot + c->first + s;
        const int value = turn->slots + c->first + s;
        NAME(roll)(c, turn, weights, memory, room, turn->successors + c->successors + s, width, chains, sum);
        for (int k = 0; k < width; k++) sum[k] += failing;
        if (!ONE)
            for (int k = 0; k < width; k++) vectors[value + k] = NAME(max)(vectors[slot[k]], sum[k]);
        else
            for (int i = 0; i < width * STEP && s + i < c->states; i++) {
                const NUMBER rolled = ((const NUMBER *)sum)[i], stop = memory[slot[i]];
                memory[value + i] = rolled > stop ? rolled : stop;
            }
    }
}

/* One function for each width, so that each has the registers for itself. */
#define SPAN(name, width, chains)                                                                         \
    static NOINLINE void name(const struct roll_class *c, const struct turn *turn, const NUMBER *weights, \
                              NUMBER *memory, int s, int end) {                                           \
        NAME(span)(c, turn, weights, memory, s, end, width, chains);                                      \
    }
SPAN(NAME(singly), 1, 4)
SPAN(NAME(in_threes), 3, 2)
SPAN(NAME(in_fours), 4, 1)
#undef SPAN

/* The first `classes` classes, each in threes and fours so that no place stays empty; what is left comes singly. */
static void NAME(roll_all)(const struct turn *turn, int classes, const NUMBER *weights, NUMBER *memory) {
    for (const struct roll_class *c = turn->class; c < turn->class + classes; c++) {
        const int all = (c->states + STEP - 1) / STEP, threes = all < 6 ? all % 4 == 3 : -all & 3;
        const int first_four = 3 * threes, first_single = first_four + (all - first_four) / 4 * 4;
        NAME(in_threes)(c, turn, weights, memory, 0, first_four * STEP);
        NAME(in_fours)(c, turn, weights, memory, first_four * STEP, first_single * STEP);
        NAME(singly)(c, turn, weights, memory, first_single * STEP, all * STEP);
    }
}

#if ONE

/* One solve. `memory` begins with its slots: the stop values, then that of failing, then none; the values of all states
   come after them. Without `start` the last class is left out: the state before the first roll. */
void NAME(solve)(const struct turn *turn, const NUMBER *weights, NUMBER *memory, int start) {
    NUMBER *values = memory + turn->slots;
    for (int state = 0; state < turn->rolling; state++) values[state] = memory[turn->stop_slot[state]];
    NAME(roll_all)(turn, turn->classes - !start, weights, memory);
}

#else

/* `solves` solves, LANES side by side. `slots` has a row for each. With `full`, `out` gets a row of all states' values
   for each; without, only the value of state `wanted`. Returns 0, or 1 where memory is short. */
int NAME(solve)(const struct turn *turn, const NUMBER *weights, const NUMBER *slots, long solves, int full, int wanted,
                NUMBER *out) {
    VECTOR *memory = aligned_alloc(sizeof(VECTOR), sizeof(VECTOR) * (size_t)(turn->slots + turn->states));
    if (!memory) return 1;
    VECTOR *values = memory + turn->slots;
    for (long done = 0; done < solves; done += LANES) {
        const int lanes = solves - done < LANES ? (int)(solves - done) : LANES;
        for (int lane = 0; lane < LANES; lane++) { /* lanes without a solve repeat the last one */
            const NUMBER *row = slots + (done + (lane < lanes ? lane : lanes - 1)) * turn->slots;
            for (int slot = 0; slot < turn->slots; slot++) ((NUMBER *)&memory[slot])[lane] = row[slot];
        }
        NAME(roll_all)(turn, turn->classes, weights, (NUMBER *)memory);
        if (full)
            for (int state = 0; state < turn->rolling; state++) values[state] = memory[turn->stop_slot[state]];
        for (int lane = 0; lane < lanes; lane++)
            if (full)
                for (int state = 0; state < turn->states; state++)
                    out[(done + lane) * turn->states + state] = ((NUMBER *)&values[state])[lane];
            else
                out[done + lane] = ((NUMBER *)&values[wanted])[lane];
    }
    free(memory);
    return 0;
}

/* The bare arithmetic of `pairs` (state, roll) pairs, `times` times: what no solver can do without. For bench/solve. */
NUMBER NAME(bare)(long pairs, long times, const NUMBER *numbers) {
    VECTOR w[16], s[4] = {{0}};
    for (int i = 0; i < 16; i++) w[i] = (VECTOR){0} + numbers[i];
    for (long done = 0; done < pairs * times; done += 16) {
        __asm__ volatile("" : : "r"(w), "r"(numbers) : "memory"); /* as if all of them had changed */
        for (int i = 0; i < 16; i++) s[i & 3] += numbers[i] * NAME(max)(w[i], w[(i + 7) & 15]);
    }
    const VECTOR sum = (s[0] + s[1]) + (s[2] + s[3]);
    return sum[0];
}

int NAME(lanes)(void) { return LANES; }

#endif

#undef NUMBER
#undef VECTOR
#undef LANES
#undef STEP
#undef LOWEST
#undef NAME
