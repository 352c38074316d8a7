import { SESSION_ENDED } from '../api.js';
import { requestId } from './states.js';
import { closeFailure, toast } from './toast.js';

/**
 * Reports a failure, the same one once at a time; the application itself reports the end of the session.
 *
 * @param {unknown} cause
 */
export function toastError(cause) {
  const error = /** @type {Api.Failure} */ (cause);
  if (error.message === SESSION_ENDED) return;
  closeFailure(error.message);
  toast(error.message, { kind: 'bad', details: error.requestId ? requestId(error) : undefined });
}
