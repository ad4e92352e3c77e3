import { FILE_ENDINGS } from '@assay/contracts';
import { useId, useState, type DragEvent, type ReactElement } from 'react';
import './files.css';

interface FilesDropProps {
  label: string;
  disabled: boolean;
  onFiles: (files: File[]) => void;
}

export function FilesDrop({ label, disabled, onFiles }: FilesDropProps): ReactElement {
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    if (!disabled && files !== null && files.length > 0) onFiles([...files]);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div
      className={over ? 'files-drop files-drop-over' : 'files-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        multiple
        accept={FILE_ENDINGS.join(',')}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files);
          // Allows the same file again.
          event.target.value = '';
        }}
      />
      <span className="small soft">Drop them here, or choose them: CSV, Excel (.xlsx), JSON, Parquet.</span>
    </div>
  );
}

/** Then the server reads the files. */
export function UploadProgress({ share }: { share: number }): ReactElement {
  const isSent = share >= 1;
  return (
    <p className="row small" role="status">
      <progress max={1} value={isSent ? undefined : share} aria-label="Upload" />
      {isSent ? 'Reading the files …' : `Sending: ${Math.floor(share * 100)} %`}
    </p>
  );
}
