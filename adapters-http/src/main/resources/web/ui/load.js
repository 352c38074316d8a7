// Modules that are loaded when they are needed.
import { get, isOutage } from '../api.js';
import { toastError } from './toast-error.js';

/**
 * Why a file of the pages could not be loaded: the server is away, or has other files since it was updated.
 *
 * @returns {Promise<Api.Failure>}
 */
export const unloaded = () =>
  get('/api/session?optional=true', { signIn: false }).then(
    () => ({ status: 500, message: 'This page could not be loaded. Reload the page.' }),
    (error) => error,
  );

/** The end of an outage in which a module could not be loaded. @type {Promise<void> | undefined} */
let outage;

/**
 * Loads a module, again after an outage. The user is told once why modules could not be loaded.
 *
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function loadModule(load) {
  try {
    return await load();
  } catch {
    outage ??= afterOutage().finally(() => (outage = undefined));
    await outage;
    return loadModule(load);
  }
}

async function afterOutage() {
  const error = await unloaded();
  toastError(error);
  if (!isOutage(error)) throw error;
  await new Promise((resolve) => addEventListener('gh-reachable', resolve, { once: true }));
}
