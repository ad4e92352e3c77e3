import { describe, expect, it } from '@jest/globals';
import { otherForms } from './other-forms.js';

describe('otherForms', () => {
  it.each([
    ['volvos', 'volvo'],
    ['Categories', 'category'],
    ['boxes', 'box'],
    ['horses', 'horse'],
    ['short films', 'short film'],
    ['dog', 'dogs'],
    ['city', 'cities'],
    ['church', 'churches'],
    ['São Paulo', 'sao paulo'],
    ['United States', 'usa'],
    ['the United States', 'united states of america'],
    ['USA', 'united states'],
    ['Czech Republic', 'czechia'],
    ['UK', 'united kingdom'],
    ['African', 'africa'],
    ['European', 'europe'],
  ])('of %s hold %s', (text, form) => {
    expect(otherForms(text)).toContain(form);
  });

  it('are never the text itself, and none for what has none', () => {
    expect(otherForms('France')).not.toContain('france');
    expect(otherForms('A-17')).toEqual([]);
    expect(otherForms('glass')).not.toContain('glas');
    expect(otherForms('woman')).not.toContain('woma');
  });

  it('take no word of two letters for a country', () => {
    expect(otherForms('in')).toEqual([]);
    expect(otherForms('it')).toEqual([]);
  });
});
