// The mark and the colour of each seat, as on things that look the same in every theme.
export const SEAT_MARKS = [
  "M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z",
  "M12 2.5L23 21.5H1z",
  "M3 3h18v18H3z",
  "M12 1l11 11-11 11L1 12z",
  "M12 1l3.3 7.3 7.7.9-5.7 5.3 1.5 7.8L12 18.3 5.2 22.3l1.5-7.8L1 9.2l7.7-.9z",
  "M8.5 1.5h7v7h7v7h-7v7h-7v-7h-7v-7h7z",
  "M6.5 2.5h11L23 12l-5.5 9.5h-11L1 12z",
];
export const SEAT_COLOURS = ["#1f77b4", "#c45502", "#157a5c", "#7b3294", "#8f6808", "#c2185b", "#455a64"];
