// Requests to this server: JSON in and out, errors as one class, event streams as async iterators.

import { faultsOf, refusal, sentence } from './ui/error-text.js';

const REQUEST_MS = 30_000;
/** The letters of a body that is sent although the window closes: browsers keep 64 KiB of all such requests together. */
const LONGEST_KEPT_ALIVE = 16_384;
const MOST_RETRIES = 6;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const LONGEST_EVENT = 4 * 1024 * 1024;
/** The server sends something at least every 2 s. */
const SILENT_MS = 10_000;
/** After an outage that ended longer ago the waits begin short again. */
const CALM_MS = 60_000;

/**
 * A request that failed. `status` is 0 when no response came. `requestId` and `code` are empty when the response has
 * none.
 */
export class ApiError extends Error {
  /** What is wrong with the fields of the body. @type {Api.Fault[]} */
  faults = [];

  /**
   * @param {number} status
   * @param {string} message
   * @param {string} [requestId]
   * @param {number} [retryAfterSeconds]
   * @param {string} [code]
   * @param {Record<string, any>} [details]
   */
  constructor(status, message, requestId = '', retryAfterSeconds = 0, code = '', details = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.code = code;
    this.details = details;
  }
}

const UNAVAILABLE = 503;
/** The statuses whose messages are about the body of the request. */
const REFUSED = [400, 409, 422, 429];

/** Whether a request failed because the server could not be reached, or was not ready. @param {any} error */
export const isOutage = (error) => error?.status === 0 || error?.status === UNAVAILABLE;

export const SESSION_ENDED = 'Your session has ended. Sign in again.';
const OFFLINE = 'You are offline. Connect to a network and try again.';

/**
 * The latest answers by their addresses: the server sends no body for one that is the same. The oldest goes first.
 *
 * @type {Map<string, { tag: string, text: string }>}
 */
const known = new Map();
const MOST_KNOWN = 30;
const LONGEST_KNOWN = 2_000_000;

/** Forgets the answers to requests of another user. */
export const forgetAnswers = () => known.clear();

/**
 * @param {string} path
 * @param {Response} response
 */
async function bodyOf(path, response) {
  const text = await response.text();
  const tag = response.headers.get('ETag');
  known.delete(path);
  if (tag && text.length <= LONGEST_KNOWN) known.set(path, { tag, text });
  if (known.size > MOST_KNOWN) known.delete(/** @type {string} */ (known.keys().next().value));
  return JSON.parse(text);
}

/** @type {Record<number, string>} */
const WORDS = {
  0: 'The server cannot be reached. Check the connection and try again.',
  403: 'You may not do that.',
  404: 'That does not exist, or it belongs to another person.',
  413: 'That is too large.',
  429: 'There were too many requests. Wait a moment and try again.',
  502: 'A service that this server depends on did not answer.',
  503: 'The server is busy or starting. Try again in a moment.',
};

/**
 * Reads both forms of error bodies: `{error, message, requestId}` and `{error: {code, message, status}}`.
 *
 * @param {Response} response
 */
async function errorOf(response) {
  /** @type {any} */
  let body = {};
  try {
    body = await response.json();
  } catch {
    // The body is not JSON (from a proxy, for example): only the status describes the error.
  }
  const nested = body.error && typeof body.error === 'object' ? body.error : {};
  const message = nested.message ?? body.message ?? WORDS[response.status] ?? `The server answered ${response.status}.`;
  const id = body.requestId ?? nested.requestId ?? response.headers.get('X-Request-Id') ?? '';
  const code = nested.code ?? body.code;
  // The page leads to where one is added.
  if (response.status === 403 && code === 'SECOND_FACTOR_REQUIRED') dispatchEvent(new Event('gh-factor-missing'));
  const isRefused = REFUSED.includes(response.status);
  const error = new ApiError(
    response.status,
    isRefused ? refusal(message) : sentence(message),
    id,
    Number(response.headers.get('Retry-After')) || 0,
    code,
    nested.details ?? body,
  );
  if (isRefused) error.faults = faultsOf(message);
  return error;
}

/** The error of a request without a response. */
export const noAnswer = () => new ApiError(0, navigator.onLine ? WORDS[0] : OFFLINE);

