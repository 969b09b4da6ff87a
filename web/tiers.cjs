// The direction of imports in the client: ui, wire <- table <- games <- lobby, archive, coach, learn <- pages.
// Each part with the parts that it may import; all of them may import the messages, the settings and the route.
module.exports = {
  wire: [],
  fairness: ["wire"],
  sound: ["wire"],
  ui: ["sound", "wire"],
  table: ["ui", "wire", "fairness", "sound"],
  games: ["table", "ui", "wire", "fairness"],
  lobby: ["games", "table", "ui", "wire", "fairness"],
  archive: ["games", "table", "ui", "wire", "fairness"],
  coach: ["games", "table", "ui", "wire"],
  learn: ["lobby", "games", "table", "ui", "wire"],
  pwa: [],
};
