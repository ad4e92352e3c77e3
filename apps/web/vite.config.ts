import react from '@vitejs/plugin-react';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Where `npx vite apps/web` finds the API while the page is worked on. */
const API = process.env['ASSAY_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  // Our libraries are read as sources, so that the page needs nothing built before it.
  resolve: { conditions: ['@assay/source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    // Fonts stay files: they are loaded when they are needed, and kept.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { '/v1': API, '/queues': API, '/docs': API, '/openapi.json': API } },
});

/** Puts compressed forms beside text files: the server has nothing to compress while somebody waits. */
function compressed(): Plugin {
  return {
    name: 'assay-compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true });
      const texts = files.filter((file) => /\.(js|css|html|svg)$/.test(file)).map((file) => join(dir, file));
      await Promise.all(
        texts.map(async (file) => {
          const content = await readFile(file);
          await writeFile(`${file}.gz`, await promisify(gzip)(content));
          await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
        }),
      );
    },
  };
}
