import type { Paint } from '@assay/client';

export interface RecordView {
  width: number;
  paint: Paint;
}
