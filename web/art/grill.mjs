// The grill: living coals as a tile, its handle, and the round spot of Barbecue.
import { chance, file, linear, outline } from "./svg.mjs";

const STEP = 40;
const COLUMNS = 10;
const ROWS = 10;
const WIDTH = COLUMNS * STEP;
const HEIGHT = 340;
/** From nearly cold to glowing: the colour of a coal, of its lit facet, and of its rim. */
const HEATS = [
  { coal: "#2a1814", facet: "#4b342c", rim: "#ff7a2a", rimOpacity: 0.28 },
  { coal: "#5a2013", facet: "#85341b", rim: "#ff7a2a", rimOpacity: 0.5 },
  { coal: "#a83a18", facet: "#df6526", rim: "#ffd27a", rimOpacity: 0.55 },
  { coal: "#e0742a", facet: "#ffb04e", rim: "#ffd27a", rimOpacity: 0.7 },
];

/** A closed path through points, in whole numbers and short steps. */
function polygon(points) {
  const [first, ...rest] = points.map(({ x, y }) => [Math.round(x), Math.round(y)]);
  let [fromX, fromY] = first;
  const steps = rest.map(([x, y]) => {
    const step = `l${x - fromX} ${y - fromY}`.replace(" -", "-");
    [fromX, fromY] = [x, y];
    return step;
  });
  return `M${first.join(" ")}${steps.join("")}z`;
}

/** The corners of a coal. Straight edges matter: rounded ones look like coffee beans. */
function corners(x, y, radius, random) {
  const count = random(0, 1) < 0.5 ? 6 : 7;
  const start = random(0, 6);
  return Array.from({ length: count }, (_, corner) => {
    const angle = start + (corner * 2 * Math.PI) / count + random(-0.18, 0.18);
    const reach = radius * random(0.85, 1.1);
    return { x: x + Math.cos(angle) * reach, y: y + Math.sin(angle) * reach * 0.9, angle: angle % (2 * Math.PI) };
  });
}

/** The facet at the upper left of a coal, which catches the light; "" where there is none. */
function facetOf(x, y, radius, points) {
  const lit = points.filter(({ angle }) => angle > 2.7 && angle < 5.6).sort((one, other) => one.angle - other.angle);
  return lit.length > 1 ? polygon([...lit, { x: x + radius * 0.1, y: y - radius * 0.05 }]) : "";
}

/** Where a coal lies, once more on the other side where it reaches over the edge of the tile. */
function copies(x, y, radius) {
  const across = [0, ...(x < radius * 1.2 ? [WIDTH] : []), ...(x > WIDTH - radius * 1.2 ? [-WIDTH] : [])];
  const down = [0, ...(y < radius * 1.2 ? [HEIGHT] : []), ...(y > HEIGHT - radius * 1.2 ? [-HEIGHT] : [])];
  return across.flatMap((dx) => down.map((dy) => [dx, dy]));
}

/** All coals of the tile with their heats, those at the edges on both sides. */
function scattered() {
  const random = chance(11);
  return Array.from({ length: ROWS * COLUMNS }, (_, place) => {
    const row = Math.floor(place / COLUMNS);
    const x = ((place % COLUMNS) + (row % 2 ? 0.75 : 0.25)) * STEP + random(-7, 7);
    const y = (row + 0.5) * (HEIGHT / ROWS) + random(-5, 5);
    const radius = STEP * random(0.45, 0.57);
    const points = corners(x, y, radius, random);
    const warmth = random(0.25, 1.45);
    const heat = warmth > 1.15 ? 3 : warmth > 0.85 ? 2 : warmth > 0.5 ? 1 : 0;
    return copies(x, y, radius).map(([dx, dy]) => ({ heat, x: x + dx, y: y + dy, radius, points: points.map((point) => ({ ...point, x: point.x + dx, y: point.y + dy })) }));
  }).flat();
}

/** One path for each heat and one for its facets: eight shapes paint faster than two hundred. */
function coals() {
  const all = scattered();
  const drawn = HEATS.map(({ coal, facet, rim, rimOpacity }, heat) => {
    const these = all.filter((each) => each.heat === heat);
    const facets = these.map(({ x, y, radius, points }) => facetOf(x, y, radius, points)).join("");
    return `<path d="${these.map(({ points }) => polygon(points)).join("")}" fill="${coal}" stroke="${rim}" stroke-opacity="${rimOpacity}"/><path d="${facets}" fill="${facet}"/>`;
  });
  return file(WIDTH, HEIGHT, `<g stroke-width="1.8" stroke-linejoin="round">${drawn.join("")}</g>`);
}

/** The handle at the left; the one at the right is its mirror image. */
function handle() {
  const bow = "M36 10H26Q12 10 12 24V76Q12 90 26 90H36";
  return file(36, 100, `<path d="${bow}" fill="none" stroke="#1b1513" stroke-width="11"/><path d="${bow}" fill="none" stroke="#4c4440" stroke-width="7"/>
    <g stroke-linecap="round"><path d="M12 28v44" stroke="#3a2010" stroke-width="15"/><path d="M12 28v44" stroke="#8b5528" stroke-width="11.5"/><path d="M9 28v40" stroke="#b97c45" stroke-width="2.5"/></g>`);
}

/** A round iron place, 100 across and 104 high with its edge; worms and number come on top. */
function spot() {
  const iron = linear("i", [[0, "#5d544f"], [0.5, "#3b3633"], [1, "#231e1c"]], [0, 0, 0.3, 1]);
  return file(100, 104, `<circle cx="50" cy="54" r="48.5" fill="#0f0b09"/><circle cx="50" cy="50" r="48.5" fill="url(#i)" stroke="#0f0b09" stroke-width="1.2"/><circle cx="50" cy="50" r="46.7" fill="none" stroke="#9a8c83" stroke-width="1.5" opacity=".8"/><circle cx="50" cy="50" r="35" fill="#221c19" ${outline(1.8, "#0f0b09")}/>`, iron);
}

export const files = { "coals.svg": coals, "handle.svg": handle, "spot.svg": spot };