/**
 * @param {any} cause
 * @param {AbortSignal} [signal]
 */
function unreachable(cause, signal) {
  if (signal?.aborted && signal.reason?.name !== 'TimeoutError') return signal.reason ?? cause;
  return cause?.name === 'TimeoutError' ? new ApiError(0, 'The server did not answer in time. Try again.') : noAnswer();
}

/** Sends a signed-out user to the sign-in page and brings the user back afterwards. */
function toSignIn() {
  if (['/sign-in', '/setup'].includes(location.pathname)) return;
  const here = location.pathname + location.search;
  dispatchEvent(new CustomEvent('gh-signed-out', { detail: here }));
}

/** The error of a request without a session; the application informs the user and shows the sign-in page. */
export function sessionEnded() {
  toSignIn();
  return new ApiError(401, SESSION_ENDED);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {Ui.RequestOptions} [options]
 * @returns {Promise<any>}
 */
async function send(method, path, body, options = {}) {
  const { signal, signIn = true, headers = {}, keepalive = false } = options;
  const timeout = AbortSignal.timeout(body instanceof FormData ? 10 * REQUEST_MS : REQUEST_MS);
  const both = signal ? AbortSignal.any([signal, timeout]) : timeout;
  /** @type {Record<string, string>} */
  const sent = { Accept: 'application/json', ...headers };
  /** @type {RequestInit} */
  const init = { method, headers: sent, signal: both, credentials: 'same-origin' };
  if (body instanceof FormData) {
    init.body = body;
  } else if (body !== undefined) {
    sent['Content-Type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  init.keepalive = keepalive && (typeof init.body === 'string' ? init.body.length : 0) <= LONGEST_KEPT_ALIVE;
  const held = method === 'GET' ? known.get(path) : undefined;
  if (held) sent['If-None-Match'] = held.tag;
  let response;
  try {
    response = await fetch(path, init);
  } catch (cause) {
    throw lost(unreachable(cause, both));
  }
  if (held && response.status === 304) return JSON.parse(held.text);
  if (!response.ok) {
    throw response.status === 401 && signIn ? sessionEnded() : lost(await errorOf(response));
  }
  if (response.status === 204) return null;
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.includes('json')) return response.text();
  return method === 'GET' ? bodyOf(path, response) : response.json();
}

/**
 * `options`: `signal` cancels the request; `signIn: false` leaves a 401 to the caller; `keepalive` sends a short
 * request although the window closes.
 *
 * @param {string} path
 * @param {Ui.RequestOptions} [options]
 */
export const get = (path, options) => send('GET', path, undefined, options);
/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {Ui.RequestOptions} [options]
 */
export const post = (path, body, options) => send('POST', path, body, options);
/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {Ui.RequestOptions} [options]
 */
export const put = (path, body, options) => send('PUT', path, body, options);
/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {Ui.RequestOptions} [options]
 */
export const patch = (path, body, options) => send('PATCH', path, body, options);
/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {Ui.RequestOptions} [options]
 */
export const del = (path, body, options) => send('DELETE', path, body, options);

/**
 * An address with the parameters that have a value.
 *
 * @param {string} path
 * @param {Record<string, unknown>} parameters
 */
export function withQuery(path, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @returns {AsyncGenerator<Ui.StreamEvent>}
 */
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** @type {{ id?: string, event: string, data: string[] }} */
  let event = { id: undefined, event: 'message', data: [] };
  try {
    for (;;) {
      const { done, value } = await heard(reader.read());
      if (done) return;
      text += value;
      if (text.length > LONGEST_EVENT) throw new ApiError(0, 'The server sent an event that is too long.');
      const lines = text.split(/\r\n|\n|\r(?!$)/);
      text = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (event.data.length) yield { id: event.id, event: event.event, data: parsed(event.data.join('\n')) };
          event = { id: event.id, event: 'message', data: [] };
          continue;
        }
        const colon = line.indexOf(':');
        const name = colon < 0 ? line : line.slice(0, colon);
        const rest = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (name === 'data') event.data.push(rest);
        else if (name === 'event') event.event = rest;
        else if (name === 'id') event.id = rest;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * A lost connection that is still open sends nothing.
 *
 * @template T
 * @param {Promise<T>} reading
 * @returns {Promise<T>}
 */
function heard(reading) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const silence = new Promise((_, reject) => {
    timer = setTimeout(() => reject(noAnswer()), SILENT_MS);
  });
  return Promise.race([reading, silence]).finally(() => clearTimeout(timer));
}

/** @param {string} data */
function parsed(data) {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

/**
 * Waits, at most until the browser is online again.
 *
 * @param {number} ms
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
const pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(resolve), ms);
    const online = () => end(resolve);
    const aborted = () => end(() => reject(signal?.reason));
    /** @param {() => void} then */
    function end(then) {
      clearTimeout(timer);
      removeEventListener('online', online);
      signal?.removeEventListener('abort', aborted);
      then();
    }
    addEventListener('online', online);
    signal?.addEventListener('abort', aborted);
  });

/** @param {number} failures */
const waitOf = (failures) => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));

