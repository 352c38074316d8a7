// The state of an integration, also as a server tells it that sends neither `state` nor `error`.
import { html, nothing } from './element.js';
import { chip } from './states.js';

const WAITING = { connecting: ['connecting', 'run'], not_configured: ['not configured', 'plain'], failed: ['failed', 'bad'] };

/** Whether it can be used, or connected to be used. */
export const isReady = ({ state }) => !state || state === 'ready';

/** Whether its user must connect it first. */
export const isUnconnected = (integration) => isReady(integration) && integration.auth !== 'none' && !integration.connected;

export function stateOf({ state, auth, connected }) {
  if (WAITING[state]) return chip(...WAITING[state]);
  if (auth === 'none') return chip('always available', 'plain');
  return connected ? chip('connected', 'good') : chip('not connected', 'plain');
}

/** The state of one that is not ready, in words. */
export const stateWords = ({ state }) => WAITING[state]?.[0] ?? state;

/** What to do about an integration that is not ready, as the server says it. */
export const adviceOf = ({ state, error, displayName }) =>
  error ?? { connecting: `${displayName} is being connected.`, not_configured: `${displayName} is not configured on this server.`, failed: `${displayName} cannot be used at the moment.` }[state];

/** The advice as a template; nothing for one that is ready. */
export const advice = (integration) => (isReady(integration) ? nothing : html`<p class="small wrap ${integration.state === 'failed' ? 'bad' : ''}">${adviceOf(integration)}</p>`);
