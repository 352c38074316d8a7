import { del, patch, post } from '../api.js';
import { asked, budgetFields, budgetText, typed } from './budget.js';
import { copy } from './copy.js';
import { confirmDialog, openDialog, promptDialog } from './dialog.js';
import { html, nothing } from './element.js';
import { field } from './field.js';
import { time } from './format.js';
import { icon } from './icon.js';
import { chip, problem } from './states.js';
import { toast } from './toast.js';
import { toastError } from './toast-error.js';

const SERVICES = [
  ['completion', 'Models'],
  ['agent', 'Agents'],
  ['tools', 'Tools'],
  ['orchestration', 'Tasks and workflows'],
  ['runs', 'Test runs'],
  ['account', 'Account (read only)'],
];
const LIVES = [['', 'Never'], ['7', 'In 7 days'], ['30', 'In 30 days'], ['90', 'In 90 days'], ['365', 'In a year']];
const DAY_MS = 86_400_000;

/**
 * @typedef {'name' | 'tools' | 'models' | 'requests' | 'tokens'} TextOfKey
 *
 * @typedef {Record<TextOfKey | 'life', string> & { services: Set<string>, budget: import('./budget.js').TypedBudget }} WantedKey
 */

/** What a key may use and how much, in words. @param {Api.Key} key */
export function limitsOf({ services, tools, models, limits }) {
  const only = Object.entries({ services, tools, models }).map(
    ([what, names]) => names && (names.length ? names.join(', ') : `no ${what}`),
  );
  const { requestsPerMinute, tokensPerMinute, budget } = limits;
  return [
    ...only,
    requestsPerMinute && `${requestsPerMinute} requests a minute`,
    tokensPerMinute && `${tokensPerMinute} tokens a minute`,
    budget && budgetText(budget),
  ].filter(Boolean).join(' · ') || 'everything that the account may use';
}

/** Whether the end of a key has passed. @param {Pick<Api.Key, 'expiresAt'>} key */
export const isExpired = ({ expiresAt }) => Boolean(expiresAt) && Date.parse(expiresAt ?? '') <= Date.now();

/** When a key was used last and when it ends, as a template. @param {Pick<Api.Key, 'lastUsedAt' | 'expiresAt'>} key */
export const usesOf = ({ lastUsedAt, expiresAt }) =>
  html`${lastUsedAt ? html`used ${time(lastUsedAt)}` : 'never used'}${expiresAt
    ? html` · ${isExpired({ expiresAt }) ? 'expired' : 'expires'} ${time(expiresAt)}` : nothing}`;

/**
 * The rows of keys that the user may rename and revoke; `changed` runs after each change.
 *
 * @param {Api.Key[]} keys
 * @param {() => unknown} changed
 */
export const keyList = (keys, changed) => html`<ul class="items card flush">${keys.map((key) =>
  html`<li class="wraps-s">${icon('key')}<span class="grow"><b class="clip name">${key.name}</b><span
  class="small wrap"><code>${key.prefix}…</code> · ${limitsOf(key)}<br>${usesOf(key)}</span></span>
  ${isExpired(key) ? chip('expired', 'plain') : nothing}
  <button class="btn quiet only" aria-label="Rename ${key.name}" title="Rename"
    @click=${() => renameKey(key, changed)}>${icon('pencil')}</button>
  <button class="btn small danger" aria-label="Revoke ${key.name}" @click=${() => revokeKey(key, changed)}>Revoke</button></li>`)}</ul>`;

/** @param {Api.Key} key */
const pathOf = ({ id }) => `/web/api/v1/keys/${encodeURIComponent(id)}`;

/**
 * @param {() => Promise<unknown>} work
 * @param {string} words
 * @param {() => unknown} changed
 */
async function change(work, words, changed) {
  try {
    await work();
    toast(words);
    changed();
  } catch (error) {
    toastError(error);
  }
}

/**
 * @param {Api.Key} key
 * @param {() => unknown} changed
 */
async function renameKey(key, changed) {
  const renamed = await promptDialog({ title: 'Rename API key', label: 'Name', value: key.name, maxLength: 100 });
  if (renamed && renamed !== key.name) await change(() => patch(pathOf(key), { name: renamed }), 'API key renamed', changed);
}

/**
 * @param {Api.Key} key
 * @param {() => unknown} changed
 */
async function revokeKey(key, changed) {
  const isAgreed = await confirmDialog({
    title: `Revoke ${key.name}?`,
    text: 'Programs that use the key are refused within a second. This cannot be undone.',
    action: 'Revoke',
  });
  if (isAgreed) await change(() => del(pathOf(key)), 'API key revoked', changed);
}