let isProbing = false;
let outages = 0;
let lastOutage = 0;

/**
 * Begins to ask for the server when this error says that it is away; returns the error.
 *
 * @template T
 * @param {T} error
 * @returns {T}
 */
function lost(error) {
  if (error instanceof ApiError && isOutage(error)) probe();
  return error;
}

/** Asks whether the server is ready, until it is, and reports that with the event `gh-reachable`. */
async function probe() {
  if (isProbing) return;
  isProbing = true;
  if (Date.now() - lastOutage > CALM_MS) outages = 0;
  for (let isReady = false; !isReady; ) {
    outages += 1;
    await pause(waitOf(outages));
    isReady = await fetch('/health/ready', { signal: AbortSignal.timeout(SILENT_MS) }).then(({ ok }) => ok, () => false);
  }
  isProbing = false;
  lastOutage = Date.now();
  dispatchEvent(new Event('gh-reachable'));
}

/**
 * @typedef {{
 *   method?: string, body?: unknown, lastEventId?: string | number, signal?: AbortSignal,
 *   onOpen?: (response: Response) => void, onCut?: () => void, last?: string[],
 * }} StreamOptions
 */

/**
 * The events of a stream as `{id, event, data}`, data parsed where it is JSON. A GET stream that is cut is taken up again
 * after the last event that came, a bounded number of times with growing waits (attempts without a network do not count, and
 * the next one follows at once when there is a network again); it ends when the server answers 204 or when an
 * event's name is in `last`. A stream of another method is never sent twice: it ends where it is cut.
 *
 * `onOpen(response)` is called with the headers, `onCut()` each time before a stream that was cut is taken up again. `lastEventId` is
 * where to begin.
 *
 * @param {string} path
 * @param {StreamOptions} [options]
 * @returns {AsyncGenerator<Ui.StreamEvent>}
 */
export async function* stream(path, options = {}) {
  const { method = 'GET', body, lastEventId, signal, onOpen, onCut, last = ['done', 'error'] } = options;
  let after = lastEventId;
  let failures = 0;
  for (;;) {
    try {
      /** @type {Record<string, string>} */
      const headers = { Accept: 'text/event-stream' };
      if (after !== undefined && after !== null) headers['Last-Event-ID'] = String(after);
      if (body !== undefined) headers['Content-Type'] = 'application/json';
      const response = await fetch(path, {
        method,
        headers,
        signal,
        credentials: 'same-origin',
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      if (!response.ok) {
        throw response.status === 401 ? sessionEnded() : await errorOf(response);
      }
      onOpen?.(response);
      if (response.status === 204) return;
      if (!response.body) return;
      for await (const event of eventsOf(response.body)) {
        failures = 0;
        after = event.id ?? after;
        yield event;
        if (last.includes(event.event)) return;
      }
      if (method !== 'GET') return;
    } catch (cause) {
      if (signal?.aborted) throw cause;
      const error = lost(cause instanceof ApiError ? cause : unreachable(cause, signal));
      const passing = error.status === 0 || error.status === 429 || error.status >= 502;
      if (method !== 'GET' || !passing || (failures >= MOST_RETRIES && navigator.onLine)) throw error;
    }
    failures += 1;
    if (failures > MOST_RETRIES && navigator.onLine) throw noAnswer();
    onCut?.();
    await pause(waitOf(failures), signal);
  }
}
