import { describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { FilesUnderTest } from '../testing/files-database.js';

describe('a file that exceeds the limit of unpacked bytes', () => {
  it('leaves the limit to those behind it', async () => {
    // Members of gzip may follow each other.
    const member = gzipSync(Buffer.from('1,2\n'.repeat(4 * 1024 * 1024)));
    const bomb = Buffer.concat([gzipSync('a,b\n'), ...Array<Buffer>(140).fill(member)]);
    const files = await FilesUnderTest.open({ 'bomb.csv.gz': bomb, 'z.csv.gz': gzipSync('id,name\n1,Ada\n') });
    expect(Object.keys(await files.tables())).toEqual(['z']);
    expect(await files.findings()).toContain(
      'the file bomb.csv.gz could not be read: it and the others take more than 2048 MB unpacked',
    );
    await files.close();
  });
});
