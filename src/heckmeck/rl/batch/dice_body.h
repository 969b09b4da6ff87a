/* Included by kernel.c once for each dice game: GAME is its name, NAME(x) puts it before x. */

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
