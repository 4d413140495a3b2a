// @ts-check
/* A PNG from an SVG that the library drew.

     pngOf(svg, scale) -> Promise of a Blob

   The policy of the page forbids to load an image from a text, so the SVG is read as XML and painted on a
   canvas. The library draws boards with three elements (rect, path, text) and few attributes; all of them are
   painted here. */

const INK = "#17252a";
const STYLE = / style="[^"]*"/g; // how the picture fits a page; the policy forbids it even in XML

export async function pngOf(svg, scale) {
  const root = new DOMParser().parseFromString(svg.replace(STYLE, ""), "image/svg+xml").documentElement;
  const [width, height] = ["width", "height"].map((name) => Number(root.getAttribute(name)));
  const canvas = document.createElement("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  const paint = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  paint.scale(scale, scale);
  paint.fillStyle = "#fff";
  paint.fillRect(0, 0, width, height);
  for (const element of root.children) PAINTERS[element.localName]?.(paint, element);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

const PAINTERS = {
  rect(paint, element) {
    const names = ["x", "y", "width", "height", "rx"];
    const [x, y, width, height, round] = names.map((name) => number(element, name, 0));
    const path = new Path2D();
    path.roundRect(x, y, width, height, round);
    fillAndStroke(paint, element, path);
  },
  path: (paint, element) => fillAndStroke(paint, element, new Path2D(element.getAttribute("d"))),
  text(paint, element) {
    paint.globalAlpha = number(element, "opacity", 1);
    paint.fillStyle = colour(element, "fill", INK);
    paint.textAlign = "center";
    const weight = element.getAttribute("font-weight") ?? "400";
    paint.font = `${weight} ${number(element, "font-size", 16)}px system-ui, sans-serif`;
    paint.fillText(element.textContent, number(element, "x", 0), number(element, "y", 0));
    paint.globalAlpha = 1;
  },
};

function fillAndStroke(paint, element, path) {
  const [fill, stroke] = [colour(element, "fill", INK), colour(element, "stroke", "none")];
  paint.lineWidth = number(element, "stroke-width", 1);
  paint.lineCap = element.getAttribute("stroke-linecap") ?? "butt";
  for (const [tone, name] of [[fill, "fill"], [stroke, "stroke"]]) {
    if (tone === "none") continue;
    paint.globalAlpha = number(element, `${name}-opacity`, 1);
    paint[`${name}Style`] = tone;
    paint[name](path);
  }
  paint.globalAlpha = 1;
}

function number(element, name, otherwise) {
  return Number(element.getAttribute(name) ?? otherwise);
}

function colour(element, name, otherwise) {
  const given = element.getAttribute(name);
  return given === "currentColor" ? INK : given ?? otherwise;
}
