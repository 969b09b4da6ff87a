/* Included by kernel.c once for each dice game, after results_body.h: whole turns. */

INLINE int NAME(may_stop)(const struct rules *rules, const struct GAME *game, int stop) {
    int8_t mask[MOST_ACTIONS] = {0};
    const int stops = NAME(stops)(rules, game, mask);
    return stop > ROLL && stop < rules->actions && (mask[stop] || (STOP_MAY_FAIL && stop == STOP && !stops));
}

/* End the current turns of some records by a stop at a sum with a worm, or by a failed attempt. No dice are rolled. Returns
   the first record in which a stop is not legal, else -1. */
int64_t NAME(finish)(const struct rules *rules, char *games, int64_t n, const int32_t *stops, const int32_t *totals) {
    for (int64_t i = 0; i < n; i++) {
        struct GAME *game = AT(i);
        if (game->turn.status != RUNNING) continue;
        game->turn.total = (uint8_t)totals[i];
        game->turn.kept[WORM] = 1;
        if (stops[i] != FAIL && !NAME(may_stop)(rules, game, stops[i])) return i;
        NAME(end_one)(rules, game, stops[i], totals[i]);
    }
    return -1;
}

INLINE int NAME(may)(const struct rules *rules, const struct GAME *game, int action) {
    if (action < FACES) return action >= 0 && new_faces(&game->turn) >> 8 * action & 1;
    return action == ROLL ? !no_roll_left(&game->turn) : NAME(may_stop)(rules, game, action);
}

/* Play some games to the end of their current turns by the values of solved ones; `rows` says which of them. Returns the
   first game whose plan has an action that is not legal, else -1. */
int64_t NAME(follow)(const struct rules *rules, char *games, int64_t n, const int64_t *numbers, const int64_t *rows,
                     const struct turn_tables *tables, const double *values, const double *stop, const double *fail,
                     const int32_t *actions, const struct shown *out) {
    for (int64_t i = 0; i < n; i++) {
        struct GAME *game = AT(numbers[i]);
        const struct plan plan = {values + rows[i] * tables->states, stop + rows[i] * tables->sums, fail[rows[i]],
                                  actions + i * tables->sums};
        const int turns = game->turn.turns;
        int legal = 1;
        while (legal && game->turn.status == RUNNING && game->turn.turns == turns) {
            const int action = decide(rules, tables, &plan, &game->turn);
            legal = NAME(may)(rules, game, action);
            if (legal) NAME(act)(rules, game, action);
        }
        NAME(show_one)(rules, game, numbers[i], out);
        if (!legal) return numbers[i];
    }
    return -1;
}
