const TOTAL = new RegExp(
  `^(?:${[
    '(?:sub|zwischen|teil|gesamt|eind|slut|delsum)?(?:totals?|totale[sn]?|totaux|totalt?|totaal|summen?|summa|ergebnis)',
    'gesamt|insgesamt|suma|soma|somme|sum|razem|łącznie|ogółem|celkem|spolu|összesen|yhteensä|toplam|jumlah|ukupno',
    'итого?|всего|разом|усього|всичко|общо|σύνολο|المجموع|الإجمالي|합계|총계|小[计計]|合[计計]|[总總][计計]|総計|รวม',
  ].join('|')})$`,
  'iu',
);
const BESIDE = new RegExp(
  `^(?:${[
    'grand|overall|general[ei]?|générale?|geral|generale?|final[e]?|complessivo|końcowa|genel|общий|загальний|γενικό|sub',
    'year|jahr|año|anno|année|ano|год|all|of|for|de|del|da|di|für|za|за|the|in|fy|qtr|kw',
    String.raw`(?:fy|cy|[qthk]|kw)?\d{1,4}(?:年)?`,
  ].join('|')})$`,
  'iu',
);

/** Such as `Gesamtergebnis`, `Total general` or `2024 totals:`. */
export function namesTotal(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.some((word) => TOTAL.test(word)) && words.every((word) => TOTAL.test(word) || BESIDE.test(word));
}
