import { z } from 'zod';
import { time } from './fields.js';

export const workspaceFilesSchema = z.object({
  takesUploads: z.boolean().describe('Whether the workspace is made of uploaded files.'),
  mostBytes: z.int().describe('Bytes that its files may take together.'),
  files: z.array(
    z.object({
      name: z.string(),
      bytes: z.int(),
      sha256: z.string().describe('Of the content, in hex.'),
      storedAt: time,
    }),
  ),
  tables: z
    .array(
      z.object({
        name: z.string(),
        description: z.string().nullable().describe('From which file, and how many of its lines were left out.'),
        rows: z.number().nullable(),
        columns: z.array(z.object({ name: z.string(), type: z.string() })),
      }),
    )
    .describe('As the workspace shows its schema.'),
  goldSqlsSetAside: z.int().describe('Gold SQLs that do not run on the tables as they are now.'),
  findings: z.array(z.string()).describe('Files that could not be read, lines that were left out, encodings.'),
});
export type WorkspaceFilesView = z.infer<typeof workspaceFilesSchema>;
