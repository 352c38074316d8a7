// How tasks of the queue are shown: called by what they do, not by their type alone.
import { get, withQuery } from '../api.js';
import { duration } from './format.js';
import { stateChip, verdict } from './states.js';

const MOST_RUNS = 200;
const MOST_LETTERS = 80;

/** A task of the queue or a step of a workflow. @typedef {Pick<Api.Task, 'type' | 'status' | 'input' | 'output'>} Named */

/** @param {{ type: string }} task */
export const isRun = ({ type }) => type === 'test-run';

/** The chip of a task; that of a test run shows the result of its tests. @param {Named} task */
export const taskChip = (task) => (isRun(task) ? verdict(/** @type {any} */ ({ ...task, ...task.output })) : stateChip(task.status));

/** The part of an input that a person would call the task by; undefined when there is none. @param {Named} task */
export function promptOf({ type, input }) {
  const last = Array.isArray(input.messages) ? input.messages.at(-1)?.content : undefined;
  const words = type === 'agent' ? input.prompt : type === 'completion' ? (input.prompt ?? last) : undefined;
  return typeof words === 'string' ? words : undefined;
}

/** @param {Named} task */
export function nameOf(task) {
  const { type, input } = task;
  if (isRun(task)) return `Test run ${input.suite ?? ''}`;
  if (type === 'sleep' && Number.isFinite(input.ms)) return `Sleep ${duration(input.ms)}`;
  if (type === 'evaluation' && input.assistantId) return `Evaluation of ${input.assistantId}`;
  if (type === 'tool' && input.tool) return `${input.tool} ${brief(input.parameters)}`.trim();
  const prompt = promptOf(task);
  return prompt ? cut(prompt) : `${type} ${brief(input)}`.trim();
}

/** @param {unknown} value */
const brief = (value) => (value && Object.keys(value).length ? cut(JSON.stringify(value)) : '');
/** @param {string} words */
const cut = (words) => (words.length > MOST_LETTERS ? `${words.slice(0, MOST_LETTERS).trimEnd()}…` : words).replace(/\s+/g, ' ');

/**
 * The ids of the newest runs by the ids of their tasks; without those of other suites when `suite` is given.
 *
 * @param {AbortSignal} [signal]
 * @param {string} [suite]
 * @returns {Promise<Map<string, string>>}
 */
export async function runsByTask(signal, suite) {
  const { runs } = await get(withQuery('/web/api/v1/runs', { suite, limit: MOST_RUNS }), { signal });
  return new Map(runs.map((/** @type {Api.Run} */ { taskId, runId }) => [taskId, runId]));
}
