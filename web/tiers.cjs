// The direction of imports in the client: offline <- ui, wire <- table <- games <- lobby, archive, coach, learn <- pages.
// Each part with the parts that it may import; all of them may import the messages, the settings and the route.
module.exports = {
  offline: [],
  wire: ["offline"],
  fairness: ["wire"],
  sound: ["wire"],
  ui: ["sound", "wire", "offline"],
  table: ["offline", "ui", "wire", "fairness", "sound"],
  games: ["table", "ui", "wire", "fairness"],
  lobby: ["offline", "games", "table", "ui", "wire", "fairness"],
  archive: ["offline", "games", "table", "ui", "wire", "fairness"],
  coach: ["games", "table", "ui", "wire"],
  learn: ["lobby", "games", "table", "ui", "wire"],
  pwa: [],
};