/** @param {string} text */
const names = (text) => (text.trim() ? text.trim().split(/[\s,]+/) : undefined);
/** @param {string} text */
const whole = (text) => (text.trim() ? Number(text) : undefined);

/** What the server takes for a new key. @param {WantedKey} wanted */
function order({ name, life, services, tools, models, requests, tokens, budget }) {
  const limits = { requestsPerMinute: whole(requests), tokensPerMinute: whole(tokens), budget: asked(budget) ?? undefined };
  return {
    name: name.trim(),
    expiresAt: life ? new Date(Date.now() + Number(life) * DAY_MS).toISOString() : undefined,
    services: services.size ? [...services] : undefined,
    tools: names(tools),
    models: names(models),
    limits: Object.values(limits).some((limit) => limit !== undefined) ? limits : undefined,
  };
}

/** Makes a key by what the user enters, and shows it once; true when a key was made. @param {string} base */
export async function makeKey(base) {
  /** @type {WantedKey} */
  const wanted = { name: '', life: '', services: new Set(), tools: '', models: '', requests: '', tokens: '', budget: typed() };
  /** @type {Api.Failure | undefined} */
  let failure;
  /**
   * @param {TextOfKey} name
   * @param {string} label
   * @param {string} hint
   * @param {{ type?: string, min?: number, max?: number, maxLength?: number, required?: boolean }} [more]
   */
  const text = (name, label, hint, more = {}) =>
    field(`key-${name}`, label, html`<input class="input" id="key-${name}" type=${more.type ?? 'text'} min=${more.min ?? nothing}
    max=${more.max ?? nothing} maxlength=${more.maxLength ?? nothing} ?required=${more.required} ?autofocus=${more.required}
    autocomplete="off" .value=${wanted[name]} aria-describedby=${hint ? `key-${name}-hint` : nothing}
    @input=${(/** @type {Ui.On} */ event) => (wanted[name] = event.target.value)}>`, hint);
  const made = await openDialog({
    title: 'Create API key',
    wide: true,
    body: ({ close, update }) => html`<form id="api-key" class="stack" @submit=${async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          close(await post(`${base}/keys`, order(wanted)));
        } catch (error) {
          failure = /** @type {Api.Failure} */ (error);
          update();
        }
      }}>
      ${failure ? problem(failure) : nothing}
      ${text('name', 'Name', 'Where the key is used.', { required: true, maxLength: 100 })}
      <div class="field"><label class="label" for="key-life">Expiry</label><select class="input" id="key-life"
        @change=${(/** @type {Ui.On} */ event) => (wanted.life = event.target.value)}>
        ${LIVES.map(([days, words]) => html`<option value=${days} ?selected=${days === wanted.life}>${words}</option>`)}</select></div>
      <fieldset class="field checks"><legend class="label">Services</legend><div
        class="row wraps">${SERVICES.map(([name, label]) =>
        html`<label class="check"><input type="checkbox" .checked=${wanted.services.has(name)}
        @change=${(/** @type {Ui.On} */ event) => (event.target.checked ? wanted.services.add(name)
        : wanted.services.delete(name))}>${label}</label>`)}</div><span class="hint">Default: all services</span></fieldset>
      <details class="extra"><summary>Restrictions</summary><div class="stack">
        ${text('tools', 'Tools', 'Names, separated by commas. Default: all')}
        ${text('models', 'Models', 'Names, separated by commas. Default: all')}
        <div class="cols">${text('requests', 'Requests a minute', '', { type: 'number', min: 1, max: 1_000_000 })}${text('tokens',
          'Tokens a minute', '', { type: 'number', min: 1, max: 1_000_000_000 })}</div>
        ${budgetFields(wanted.budget, (name, value) => (wanted.budget[name] = value))}</div></details></form>`,
    foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button><button class="btn main"
      form="api-key">Create key</button>`,
  });
  if (!made) return false;
  await openDialog({
    title: 'Copy the key now',
    body: () => html`<p>The server keeps only a hash of the key: it is not shown again. Programs send it as <code>Authorization:
      Bearer</code>.</p>
      <div class="row tight"><input class="input mono grow" readonly aria-label="API key" .value=${made.key}
        @focus=${(/** @type {Ui.On} */ event) => event.target.select()}><button class="btn"
        @click=${() => copy(made.key, 'Key copied')}>${icon('copy')}Copy</button></div>`,
    foot: ({ close }) => html`<button class="btn main" @click=${() => close()}>Done</button>`,
  });
  return true;
}
