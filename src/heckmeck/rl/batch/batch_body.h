/* Included by kernel.c once for each game, after what the game brings: NAME(start), NAME(draw), NAME(act), NAME(mask) and
   NAME(show). GAME is its name, NAME(x) puts it before x. */

INLINE void NAME(show_one)(const struct rules *rules, const struct GAME *game, int64_t i, const struct shown *out) {
    NAME(mask)(rules, game, out->masks + i * rules->actions);
    NAME(show)(rules, game, out->observations + i * rules->size * (rules->wide ? 2 : 1));
    out->seats[i] = (int8_t)game->turn.viewer;
    out->status[i] = game->turn.status;
}

/* Go on with games that were put here: dice that are about to be rolled are rolled. */
void NAME(resume)(const struct rules *rules, char *games, int64_t n, const int64_t *numbers, const struct shown *out) {
    for (int64_t i = 0; i < n; i++) {
        struct GAME *game = AT(numbers[i]);
        NAME(draw)(rules, game);
        NAME(show_one)(rules, game, numbers[i], out);
    }
}

/* Begin the games that are marked; their streams go on. */
void NAME(reset)(const struct rules *rules, char *games, int64_t n, const uint8_t *marked, const struct shown *out) {
    for (int64_t i = 0; i < n; i++)
        if (marked[i]) {
            struct GAME *game = AT(i);
            NAME(start)(rules, game);
            NAME(draw)(rules, game);
            NAME(show_one)(rules, game, i, out);
        }
}

/* One decision in every game. With RESET_OVER games that are over begin anew instead; with END_ILLEGAL illegal actions end
   their games. Otherwise nothing is changed if an action cannot be played: its game is returned, else -1. */
int64_t NAME(step)(const struct rules *rules, char *games, int64_t n, const int32_t *actions, int flags,
                   const struct shown *out) {
    for (int64_t i = 0; i < n; i++) {
        if (actions[i] == PASS || ((flags & RESET_OVER) && out->status[i])) continue;
        if (out->status[i] || !((flags & END_ILLEGAL) || out->masks[i * rules->actions + actions[i]])) return i;
    }
    for (int64_t i = 0; i < n; i++) {
        struct GAME *game = AT(i);
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
