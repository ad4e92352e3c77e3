import { saveFile } from '../../design/save-file.js';

/** Pixels of a PNG for one of the chart's: sharp when it is printed. */
const SCALE = 2;

/** Saves a chart as it stands. */
export function saveSvg(svg: SVGSVGElement | null, name: string): void {
  if (svg !== null) saveFile(new Blob([textOf(svg)], { type: 'image/svg+xml' }), name);
}

/** Saves a chart as a picture, on the ground that it stands on. */
export async function savePng(svg: SVGSVGElement | null, name: string): Promise<void> {
  if (svg === null) return;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(textOf(svg))}`;
  await image.decode();
  const { width, height } = svg.getBoundingClientRect();
  const canvas = new OffscreenCanvas(width * SCALE, height * SCALE);
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  saveFile(await canvas.convertToBlob({ type: 'image/png' }), name);
}

/** The chart alone, with the colour of its text, which the page gives it otherwise. */
function textOf(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.removeAttribute('aria-hidden');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.style.color = getComputedStyle(svg).color;
  return new XMLSerializer().serializeToString(copy);
}
