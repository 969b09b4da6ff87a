/* Included by kernel.c once for each game: GAME is its name, NAME(x) puts it before x. */

INLINE struct GAME *NAME(at)(const struct rules *rules, char *games, long i) {
    return (struct GAME *)(games + i * rules->record);
}

/* Roll until somebody has to decide or the game is over. */
INLINE void NAME(draw)(const struct rules *rules, struct GAME *game) {
    struct turn *t = &game->turn;
    while (t->rolling && t->status == RUNNING) {
        roll_dice(rules, t);
        if (!new_faces(t)) NAME(fail)(rules, game);
    }
    if (t->status == RUNNING) t->viewer = t->seat; /* after the end it is the seat that has acted last */
}

INLINE void NAME(act)(const struct rules *rules, struct GAME *game, int action) {
    struct turn *t = &game->turn;
    if (action < FACES) {
        int8_t unused[MOST_ACTIONS];
        keep_face(rules, t, action);
        if (no_roll_left(t) && !NAME(stops)(rules, game, unused)) NAME(fail)(rules, game);
    } else if (action == ROLL)
        t->rolling = 1;
    else
        NAME(stop)(rules, game, action);
    NAME(draw)(rules, game);
}

INLINE void NAME(mask)(const struct rules *rules, const struct GAME *game, int8_t *mask) {
    const struct turn *t = &game->turn;
    memset(mask, 0, (size_t)rules->actions);
    if (t->status != RUNNING) return;
    if (counts_of(t->rolled)) {
        const uint64_t faces = new_faces(t);
        memcpy(mask, &faces, FACES);
        return;
    }
    const int stops = NAME(stops)(rules, game, mask), over = no_roll_left(t);
    if (!over) mask[ROLL] = 1;
    if (STOP_MAY_FAIL && !over && !stops) mask[STOP] = 1;
}

INLINE void NAME(show_one)(const struct rules *rules, const struct GAME *game, long i, const struct shown *out) {
    NAME(mask)(rules, game, out->masks + i * rules->actions);
    NAME(show)(rules, game, out->observations + i * rules->size * (rules->wide ? 2 : 1));
    out->seats[i] = (int8_t)game->turn.viewer;
    out->status[i] = game->turn.status;
}

/* Go on with games that were put here: dice that are about to be rolled are rolled. */
void NAME(resume)(const struct rules *rules, char *games, long n, const struct shown *out) {
    for (long i = 0; i < n; i++) {
        struct GAME *game = NAME(at)(rules, games, i);
        NAME(draw)(rules, game);
        NAME(show_one)(rules, game, i, out);
    }
}

/* Begin the games that are marked; their streams go on. */
void NAME(reset)(const struct rules *rules, char *games, long n, const uint8_t *marked, const struct shown *out) {
    for (long i = 0; i < n; i++)
        if (marked[i]) {
            struct GAME *game = NAME(at)(rules, games, i);
            NAME(start)(rules, game);
            NAME(draw)(rules, game);
            NAME(show_one)(rules, game, i, out);
        }
}

/* One decision in every game. With RESET_OVER games that are over begin anew instead; with END_ILLEGAL illegal actions end
   their games. Otherwise nothing is changed if an action cannot be played: its game is returned, else -1. */
long NAME(step)(const struct rules *rules, char *games, long n, const int32_t *actions, int flags, const struct shown *out) {
    for (long i = 0; i < n; i++) {
        if (actions[i] == PASS || ((flags & RESET_OVER) && out->status[i])) continue;
        if (out->status[i] || !((flags & END_ILLEGAL) || out->masks[i * rules->actions + actions[i]])) return i;
    }
    for (long i = 0; i < n; i++) {
        struct GAME *game = NAME(at)(rules, games, i);
        const int over = game->turn.status && (flags & RESET_OVER);
        if (actions[i] == PASS && !over) continue;
        if (over) {
            NAME(start)(rules, game);
            NAME(draw)(rules, game);
        } else if (!out->masks[i * rules->actions + actions[i]])
            game->turn.status = ILLEGAL;
        else
            NAME(act)(rules, game, actions[i]);
        NAME(show_one)(rules, game, i, out);
    }
    return -1;
}

INLINE int NAME(may_stop)(const struct rules *rules, const struct GAME *game, int stop) {
    int8_t mask[MOST_ACTIONS] = {0};
    const int stops = NAME(stops)(rules, game, mask);
    return stop > ROLL && (mask[stop] || (STOP_MAY_FAIL && stop == STOP && !stops));
}

/* End the current turns of some records by a stop at a sum with a worm, or by a failed attempt. No dice are rolled. Returns
   the first record in which a stop is not legal, else -1. */
long NAME(finish)(const struct rules *rules, char *games, long n, const int32_t *stops, const int32_t *totals) {
    for (long i = 0; i < n; i++) {
        struct GAME *game = NAME(at)(rules, games, i);
        if (game->turn.status != RUNNING) continue;
        game->turn.total = (uint8_t)totals[i];
        game->turn.kept[WORM] = 1;
        if (stops[i] == FAIL)
            NAME(fail)(rules, game);
        else if (!NAME(may_stop)(rules, game, stops[i]))
            return i;
        else
            NAME(stop)(rules, game, stops[i]);
        game->turn.viewer = game->turn.seat;
    }
    return -1;
}

/* Play some games to the end of their current turns by the values of solved ones; `rows` says which of them. */
void NAME(follow)(const struct rules *rules, char *games, long n, const int64_t *numbers, const int64_t *rows,
                  const struct turn_tables *tables, const double *values, const double *stop, const double *fail,
                  const int32_t *actions, const struct shown *out) {
    for (long i = 0; i < n; i++) {
        struct GAME *game = NAME(at)(rules, games, numbers[i]);
        const struct plan plan = {values + rows[i] * tables->states, stop + rows[i] * tables->sums, fail[rows[i]],
                                  actions + i * tables->sums};
        const int turns = game->turn.turns;
        while (game->turn.status == RUNNING && game->turn.turns == turns)
            NAME(act)(rules, game, decide(rules, tables, &plan, &game->turn, STOP_MAY_FAIL));
        NAME(show_one)(rules, game, numbers[i], out);
    }
}

#undef GAME
#undef NAME
#undef STOP_MAY_FAIL
