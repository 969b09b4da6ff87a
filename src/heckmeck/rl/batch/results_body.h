/* Included once for each dice game, after its rules: what turns can lead to, and the features of positions between turns. The
   functions for many games also run on a GPU. */

KERNEL NAME(describe)(const struct rules *rules, const char *games, int n, int number, int16_t *rows) {
    EACH_GAME(i, n)
        NAME(features)(rules, (const struct GAME *)(games + (int64_t)i * rules->record), rows + (int64_t)i * number);
}

/* Write the features of a position, or its shares if the game is over; return whether it is. */
INLINE int NAME(look)(const struct rules *rules, const struct GAME *game, int16_t *indices, float *shares) {
    if (!game->turn.ended) {
        NAME(features)(rules, game, indices);
        return 0;
    }
    struct standing standings[MOST_PLAYERS];
    float by_seat[MOST_PLAYERS];
    NAME(standings)(rules, game, standings);
    final_shares(standings, rules->seats, by_seat);
    for (int offset = 0; offset < rules->seats; offset++)
        shares[offset] = by_seat[(game->turn.seat + offset) % rules->seats];
    return 1;
}

struct NAME(turn_results) {
    int results, stops;
    uint8_t of_key[MOST_ACTIONS];
    int32_t action[MOST_RESULTS], total[MOST_RESULTS];
    struct {
        uint8_t total, action, result;
    } stop[MOST_STOPS];
};

/* List the different results of a turn, a failed attempt first, and all ways to stop with the result of each. */
static void NAME(list_results)(const struct rules *rules, struct GAME *game, int sums, struct NAME(turn_results) *found) {
    memset(found->of_key, 0, sizeof found->of_key);
    found->results = 1;
    found->stops = 0;
    found->action[0] = FAIL;
    found->total[0] = 0;
    game->turn.kept[WORM] = 1;
    for (int total = 0; total < sums; total++) {
        int8_t mask[MOST_ACTIONS] = {0};
        game->turn.total = (uint8_t)total;
        if (!NAME(stops)(rules, game, mask)) continue;
        for (int action = STOP; action < rules->actions; action++) {
            if (!mask[action]) continue;
            const int key = NAME(result)(rules, action, total);
            if (!found->of_key[key]) {
                found->action[found->results] = action;
                found->total[found->results] = total;
                found->of_key[key] = (uint8_t)found->results++;
            }
            found->stop[found->stops].total = (uint8_t)total;
            found->stop[found->stops].action = (uint8_t)action;
            found->stop[found->stops++].result = found->of_key[key];
        }
    }
}

/* The same for a game before or in its turn; `room` has space for the position. */
INLINE struct GAME *NAME(list_from)(const struct rules *rules, const char *game, char *room, int sums,
                                    struct NAME(turn_results) *found) {
    struct GAME *copy = (struct GAME *)room;
    memcpy(copy, game, (size_t)rules->record);
    begin_turn(&copy->turn);
    NAME(list_results)(rules, copy, sums, found);
    return copy;
}

/* End a turn by a stop at a sum with a worm, or by a failed attempt. */
INLINE void NAME(end_one)(const struct rules *rules, struct GAME *game, int action, int total) {
    game->turn.total = (uint8_t)total;
    game->turn.kept[WORM] = 1;
    if (action == FAIL)
        NAME(fail)(rules, game);
    else
        NAME(stop)(rules, game, action);
    game->turn.viewer = game->turn.seat;
}

/* Write the features of the position after a result, or the shares of all seats if the game is over then; return whether
   it is. `after` has room for that position. */
INLINE int NAME(look_after)(const struct rules *rules, const struct GAME *game, int action, int total, struct GAME *after,
                            int16_t *indices, float *shares) {
    memcpy(after, game, (size_t)rules->record);
    NAME(end_one)(rules, after, action, total);
    return NAME(look)(rules, after, indices, shares);
}

/* The numbers of results and stops of turns. */
KERNEL NAME(count_results)(const struct rules *rules, const char *games, int n, int sums, int32_t *results, int32_t *stops) {
    EACH_GAME(i, n) {
        ROOM(room);
        struct NAME(turn_results) found;
        NAME(list_from)(rules, games + (int64_t)i * rules->record, room, sums, &found);
        results[i] = found.results;
        stops[i] = found.stops;
    }
}

/* The results of turns, and the ways to stop: those of a turn are written from `first` and `first_stop` on. See `Results` in
   src/heckmeck/train/device/rules.py. */
KERNEL NAME(write_results)(const struct rules *rules, const char *games, int n, int sums, const int32_t *first,
                           const int32_t *first_stop, int32_t *turns, int32_t *actions, int32_t *totals, int32_t *stop_at,
                           int32_t *stop_result) {
    EACH_GAME(i, n) {
        ROOM(room);
        struct NAME(turn_results) found;
        NAME(list_from)(rules, games + (int64_t)i * rules->record, room, sums, &found);
        for (int k = 0; k < found.results; k++) {
            turns[first[i] + k] = i;
            actions[first[i] + k] = found.action[k];
            totals[first[i] + k] = found.total[k];
        }
        for (int k = 0; k < found.stops; k++) {
            stop_at[first_stop[i] + k] = i * sums + found.stop[k].total;
            stop_result[first_stop[i] + k] = first[i] + found.stop[k].result;
        }
    }
}

/* The positions after results of turns, with `number` features each. */
KERNEL NAME(describe_results)(const struct rules *rules, const char *games, int n, const int32_t *turns, const int32_t *actions,
                              const int32_t *totals, int number, int16_t *rows, uint8_t *over, float *shares) {
    EACH_GAME(i, n) {
        ROOM(room);
        ROOM(room_after);
        struct GAME *game = (struct GAME *)room, *after = (struct GAME *)room_after;
        float exact[MOST_PLAYERS];
        memcpy(game, games + (int64_t)turns[i] * rules->record, (size_t)rules->record);
        begin_turn(&game->turn);
        over[i] = (uint8_t)NAME(look_after)(rules, game, actions[i], totals[i], after, rows + (int64_t)i * number, exact);
        if (!over[i]) continue;
        for (int offset = 0; offset < rules->seats; offset++)
            shares[(int64_t)i * rules->seats + offset] =
                exact[(game->turn.seat + offset - after->turn.seat + rules->seats) % rules->seats];
    }
}

/* End the turns of games by results that were listed. */
KERNEL NAME(end_turns)(const struct rules *rules, char *games, int n, const int32_t *actions, const int32_t *totals) {
    EACH_GAME(i, n) NAME(end_one)(rules, (struct GAME *)(games + (int64_t)i * rules->record), actions[i], totals[i]);
}
