// How tasks of the queue are shown: called by what they do, not by their type alone.
import { get, withQuery } from '../api.js';
import { duration } from './format.js';
import { stateChip, verdict } from './states.js';

const MOST_RUNS = 200;
const MOST_LETTERS = 80;

export const isRun = ({ type }) => type === 'test-run';

/** The chip of a task; that of a test run shows the result of its tests. */
export const taskChip = (task) => (isRun(task) ? verdict({ ...task, ...task.output }) : stateChip(task.status));

/** The part of an input that a person would call the task by; undefined when there is none. */
export function promptOf({ type, input }) {
  const last = Array.isArray(input.messages) ? input.messages.at(-1)?.content : undefined;
  const words = { agent: input.prompt, completion: input.prompt ?? last }[type];
  return typeof words === 'string' ? words : undefined;
}

export function nameOf(task) {
  const { type, input } = task;
  if (isRun(task)) return `Test run ${input.suite ?? ''}`;
  if (type === 'sleep' && Number.isFinite(input.ms)) return `Sleep ${duration(input.ms)}`;
  if (type === 'tool' && input.tool) return `${input.tool} ${brief(input.parameters)}`.trim();
  return promptOf(task) ? cut(promptOf(task)) : `${type} ${brief(input)}`.trim();
}

const brief = (value) => (value && Object.keys(value).length ? cut(JSON.stringify(value)) : '');
const cut = (words) => (words.length > MOST_LETTERS ? `${words.slice(0, MOST_LETTERS).trimEnd()}…` : words).replace(/\s+/g, ' ');

/** The ids of the newest runs by the ids of their tasks; without those of other suites when `suite` is given. */
export async function runsByTask(signal, suite) {
  const { runs } = await get(withQuery('/web/api/v1/runs', { suite, limit: MOST_RUNS }), { signal });
  return new Map(runs.map(({ taskId, runId }) => [taskId, runId]));
}
