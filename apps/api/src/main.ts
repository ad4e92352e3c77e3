import { runService } from '@assay/runtime';
import { WorkModule } from '@assay/work/service';
import { ApiModule } from './api.module.js';
import { builtPage } from './http/front-door.js';
import { API_NEST_OPTIONS, prepareApi } from './prepare-api.js';

await runService('api', () => ({ module: class {}, imports: [WorkModule.forProcess(), ApiModule.register()] }), {
  http: (app) => prepareApi(app, { page: builtPage() }),
  nest: API_NEST_OPTIONS,
});
