/** How a worm or a snail feels about what has happened. */
export type Mood = "calm" | "happy" | "alarmed";
