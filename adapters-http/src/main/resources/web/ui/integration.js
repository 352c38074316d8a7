// The state of an integration, also as a server tells it that sends neither `state` nor `error`.
import { html, nothing } from './element.js';
import { chip } from './states.js';

/** @type {Record<string, [string, string]>} */
const WAITING = { connecting: ['connecting', 'run'], not_configured: ['not configured', 'plain'], failed: ['failed', 'bad'] };

/** @type {Record<string, (name: string) => string>} */
const ADVICE = {
  connecting: (name) => `${name} is being connected.`,
  not_configured: (name) => `${name} is not configured on this server.`,
  failed: (name) => `${name} cannot be used at the moment.`,
};

/** Whether it can be used, or connected to be used. @param {Pick<Api.Integration, 'state'>} integration */
export const isReady = ({ state }) => !state || state === 'ready';

/** Whether its user must connect it first. @param {Api.Integration} integration */
export const isUnconnected = (integration) => isReady(integration) && integration.auth !== 'none' && !integration.connected;

/** @param {Api.Integration} integration */
export function stateOf({ state, auth, connected }) {
  if (state && WAITING[state]) return chip(...WAITING[state]);
  if (auth === 'none') return chip('always available', 'plain');
  return connected ? chip('connected', 'good') : chip('not connected', 'plain');
}

/** The state of one that is not ready, in words. @param {Api.Integration} integration */
export const stateWords = ({ state }) => WAITING[state ?? '']?.[0] ?? state;

/** What to do about an integration that is not ready, as the server says it. @param {Api.Integration} integration */
export const adviceOf = ({ state, error, displayName }) =>
  error ?? (state ? ADVICE[state]?.(displayName) : undefined);

/** The advice as a template; nothing for one that is ready. @param {Api.Integration} integration */
export const advice = (integration) => (isReady(integration) ? nothing
  : html`<p class="small wrap ${integration.state === 'failed' ? 'bad' : ''}">${adviceOf(integration)}</p>`);
