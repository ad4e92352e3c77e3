import { checkLength } from './workbook-error.ts';

/** Collects the text of `t` elements, without phonetic readings (`rPh`). */
export class TextReader {
  private gathered = '';
  private inText = false;
  private aside = 0;

  open(name: string): void {
    if (name === 'rPh') this.aside += 1;
    else if (name === 't') this.inText = this.aside === 0;
  }

  text(piece: string): void {
    if (!this.inText) return;
    this.gathered += piece;
    checkLength(this.gathered);
  }

  close(name: string): void {
    if (name === 'rPh') this.aside -= 1;
    else if (name === 't') this.inText = false;
  }

  take(): string {
    const text = this.gathered;
    this.gathered = '';
    // Excel encodes control characters as _x000D_.
    return text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  }
}
