import { saveFile } from '../../design/save-file.js';

const SCALE = 2;
const SVG = 'http://www.w3.org/2000/svg';
const GAP = 6;

export function saveSvg(frame: HTMLElement, name: string): void {
  saveFile(new Blob([textOf(frame)], { type: 'image/svg+xml' }), name);
}

export async function savePng(frame: HTMLElement, name: string): Promise<void> {
  const { width, height } = frame.getBoundingClientRect();
  if (width === 0 || height === 0) return;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(textOf(frame))}`;
  await image.decode();
  const canvas = new OffscreenCanvas(width * SCALE, height * SCALE);
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  saveFile(await canvas.convertToBlob({ type: 'image/png' }), name);
}

function textOf(frame: HTMLElement): string {
  const ground = frame.getBoundingClientRect();
  const { color, fontFamily } = getComputedStyle(frame);
  const whole = document.createElementNS(SVG, 'svg');
  place(whole, 0, 0, ground);
  Object.assign(whole.style, {
    color,
    fontFamily,
    background: getComputedStyle(document.documentElement).backgroundColor,
  });
  for (const svg of frame.querySelectorAll('svg')) {
    const box = svg.getBoundingClientRect();
    const [x, y] = [box.left - ground.left, box.top - ground.top];
    const copy = svg.cloneNode(true) as SVGSVGElement;
    copy.removeAttribute('aria-hidden');
    place(copy, x, y, box);
    whole.append(copy);
    const name = svg.nextSibling?.textContent;
    if (name && svg.parentElement !== null)
      whole.append(label(name, x + box.width + GAP, y + box.height / 2, svg.parentElement));
  }
  return new XMLSerializer().serializeToString(whole);
}

/** The library's style would scale it. */
function place(svg: SVGSVGElement, x: number, y: number, { width, height }: { width: number; height: number }): void {
  for (const [name, value] of Object.entries({ x, y, width, height })) svg.setAttribute(name, String(value));
  Object.assign(svg.style, { width: `${width}px`, height: `${height}px`, maxWidth: 'none' });
}

function label(name: string, x: number, y: number, like: Element): SVGTextElement {
  const text = document.createElementNS(SVG, 'text');
  for (const [key, value] of Object.entries({ x, y, 'dominant-baseline': 'central', fill: 'currentColor' })) {
    text.setAttribute(key, String(value));
  }
  text.style.fontSize = getComputedStyle(like).fontSize;
  text.textContent = name;
  return text;
}
