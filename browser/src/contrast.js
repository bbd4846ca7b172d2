// All texts of a page that stand out too little from what is behind them: the body of a function.
// WCAG 2.2 asks for 4.5, and for 3 where letters are large.
const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const known = new Map();

// Any colour of CSS as red, green, blue and alpha.
function parsed(colour) {
  if (!known.has(colour)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    known.set(colour, [r, g, b, a / 255]);
  }
  return known.get(colour);
}

const over = ([r, g, b, a], [R, G, B]) => [
  r * a + R * (1 - a),
  g * a + G * (1 - a),
  b * a + B * (1 - a),
  1,
];

function luminance(colour) {
  const [r, g, b] = colour.slice(0, 3).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const COLOURS = /(?:rgba?|hsla?|oklab|oklch|lab|lch|color)\([^()]*\)/g;

// What may be behind an element: one colour, or several where there is a gradient.
function behind(element) {
  const layers = [];
  let opaque = false;
  for (let at = element; at && !opaque; at = at.parentElement) {
    const style = getComputedStyle(at);
    const drawn = (style.backgroundImage.match(COLOURS) ?? []).map(parsed);
    if (drawn.length > 0) layers.push(drawn);
    opaque = drawn.length > 0 && drawn.every((colour) => colour[3] === 1);
    const plain = parsed(style.backgroundColor);
    if (!opaque && plain[3] > 0) layers.push([plain]);
    opaque ||= plain[3] === 1;
  }
  let found = [parsed(matchMedia("(prefers-color-scheme: dark)").matches ? "#121212" : "white")];
  for (const layer of layers.reverse())
    found = found.flatMap((below) => layer.map((colour) => over(colour, below)));
  return found;
}

function opacity(element) {
  let all = 1;
  for (let at = element; at; at = at.parentElement) all *= Number(getComputedStyle(at).opacity);
  return all;
}

function isShown(element, node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  const box = range.getBoundingClientRect();
  const seen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  return seen && box.width > 1 && box.height > 1 && !element.closest(".unseen, :disabled");
}

const faint = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const element = node.parentElement;
  if (node.data.trim() === "" || !isShown(element, node)) continue;
  const style = getComputedStyle(element);
  const [r, g, b, a] = parsed(element instanceof SVGElement ? style.fill : style.color);
  const letters = [r, g, b, a * opacity(element)];
  const size = parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const least = Math.min(...behind(element).map((below) => ratio(over(letters, below), below)));
  if (least < (large ? 3 : 4.5) - 0.005)
    faint.push(`${node.data.trim().slice(0, 40)} (.${element.className}): ${least.toFixed(2)}`);
}
return [...new Set(faint)];
