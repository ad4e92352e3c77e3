import { count, formatDuration, nameLevel, nameStage } from '@assay/client';
import type { EscalationRecord, Level } from '@assay/contracts';
import { useState, type MouseEvent, type ReactElement } from 'react';
import { QueryState } from '../../design/query-state.js';
import { layOut, type StageLane, type TaskBar, type TimelineLayout } from '../model/timeline-layout.js';
import { useQuestionPart } from '../use-question-part.js';
import { EventLog } from './event-log.js';
import { TaskDetail } from './task-detail.js';
import { TaskList } from './task-list.js';
import { useNow } from './use-now.js';
import './timeline.css';

export function TimelineView({ record }: { record: EscalationRecord }): ReactElement {
  const query = useQuestionPart(record, 'timeline');
  const { data: timeline, dataUpdatedAt } = query;
  const [chosen, choose] = useState<string | null>(null);
  const read = timeline === undefined ? undefined : { timeline, readAt: dataUpdatedAt };
  const now = useNow(read, record.finishedAt === null);
  if (timeline === undefined) return <QueryState query={query} what="the timeline" lines={6} />;
  const layout = layOut(timeline, record.finishedAt ?? now ?? timeline.now);
  const bars = layout === null ? [] : [...layout.lanes.flatMap(({ bars: own }) => own), ...layout.requests];
  const bar = bars.find(({ task }) => task.id === chosen) ?? null;
  return (
    <div className="view">
      {layout === null ? (
        <p className="soft">No stage began.</p>
      ) : (
        <>
          <Legend />
          <Chart layout={layout} chosen={chosen} onChoose={choose} />
          {bar !== null && <TaskDetail bar={bar} record={record} onClose={() => choose(null)} />}
        </>
      )}
      <EventLog record={record} />
    </div>
  );
}

function Legend(): ReactElement {
  return (
    <p className="legend small soft">
      <span>
        <i className="key key-queued" /> waiting for a worker
      </span>
      <span>
        <i className="key key-run" /> running
      </span>
      <span>
        <i className="key key-last" /> ended last: what follows waited for it
      </span>
      <span>
        <i className="key key-dead" /> failed or cut off
      </span>
    </p>
  );
}

interface ChartProps {
  layout: TimelineLayout;
  chosen: string | null;
  onChoose: (task: string) => void;
}

function Chart({ layout, chosen, onChoose }: ChartProps): ReactElement {
  const attempts = Map.groupBy(layout.lanes, ({ stage }) => stage.attempt);
  return (
    <div className="chart">
      {/* Stays in view above long charts. */}
      <div className="axis" aria-hidden="true">
        {layout.ticks.map((tick) => (
          <AxisLabel key={tick} tick={tick} share={tick / layout.length} />
        ))}
      </div>
      {[...attempts].map(([attempt, lanes]) => (
        <section key={attempt} className="chart-attempt" aria-label={`${nameLevel(levelOf(lanes))} models`}>
          <h2 className="chart-level">{nameLevel(levelOf(lanes))}</h2>
          {lanes.map((lane) => (
            <Lane key={lane.stage.id} lane={lane} length={layout.length} chosen={chosen} onChoose={onChoose} />
          ))}
        </section>
      ))}
      {layout.requests.length > 0 && (
        <section className="chart-attempt" aria-label="Target database">
          <h2 className="chart-level">Target database</h2>
          <div className="lane">
            <div className="lane-name">
              <span>Examine SQL, look up values</span>
              <span className="faint">{count(layout.requests.length, 'request')}, of the tasks above</span>
              <TaskList bars={layout.requests} onChoose={onChoose} />
            </div>
            <Track bars={layout.requests} last={null} length={layout.length} chosen={chosen} onChoose={onChoose} />
          </div>
        </section>
      )}
    </div>
  );
}

/** Beside its line, on the side with space. */
function AxisLabel({ tick, share }: { tick: number; share: number }): ReactElement {
  const style = share > 0.9 ? { right: `${(1 - share) * 100}%` } : { left: `${share * 100}%` };
  return (
    <span className={share > 0.9 ? 'axis-end' : undefined} style={style}>
      {formatTick(tick)}
    </span>
  );
}

function levelOf(lanes: StageLane[]): Level {
  return lanes[0]?.stage.level ?? 'BASIC';
}

function formatTick(milliseconds: number): string {
  return milliseconds < 1000 && milliseconds > 0 ? `${Math.round(milliseconds)} ms` : formatDuration(milliseconds);
}

interface LaneProps {
  lane: StageLane;
  length: number;
  chosen: string | null;
  onChoose: (task: string) => void;
}

function Lane({ lane, length, chosen, onChoose }: LaneProps): ReactElement {
  const { stage, bars, last, lead } = lane;
  return (
    <div className="lane">
      <div className="lane-name">
        <span>
          {nameStage(stage.stage)}
          {stage.round > 1 && ` (round ${stage.round})`}
        </span>
        <span className="faint numeric">
          {bars.length} {bars.length === 1 ? 'task' : 'tasks'}, {formatDuration(lane.ended - lane.began)}
          {lane.open && ' so far'}
          {last !== null && lead >= 1 && `; task ${last.task.ordinal} kept the rest waiting ${formatTick(lead)}`}
        </span>
        <TaskList bars={bars} onChoose={onChoose} />
      </div>
      <Track bars={bars} last={last} length={length} chosen={chosen} onChoose={onChoose} />
    </div>
  );
}

interface TrackProps {
  bars: TaskBar[];
  last: TaskBar | null;
  length: number;
  chosen: string | null;
  onChoose: (task: string) => void;
}

/** Mouse only; `TaskList` is the text version. */
function Track({ bars, last, length, chosen, onChoose }: TrackProps): ReactElement {
  const onClick = (event: MouseEvent): void => {
    const task = (event.target as Element).closest<HTMLElement>('[data-task]')?.dataset['task'];
    if (task !== undefined) onChoose(task);
  };
  const share = (milliseconds: number): string => `${(milliseconds / length) * 100}%`;
  return (
    <div className={bars.length > 24 ? 'track track-dense' : 'track'} aria-hidden="true" onClick={onClick}>
      {bars.map((bar) => {
        const began = bar.began ?? bar.ended;
        const state = stateOf(bar, last);
        return (
          <span
            key={bar.task.id}
            data-task={bar.task.id}
            className={`bar bar-${state}${bar.task.id === chosen ? ' bar-chosen' : ''}`}
            style={{ marginLeft: share(bar.queued), width: `max(4px, ${share(bar.ended - bar.queued)})` }}
          >
            <span className="bar-run" style={{ width: runShare(bar, began) }} />
          </span>
        );
      })}
    </div>
  );
}

function runShare(bar: TaskBar, began: number): string {
  const whole = bar.ended - bar.queued;
  return whole <= 0 ? '100%' : `${Math.max(4, ((bar.ended - began) / whole) * 100)}%`;
}

function stateOf(bar: TaskBar, last: TaskBar | null): string {
  if (bar.task.straggler || bar.task.status === 'DEAD' || bar.task.status === 'CANCELLED') return 'dead';
  if (bar.open) return bar.began === null ? 'waiting' : 'running';
  return bar === last ? 'last' : 'done';
}
