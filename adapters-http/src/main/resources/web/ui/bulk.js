import { plural } from './format.js';
import { toast } from './toast.js';

const MOST_AT_ONCE = 6;

/**
 * Does the same to several things, a few at a time, and reports it; one that fails does not stop the others.
 *
 * @template T
 * @param {T[]} items
 * @param {(item: T) => Promise<unknown>} act
 * @param {string} done what was done, as in `3 tasks cancelled`
 */
export async function each(items, act, done) {
  const left = [...items];
  /** @type {Api.Failure[]} */
  const failures = [];
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      try {
        await act(item);
      } catch (error) {
        failures.push(/** @type {Api.Failure} */ (error));
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, items.length) }, work));
  const count = items.length - failures.length;
  if (count) toast(`${plural(count, 'task')} ${done}`);
  if (failures.length) toast(`${plural(failures.length, 'task')} not ${done}: ${failures[0].message}`, { kind: 'bad' });
}
