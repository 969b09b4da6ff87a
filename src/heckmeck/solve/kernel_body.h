/* Included by kernel.c once for each type of number: NUMBER, VECTOR, LANES, LOWEST and NAME(x) are set there. */

/* The expected values of rolls in `width` states (or groups of states) at once. `w` holds `width` vectors for each entry:
   first one of LOWEST, then what each choice is worth, then room for the outcomes that others build on. The steps are
   the same for all, so that their tables are read once; and the sums do not wait for each other. */
INLINE void NAME(roll)(const struct roll_class *c, const struct turn *turn, const NUMBER *weights, VECTOR *w,
                       VECTOR fail, const size_t width, VECTOR *sum) {
    const struct outcome *outcome = turn->outcomes + c->outcomes;
    const NUMBER *weight = weights + c->outcomes;
    const NUMBER failing = weights[turn->all_outcomes + c->number];
    VECTOR *room = w + (1 + (size_t)c->choices) * width;
    VECTOR s[WIDEST];
    for (size_t k = 0; k < width; k++) s[k] = failing * fail;
    for (size_t i = 0; i < (size_t)c->shared; i++) {
        const VECTOR *before = w + outcome[i].before * width, *choice = w + outcome[i].choice * width;
        for (size_t k = 0; k < width; k++) {
            const VECTOR best = NAME(max)(before[k], choice[k]);
            room[i * width + k] = best;
            s[k] += weight[i] * best;
        }
    }
    for (size_t i = (size_t)c->shared; i < (size_t)c->all; i++) {
        const VECTOR *before = w + outcome[i].before * width, *choice = w + outcome[i].choice * width;
        for (size_t k = 0; k < width; k++) s[k] += weight[i] * NAME(max)(before[k], choice[k]);
    }
    for (size_t k = 0; k < width; k++) sum[k] = s[k];
}

/* The states of a class, `width` at a time: LANES solves side by side. */
INLINE void NAME(class)(const struct roll_class *c, const struct turn *turn, const NUMBER *weights, const VECTOR *stop,
                        VECTOR *values, VECTOR *w, const size_t width) {
    const VECTOR fail = stop[turn->slots - 2];
    const size_t states = (size_t)c->states;
    VECTOR sum[WIDEST];
    for (size_t k = 0; k < width; k++) w[k] = (VECTOR){0} - LOWEST;
    for (size_t s = 0; s < states; s += width) {
        for (size_t k = 0; k < width; k++) {
            const int *to = turn->successors + c->successors + (s + k < states ? s + k : s);
            for (size_t i = 0; i < (size_t)c->choices; i++) w[(1 + i) * width + k] = values[to[i * states]];
        }
        NAME(roll)(c, turn, weights, w, fail, width, sum);
        for (size_t k = 0; k < width && s + k < states; k++) {
            const size_t state = (size_t)c->first + s + k;
            values[state] = NAME(max)(stop[turn->stop_slot[state]], sum[k]);
        }
    }
}

/* LANES solves side by side: `stop` has a vector for each slot, `values` gets one for each state. */
static void NAME(solve_lanes)(const struct turn *turn, const NUMBER *weights, const VECTOR *stop, VECTOR *values) {
    VECTOR w[ENTRIES * WIDEST];
    for (int state = 0; state < turn->rolling; state++) values[state] = stop[turn->stop_slot[state]];
    for (const struct roll_class *c = turn->class; c < turn->class + turn->classes; c++) {
        /* Large classes four at a time; small ones so that no place stays empty and all fits into the first cache. */
        if (c->states > 6)
            NAME(class)(c, turn, weights, stop, values, w, 4);
        else if (c->states > 1)
            NAME(class)(c, turn, weights, stop, values, w, 2);
        else
            NAME(class)(c, turn, weights, stop, values, w, 1);
    }
}

/* One solve, LANES states of a class side by side. `slots` are the stop values, then that of failing, then none. */
void NAME(solve_one)(const struct turn *turn, const NUMBER *weights, const NUMBER *slots, NUMBER *values) {
    VECTOR w[ENTRIES];
    w[0] = (VECTOR){0} - LOWEST;
    const VECTOR fail = (VECTOR){0} + slots[turn->slots - 2];
    for (int state = 0; state < turn->states; state++) values[state] = slots[turn->stop_slot[state]];
    for (const struct roll_class *c = turn->class; c < turn->class + turn->classes; c++) {
        for (int s = 0; s < c->states; s += LANES) {
            const int lanes = c->states - s < LANES ? c->states - s : LANES;
            for (int i = 0; i < c->choices; i++) {
                const int *to = turn->successors + c->successors + i * c->states + s;
                NUMBER *entry = (NUMBER *)&w[1 + i];
                for (int lane = 0; lane < lanes; lane++) entry[lane] = values[to[lane]];
                for (int lane = lanes; lane < LANES; lane++) entry[lane] = 0;
            }
            VECTOR sum;
            NAME(roll)(c, turn, weights, w, fail, 1, &sum);
            NUMBER *value = values + c->first + s;
            for (int lane = 0; lane < lanes; lane++) value[lane] = sum[lane] > value[lane] ? sum[lane] : value[lane];
        }
    }
}

/* `solves` solves, LANES side by side. `slots` has a row for each. With `full`, `out` gets a row of all states' values
   for each; without, only the value of state `wanted`. Returns 0, or 1 where memory is short. */
int NAME(solve_many)(const struct turn *turn, const NUMBER *weights, const NUMBER *slots, long solves, int full,
                     int wanted, NUMBER *out) {
    VECTOR *memory = aligned_alloc(sizeof(VECTOR), sizeof(VECTOR) * (size_t)(turn->slots + turn->states));
    if (!memory) return 1;
    VECTOR *stop = memory, *values = memory + turn->slots;
    for (long done = 0; done < solves; done += LANES) {
        const int lanes = solves - done < LANES ? (int)(solves - done) : LANES;
        for (int slot = 0; slot < turn->slots; slot++)
            for (int lane = 0; lane < LANES; lane++) /* lanes without a solve repeat the last one */
                ((NUMBER *)&stop[slot])[lane] = slots[(done + (lane < lanes ? lane : lanes - 1)) * turn->slots + slot];
        NAME(solve_lanes)(turn, weights, stop, values);
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
