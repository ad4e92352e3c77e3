/** Makes a record large: copies of one finished question, with a part of its tasks, calls and events each. */

/** Rows copied of each table, and which columns hold ids of the copy. */
const TABLES = [
  { table: 'runs', ids: ['id'], where: 'id = $1' },
  { table: 'questions', ids: ['run_id'], where: 'run_id = $1' },
  { table: 'attempts', ids: ['run_id'], where: 'run_id = $1' },
  { table: 'stages', ids: ['id', 'run_id'], where: 'run_id = $1' },
  {
    table: 'tasks',
    ids: ['id', 'run_id', 'stage_id'],
    where: 'id in (select id from assay.tasks where run_id = $1 and stage_id is not null order by id limit 10)',
  },
  {
    table: 'steps',
    ids: ['id', 'run_id', 'task_id'],
    where:
      'task_id in (select id from assay.tasks where run_id = $1 and stage_id is not null order by id limit 10) and raw is not null',
  },
  { table: 'events', ids: ['run_id'], where: 'run_id = $1 and sequence <= 20' },
];

/** Copies the run `count` times; how many rows that were. */
export async function fillRecord(client, run, count) {
  let rows = 0;
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  for (const { table, ids, where } of TABLES) {
    const { rows: columns } = await client.query(
      `select column_name as name from information_schema.columns where table_schema = 'assay' and table_name = $1
       and is_generated = 'NEVER' order by ordinal_position`,
      [table],
    );
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const values = columns.map(({ name }) => (ids.includes(name) ? copyOf(name) : `original."${name}"`)).join(', ');
    const inserted = await client.query(
      `insert into assay.${table} (${names})
       select ${values} from generate_series(1, ${count}) number cross join (select * from assay.${table} where ${where}) original`,
      [run],
    );
    rows += inserted.rowCount;
  }
  await client.query('commit');
  await client.query('analyze');
  return rows;
}

/** An id of copy `number`, ordered by it, the same wherever the original is referred to. */
function copyOf(name) {
  return `(lpad(to_hex(number), 12, '0') || '7' || substr(md5(original."${name}"::text), 1, 19))::uuid`;
}
