import { eventually, findProgram } from '@assay/testing';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';

/** Chromium without its own interface where it is installed: a window costs less than half. */
export const CHROMIUM = findProgram('chromium-headless-shell') === null ? 'chromium' : 'chromium-headless-shell';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 AA and best practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Default: none. */
const PICTURES = process.env['ASSAY_SCREENSHOTS'];

/** Below the test's limit. */
const WITHIN_MS = 100_000;

/** 0–1. */
const WEBP_QUALITY = 0.9;

/** How the page is looked at. */
export interface Look {
  theme: 'light' | 'dark';
  size: keyof typeof SIZES;
}

const SIZES = {
  wide: { width: 1440, height: 900 },
  desktop: { width: 1280, height: 860 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
  // the narrowest that WCAG asks for
  narrow: { width: 320, height: 844 },
};

/** Keeps what its windows load. */
export async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  context.setDefaultTimeout(WITHIN_MS);
  return context;
}

/** Records errors and foreign requests. */
export class Window {
  readonly faults: string[] = [];
  private readonly pending = new Set<Request>();

  private constructor(
    readonly page: Page,
    private readonly url: string,
  ) {}

  static async open(from: BrowserContext, url: string, look: Look): Promise<Window> {
    const window = new Window(await from.newPage(), url);
    window.watch();
    await window.lookAt(look);
    return window;
  }

  /** Changes the look of what is shown. */
  async lookAt({ theme, size }: Look): Promise<void> {
    await this.page.emulateMedia({ colorScheme: theme });
    await this.page.setViewportSize(SIZES[size]);
  }

  private watch(): void {
    this.page.on('request', (request) => {
      if (request.isNavigationRequest()) this.pending.clear();
      this.pending.add(request);
    });
    this.page.on('requestfinished', (request) => this.pending.delete(request));
    this.page.on('requestfailed', (request) => this.pending.delete(request));
    this.page.on('pageerror', (error) => this.faults.push(error.message));
    this.page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.faults.push(message.text());
    });
    this.page.on('request', (request) => {
      if (!request.url().startsWith(this.url)) this.faults.push(`a request to ${request.url()}`);
    });
  }

  /** Until nothing loads. */
  async show(path: string): Promise<void> {
    await this.page.goto(`${this.url}${path}`);
    await this.page.locator('h1').first().waitFor();
    await this.settle();
  }

  async settle(): Promise<void> {
    await eventually(async () => {
      if (this.pending.size > 0) return false;
      // the page draws loaded parts, which may load more
      await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      return this.pending.size === 0;
    });
    await this.page.locator('.waiting').first().waitFor({ state: 'detached' });
  }

  /** One line each, after colour transitions. */
  async violations(): Promise<string[]> {
    if (!(await this.page.evaluate<boolean>(`'axe' in window`))) await this.page.evaluate(AXE);
    await this.page.evaluate(
      'Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => {})',
    );
    const found = await this.page.evaluate(
      `axe.run({ runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations'], preload: false }).then(({ violations }) => violations.map(
        ({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, failureSummary }) => html + ' ' + failureSummary).join(' | ')))`,
    );
    return found as string[];
  }

  /** No horizontal scrolling. */
  async isTooWide(): Promise<boolean> {
    const wide = await this.page.evaluate(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    );
    return wide as boolean;
  }

  /** Labels of charts that reach out of their chart. */
  cutLabels(): Promise<string[]> {
    return this.page.evaluate<string[]>(`[...document.querySelectorAll('.chart svg')].flatMap((chart) => {
      const frame = chart.getBoundingClientRect();
      return [...chart.querySelectorAll('text')].filter((label) => {
        const { left, right, top, bottom } = label.getBoundingClientRect();
        return left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1;
      }).map(({ textContent }) => textContent);
    })`);
  }

  async picture(name: string): Promise<void> {
    if (PICTURES === undefined) return;
    await mkdir(PICTURES, { recursive: true });
    await this.page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  }

  /**
   * Half of a PNG; kept beside the pictures.
   * @returns its bytes
   */
  async webp(name: string): Promise<Buffer> {
    const png = (await this.page.screenshot()).toString('base64');
    const encoded = await this.page.evaluate<string>(`(async () => {
      const png = Uint8Array.from(atob('${png}'), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([png]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d').drawImage(image, 0, 0);
      const webp = await canvas.convertToBlob({ type: 'image/webp', quality: ${WEBP_QUALITY} });
      return btoa(String.fromCharCode(...new Uint8Array(await webp.arrayBuffer())));
    })()`);
    const bytes = Buffer.from(encoded, 'base64');
    await this.keep(`${name}.webp`, bytes);
    return bytes;
  }

  /** Keeps a file beside the pictures. */
  async keep(name: string, bytes: Buffer): Promise<void> {
    if (PICTURES === undefined) return;
    await mkdir(PICTURES, { recursive: true });
    await writeFile(join(PICTURES, name), bytes);
  }

  async close(): Promise<void> {
    // pending requests would fail the finished test
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.page.close();
  }
}

/** Debian's Chromium, without a window. */
export async function startChromium(): Promise<Browser> {
  const executablePath = findProgram(CHROMIUM);
  if (executablePath === null) throw new Error(`${CHROMIUM} is not installed`);
  // Software GPU costs more.
  const args = ['--disable-gpu'];
  // Chromium needs it as root.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return chromium.launch({ executablePath, args, timeout: WITHIN_MS });
}
