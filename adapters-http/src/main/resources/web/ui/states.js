// The states of a page: empty, waiting, failed.
import { html, nothing } from 'lit';
import { number } from './format.js';
import { icon } from './icon.js';
import { copy } from './copy.js';

/** @type {Record<number, string>} */
const TITLES = { 0: 'No connection', 403: 'Not allowed', 404: 'Not found' };

/** The failed request's id in the server's log, for copying. @param {Api.Failure} failure */
export const requestId = ({ requestId: id }) =>
  id ? html`<button type="button" class="request-id" title="Copy the request ID" @click=${() => copy(id, 'Request ID copied')}><span>Request
    ${id}</span>${icon('copy', 's')}</button>` : nothing;

/**
 * `retry`, when given, is the action of the button.
 *
 * @param {Api.Failure} error
 * @param {() => unknown} [retry]
 */
export const problem = (error, retry) => html`
  <div class="problem" role="alert">
    ${icon('circle-alert')}
    <div>
      <b>${error.title ?? TITLES[error.status ?? -1] ?? 'Something went wrong'}</b>${error.message}
      ${requestId(error)}
    </div>
    ${retry ? html`<button class="btn" @click=${retry}>Try again</button>` : nothing}
  </div>`;

/**
 * Describes the page, with one action. `action` is a template.
 *
 * @param {{ icon: string, title: string, text?: string, action?: unknown }} what
 */
export const empty = ({ icon: name, title, text, action }) => html`
  <div class="empty">${icon(name)}<h2>${title}</h2>${text ? html`<p>${text}</p>` : nothing}${action ?? nothing}</div>`;

/**
 * Placeholder rows, lines or cards of the size of the content. `look`: 'rowish', 'line', 'cardish', 'chart', 'title'.
 */
export const skeleton = (count = 3, look = 'rowish') => html`
  <div role="status" aria-label="Loading">${Array.from({ length: count }, () => html`<span class="skel ${look}"></span>`)}</div>`;

/**
 * A chip of state; `look`: 'good', 'bad', 'warn', 'run' or '' and 'plain' for one without a dot.
 *
 * @param {string} words
 * @param {string} [look]
 */
export const chip = (words, look = '') => html`<span class="chip ${look}">${words}</span>`;

/** @type {Record<string, string>} */
const LOOKS = {
  running: 'run',
  assigned: 'run',
  executing: 'run',
  claimed: 'run',
  completed: 'good',
  passed: 'good',
  succeeded: 'good',
  started: 'good',
  delivered: 'good',
  approved: 'good',
  connected: 'good',
  active: 'good',
  enabled: 'good',
  failed: 'bad',
  error: 'bad',
  rejected: 'bad',
  timed_out: 'bad',
  timedout: 'bad',
  expired: 'bad',
  'tests failed': 'bad',
  'run failed': 'bad',
  flaky: 'warn',
  changed: 'warn',
  queued: 'warn',
  waiting: 'warn',
  cancelled: '',
  skipped: '',
  pending: '',
};

/** The chip of a state in the server's response. @param {unknown} state */
export const stateChip = (state) => chip(String(state).replaceAll('_', ' '), LOOKS[String(state).toLowerCase()] ?? '');

/** The chip of a test run: its result, or its progress. @param {Pick<Api.Run, 'status' | 'outcome' | 'results'>} run */
export const verdict = ({ status, outcome, results }) => {
  if (outcome === 'failed') return chip(`${number(results.failed)} failed`, 'bad');
  return outcome ? stateChip(outcome) : stateChip(status === 'failed' ? 'run failed' : status);
};
