/* Who is ahead, as features of a position and as win shares at the end of a game. */

/* A score, and what breaks ties; see Standing in outcome.py. */
struct standing {
    int score, tie;
};

INLINE int ahead(struct standing a, struct standing b) {
    return a.score != b.score ? a.score > b.score : a.tie > b.tie;
}

/* The class of a comparison: by the difference of scores up to `most`, and for equal scores by the tie-break. */
INLINE int compare(struct standing mine, struct standing theirs, int most) {
    const int difference = mine.score - theirs.score;
    if (!difference) return most + 1 + (mine.tie > theirs.tie) - (mine.tie < theirs.tie);
    const int size = difference < 0 ? -difference : difference, clipped = size < most ? size : most;
    return difference < 0 ? most - clipped : most + 2 + clipped;
}

/* Compare the seat to move with every other and, with more than two, each seat with the best of the others. Standings are
   counted from the seat to move. Returns where the next index goes. */
INLINE int16_t *compare_all(const struct standing *standings, int seats, int most, int *base, int16_t *out) {
    const int classes = 2 * most + 3;
    for (int seat = 1; seat < seats; seat++, *base += classes)
        *out++ = (int16_t)(*base + compare(standings[0], standings[seat], most));
    for (int seat = 0; seat < seats && seats > 2; seat++, *base += classes) {
        struct standing best = {-1, -1};
        for (int other = 0; other < seats; other++)
            if (other != seat && ahead(standings[other], best)) best = standings[other];
        *out++ = (int16_t)(*base + compare(standings[seat], best, most));
    }
    return out;
}

/* The win shares of a game that is over, by seat. */
INLINE void final_shares(const struct standing *standings, int seats, float *shares) {
    int winners = 0;
    for (int seat = 0; seat < seats; seat++) {
        int beaten = 0;
        for (int other = 0; other < seats; other++) beaten |= ahead(standings[other], standings[seat]);
        shares[seat] = !beaten;
        winners += !beaten;
    }
    for (int seat = 0; seat < seats; seat++) shares[seat] /= (float)winners;
}
