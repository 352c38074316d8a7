// Tasks that carry out test runs: they have the name of their suite and a link to their run.
import { get, withQuery } from '../api.js';

const MOST_RUNS = 200;

export const isRun = ({ type }) => type === 'test-run';

export const nameOf = (task) => (isRun(task) ? `Test run ${task.input.suite ?? ''}` : task.type);

/** The ids of the newest runs by the ids of their tasks; without those of other suites when `suite` is given. */
export async function runsByTask(signal, suite) {
  const { runs } = await get(withQuery('/web/api/v1/runs', { suite, limit: MOST_RUNS }), { signal });
  return new Map(runs.map(({ taskId, runId }) => [taskId, runId]));
}
