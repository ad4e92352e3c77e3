import { RequestProblem } from '@assay/contracts';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import type { IncomingMessage } from 'node:http';

const PATH = /^\/v1\/workspaces\/[^/?]+\/files\/?(?:\?|$)/i;
const MULTIPART = /^multipart\/form-data *;/i;
const PARTS = { fields: 20, fieldSize: 4096, fieldNameSize: 200, headerPairs: 20 };

/** Uploads are streamed: no parser may read them. */
export function isUpload(request: IncomingMessage & { originalUrl?: string }): boolean {
  return request.method === 'POST' && PATH.test(request.originalUrl ?? request.url ?? '');
}

export type TakeFile = (name: string, content: AsyncIterable<Buffer>) => Promise<void>;

/** Passes the files of a form on while they arrive; ignores other fields. */
export async function receiveFiles(request: Request, response: Response, take: TakeFile): Promise<void> {
  if (!MULTIPART.test(request.headers['content-type'] ?? '')) {
    throw new RequestProblem(415, 'NOT_MULTIPART', 'Files have to be sent as multipart/form-data.');
  }
  let last: Promise<void> = Promise.resolve();
  const storage: StorageEngine = {
    _handleFile: (_request, { originalname, stream }, done) => {
      // The form's reader drains a partly read stream.
      const content = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
      last = last.then(() => take(originalname, content));
      last.then(() => done(null, {}), done);
    },
    _removeFile: (_request, _file, done) => done(null),
  };
  const read = multer({ storage, limits: PARTS, defParamCharset: 'utf8' }).any();
  await new Promise<void>((resolve, reject) => {
    read(request, response, (error: unknown) => {
      if (error === undefined || error === null) resolve();
      else reject(problemOf(error));
    });
  });
  // Nothing may be written during the caller's cleanup.
  await last.catch(() => undefined);
}

function problemOf(error: unknown): Error {
  const isForms =
    error instanceof MulterError || /boundary|unexpected end of form|malformed|request aborted/i.test(String(error));
  if (!isForms) return error as Error;
  return new RequestProblem(400, 'FORM_BROKEN', 'The body is not a whole form of multipart/form-data.');
}
