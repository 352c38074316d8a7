// The state of an integration, also as a server tells it that sends neither `state` nor `error`, and what else is said about one.
import { here } from './page.js';
import { html, nothing } from './element.js';
import { copy } from './copy.js';
import { icon } from './icon.js';
import { initials } from './format.js';
import { chip } from './states.js';

export const INTEGRATIONS = '/web/api/v1/integrations';

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
  error?.replace(/^the /, 'The ') ?? (state ? ADVICE[state]?.(displayName) : undefined);

/** The advice as a template; nothing for one that is ready. @param {Api.Integration} integration */
export const advice = (integration) => (isReady(integration) ? nothing
  : html`<p class="small wrap ${integration.state === 'failed' ? 'bad' : ''}">${adviceOf(integration)}</p>`);

/** Its logo, which this server keeps, or the letters of its name. @param {Api.Integration} integration */
export const logo = ({ logo: address, displayName }) =>
  html`<span class="logo" aria-hidden="true">${address ? html`<img src=${here(address)} alt="">` : initials(displayName)}</span>`;

/**
 * The address that the provider of one without an OAuth client sends browsers back to, for copying.
 *
 * @param {Api.Integration} integration
 */
export const redirectAddress = ({ state, redirectUri: address }) => (state === 'not_configured' && address
  ? html`<div class="stack tight"><span class="small soft">Redirect address for its OAuth client</span><div class="row tight"><code
  class="grow small wrap">${address}</code><button class="btn quiet only"
  aria-label="Copy the redirect address" @click=${() => copy(address, 'Redirect address copied')}>${icon('copy')}</button></div></div>`
  : nothing);

/** Whether the user may change it: only then the server says how it is set up. @param {Api.IntegrationDetails} integration */
export const isOwn = ({ sampling }) => sampling !== undefined;
