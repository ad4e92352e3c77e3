function listed(text: string): readonly string[] {
  return text.split(',').map((item) => item.trim());
}

export const FIRST_NAMES = listed(`
  Ada, Bruno, Carla, Daniel, Elena, Felix, Greta, Hugo, Irene, Jonas, Klara, Luca, Marta, Nils, Olga, Pablo, Quirin,
  Rosa, Simon, Teresa, Ugo, Vera, Walter, Xenia, Yann, Zoe, Amir, Bea, Chiara, Dora, Emil, Frida, Gianni, Hana, Ivo,
  Julie, Kostas, Lena, Milan, Nora`);

export const LAST_NAMES = listed(`
  Almeida, Bianchi, Costa, Dubois, Eriksen, Ferrari, Gruber, Hansen, Ivanov, Jansen, Keller, Lindqvist, Moreau, Novak,
  Oliveira, Petit, Quist, Rossi, Schmidt, Tanaka, Urban, Vidal, Weber, Ximenes, Young, Zimmer, Barros, Conti, Duarte,
  Fischer, Galli, Holm, Kovacs, Lange, Marin, Nielsen, Orsini, Pereira, Ricci, Santos`);

export const PLACES = listed(`
  Milano IT, Torino IT, Roma IT, Lyon FR, Paris FR, Porto PT, Lisboa PT, Berlin DE, Köln DE, Wien AT, Graz AT,
  Bruges BE, Utrecht NL, Aarhus DK, Zürich CH, Sevilla ES`).map(
  (place) => place.split(' ') as [city: string, country: string],
);

export const TITLE_OPENINGS = listed(`
  The Glass, A Quiet, The Last, Letters from the, Under the, The Salt, Beyond the, The Winter, Notes on a, The Hidden,
  A Map of the, The Paper, Songs of the, The Borrowed, An Atlas of the, The Seventh, Waiting for the, The Small,
  Return to the, The Copper`);

export const TITLE_ENDINGS = listed(`
  Orchard, Harbour, Road, Lighthouse, Garden, Mountain, River, Library, Kitchen, Island, Station, Theatre, Forest,
  Window, Bridge, Meadow, Clock, Archive, Sea, Village, Workshop, Desert, Balcony, Market, Ferry, Observatory, Cellar,
  Canal, Tower, Vineyard`);

export const PUBLISHER_NAMES = listed(`
  Northlight, Edizioni del Faro, Blue Ladder, Casa Alta, Pont Neuf, Harbour & Finch, Seiten, Quarto, Marginalia,
  Old Mill, Terra Nova, Kranich, Lanterna, Papeteria, Wren House, Saltmarsh, Aurora, Inkwell, Fable & Sons, Delta,
  Grand Canal, Monograph, Fern, Iris, Compass, Pilcrow, Vesper, Juniper, Atelier, Birch`);

/** Name, parent, and books: all, discontinued ones, or none. */
export const CATEGORIES = [
  ['Fiction', null, 'all'],
  ['Non-fiction', null, 'all'],
  ['Children', null, 'all'],
  ['Crime', 'Fiction', 'all'],
  ['Historical novels', 'Fiction', 'all'],
  ['Science fiction', 'Fiction', 'all'],
  ['Short stories', 'Fiction', 'all'],
  ['Poetry', 'Fiction', 'all'],
  ['Romance', 'Fiction', 'all'],
  ['Biography', 'Non-fiction', 'all'],
  ['Cooking', 'Non-fiction', 'all'],
  ['Gardening', 'Non-fiction', 'all'],
  ['History', 'Non-fiction', 'all'],
  ['Travel', 'Non-fiction', 'all'],
  ['Science', 'Non-fiction', 'all'],
  ['Music', 'Non-fiction', 'all'],
  ['Picture books', 'Children', 'all'],
  ['School', 'Children', 'all'],
  ['Young adults', 'Children', 'all'],
  ['Almanacs', 'Non-fiction', 'discontinued'],
  ['Travel maps', 'Travel', 'discontinued'],
  ['Audio books', null, 'none'],
  ['Braille', null, 'none'],
  ['Sheet music', 'Music', 'none'],
] as const;

export const REVIEW_TEXTS = [
  'Could not put it down.',
  'Slow, but worth it.',
  'The ending did not convince me.',
  'A present for my sister; she loves it.',
  'Beautifully made book.',
  'Not what the blurb promised.',
  'Read it twice.',
  'Too long by half.',
] as const;
