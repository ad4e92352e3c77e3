import { Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import { RequestProblem, type WorkspaceFilesView } from '@assay/contracts';
import { filesTooLarge, WorkspaceFiles } from '@assay/questions';
import type { Caller } from '@assay/contracts/requests';
import { InjectConfig, type Config } from '@assay/runtime';
import type { Request, Response } from 'express';
import { Needs } from '../access/needs.js';
import { CheckFirst } from '../access/check-first.js';
import { Audited, filesPut } from '../audit/audited.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';
import { receiveFiles } from './receive-files.js';

/** Form bytes besides its files. */
const FORM_BYTES = 256 * 1024;

const FORM = {
  type: 'object',
  properties: { files: { type: 'array', items: { type: 'string', format: 'binary' } } },
};

@Controller('v1/workspaces/:id/files')
@Needs({ right: 'use' })
export class WorkspaceFilesController {
  constructor(
    private readonly files: WorkspaceFiles,
    @InjectConfig() private readonly config: Config,
  ) {}

  @Get()
  @Audited({ action: 'schema-read', about: 'workspace' })
  @Documented({
    summary: 'Files that were uploaded to a workspace, and the tables that they became.',
    answers: { 200: { model: 'WorkspaceFiles' } },
  })
  view(@Param('id') workspace: string, @FromCaller() caller: Caller): Promise<WorkspaceFilesView> {
    return this.files.view(workspace, caller);
  }

  @Post()
  @Audited({ action: 'files-uploaded', about: 'workspace', details: filesPut })
  @Documented({
    summary: 'Uploads files to a workspace of files. A file replaces one of the same name.',
    answers: { 200: { model: 'WorkspaceFiles' } },
    problems: {
      400: 'FORM_BROKEN',
      409: 'NOT_MADE_OF_UPLOADS',
      413: 'FILES_TOO_LARGE, TOO_MANY_FILES',
      415: 'NOT_MULTIPART',
      422: 'FILE_REFUSED, NO_FILES',
    },
    body: { consumes: ['multipart/form-data'], is: { schema: FORM } },
  })
  @Needs({ right: 'operate', late: true })
  @CheckFirst(WorkspaceFiles, (files, workspace, caller) => files.requireUploads(workspace, caller))
  put(
    @Param('id') workspace: string,
    @FromCaller() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WorkspaceFilesView> {
    const { uploadBytes } = this.config;
    // Reject by declared size before storing.
    if (Number(request.headers['content-length'] ?? 0) > uploadBytes + FORM_BYTES) throw filesTooLarge(uploadBytes);
    return this.files.put(workspace, caller, (upload) =>
      receiveFiles(request, response, (name, content) => upload.take(name, content)),
    );
  }

  @Delete(':name')
  @Audited({ action: 'file-removed', about: 'workspace' })
  @Documented({
    summary: 'Removes a file with its table.',
    answers: { 200: { model: 'WorkspaceFiles' } },
    problems: { 409: 'NOT_MADE_OF_UPLOADS' },
  })
  @Needs({ right: 'operate', late: true })
  remove(
    @Param('id') workspace: string,
    @Param('name') name: string,
    @FromCaller() caller: Caller,
  ): Promise<WorkspaceFilesView> {
    if (name.includes('\0')) throw new RequestProblem(404, 'FILE_NOT_FOUND', 'There is no such file.');
    return this.files.remove(workspace, name, caller);
  }
}
