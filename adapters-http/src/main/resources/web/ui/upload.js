import { ApiError, noAnswer, sessionEnded } from '../api.js';
import { refusal } from './error-text.js';
import { bytes } from './format.js';

export const MOST_BYTES = 25 * 1024 * 1024;
const TIMEOUT_MS = 10 * 60_000;
/** @type {Record<number, string>} */
const WORDS = { 413: 'it is larger than this server takes.' };

/** @typedef {{ onProgress?: (share: number) => void, signal?: AbortSignal }} Options */

/**
 * Stores a file. Returns the server's records.
 *
 * @param {File} file
 * @param {Options} [options]
 * @returns {Promise<Api.StoredFile[]>}
 */
export const upload = async (file, options) => (await uploadTo('/api/files', file, MOST_BYTES, options)).files;

/**
 * Uploads a file of at most `most` bytes and reports the progress, 0 to 1, which only XMLHttpRequest knows. Returns the server's answer.
 * Does not send a file that the server would refuse.
 *
 * @param {string} path
 * @param {File} file
 * @param {number} most
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export function uploadTo(path, file, most, { onProgress = () => {}, signal } = {}) {
  if (file.size > most)
    return Promise.reject(
      new ApiError(413, `${file.name} is too large: it has ${bytes(file.size)}, and a file can have ${bytes(most)} at most.`),
    );
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append('file', file, file.name);
    const abort = () => request.abort();
    /** @param {string} message */
    const fail = (message) =>
      reject(
        request.status === 401
          ? sessionEnded()
          : new ApiError(
              request.status,
              `${file.name}: ${message}`,
              request.response?.requestId ?? request.getResponseHeader('X-Request-Id') ?? '',
            ),
      );
    request.upload.addEventListener('progress', (event) => event.lengthComputable && onProgress(event.loaded / event.total));
    request.addEventListener('load', () =>
      request.status < 300
        ? resolve(request.response)
        : fail(
            (request.response?.message ? refusal(request.response.message) : undefined) ??
              WORDS[request.status] ??
              `the server answered ${request.status}.`,
          ),
    );
    request.addEventListener('error', () => fail(`it could not be sent. ${noAnswer().message}`));
    request.addEventListener('timeout', () => fail('it took too long to send.'));
    request.addEventListener('abort', () => fail('the upload was cancelled.'));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    request.open('POST', path);
    request.responseType = 'json';
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('Accept', 'application/json');
    request.send(body);
  });
}
