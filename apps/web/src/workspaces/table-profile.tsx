import { formatNumber } from '@assay/client';
import type { TableProfile } from '@assay/contracts';
import type { ReactElement } from 'react';
import { describeColumn, describeRegularities } from './describe-profile.js';

export function TableProfileDetail({ profile, table }: { profile: TableProfile; table: string }): ReactElement {
  const rules = describeRegularities(profile);
  if (profile.ofFirst === 0) {
    return <p className="small soft">Its rows were not read: time ran out, or the database refused.</p>;
  }
  return (
    <section className="stack-tight" aria-labelledby="profile">
      <h3 id="profile">What its data shows</h3>
      <p className="small soft numeric">
        {profile.sampled
          ? `Of the first ${formatNumber(profile.ofFirst ?? profile.rowCount)} rows.`
          : `${formatNumber(profile.rowCount)} rows.`}
        {profile.sampleRows !== undefined &&
          ` The most frequent values are those of ${formatNumber(profile.sampleRows)} rows of them.`}
      </p>
      <div className="table-frame" role="group" aria-label={`Data of ${table}`} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Values</th>
              <th scope="col">From, to</th>
              <th scope="col">Most frequent</th>
            </tr>
          </thead>
          <tbody>
            {profile.columns.map((column) => {
              const { values, range, frequent } = describeColumn(column, profile);
              return (
                <tr key={column.name}>
                  <td className="mono">{column.name}</td>
                  <td className="small numeric">{values}</td>
                  <td className="small numeric profile-value">{range}</td>
                  <td className="small soft profile-value">{frequent}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {rules.length > 0 && (
        <ul className="small listed">
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
