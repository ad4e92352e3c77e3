import react from '@vitejs/plugin-react';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const API = process.env['ASSAY_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  // Sources of our libraries need no build.
  resolve: { conditions: ['@assay/source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    // Cacheable fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { '/auth': API, '/v1': API, '/queues': API, '/docs': API, '/openapi.json': API } },
});

/** Precompressed, so the server need not. */
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
