export function codeUnitOffset(text: string, byteOffset: number): number {
  return Buffer.from(text).toString('utf8', 0, byteOffset).length;
}

export function codeUnitOffsetOfCharacter(text: string, characterOffset: number): number {
  let units = 0;
  for (let character = 0; character < characterOffset && units < text.length; character += 1) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return units;
}
