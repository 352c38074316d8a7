// Dialogs for a model: its deployments, prices, fallbacks and groups.
import { get, patch, post } from '../api.js';
import { provider, session } from '../state.js';
import { openDialog } from './dialog.js';
import { html, nothing } from './element.js';
import { sentence } from './error-text.js';
import { field } from './field.js';
import { number } from './format.js';
import { icon } from './icon.js';
import { CAPABILITIES } from './model-picker.js';
import { problem } from './states.js';
import { toast } from './toast.js';

export const MODELS = '/web/api/v1/admin/models';

/**
 * The providers to choose from: what the user picks, the provider's name on the server, its address, a model of it, and whether it needs
 * a key.
 *
 * @type {{ pick: string, label: string, provider: string, baseUrl: string, model: string, needsKey: boolean }[]}
 */
const PROVIDERS = [
  { pick: 'openai', label: 'OpenAI', provider: 'openai', baseUrl: '', model: 'gpt-4o-mini', needsKey: true },
  { pick: 'anthropic', label: 'Anthropic', provider: 'anthropic', baseUrl: '', model: 'claude-sonnet-4-5', needsKey: true },
  { pick: 'gemini', label: 'Gemini', provider: 'gemini', baseUrl: '', model: 'gemini-2.5-flash', needsKey: true },
  { pick: 'ollama', label: 'Ollama', provider: 'ollama', baseUrl: 'http://localhost:11434', model: 'llama3.2', needsKey: false },
  { pick: 'other', label: 'Another address', provider: 'openai', baseUrl: 'https://', model: '', needsKey: false },
  { pick: 'azure', label: 'Azure', provider: 'azure', baseUrl: 'https://', model: '', needsKey: true },
  { pick: 'bedrock', label: 'Bedrock', provider: 'bedrock', baseUrl: '', model: '', needsKey: false },
  { pick: 'demo', label: 'Demo', provider: 'demo', baseUrl: '', model: 'demo', needsKey: false },
];
const EASY = ['openai', 'anthropic', 'gemini', 'ollama', 'other'];
const MOST_WEIGHT = 1000;
const MOST_DEPLOYMENTS = 32;

/** @typedef {{ id?: string, pick: string, baseUrl: string, apiKey: string, hasApiKey: boolean, model: string, dialect: string,
 *   weight: number, address?: string, test?: { ok: boolean, ms: number, error?: string | null }, isTesting?: boolean }} WantedDeployment */
/** @typedef {{ name: string, deployments: WantedDeployment[], choice: string, fallbacks: string, input: string, cachedInput: string,
 *   output: string, contextTokens: string, groups: Set<string> | undefined, capabilities: Set<string>,
 *   enabled: boolean, isDefault: boolean }} WantedModel */

/** @param {string} pick */
const kind = (pick) => PROVIDERS.find((one) => one.pick === pick) ?? /** @type {typeof PROVIDERS[0]} */ (PROVIDERS[0]);

/** @param {string} pick @returns {WantedDeployment} */
const fresh = (pick) => ({
  pick, baseUrl: kind(pick).baseUrl, apiKey: '', hasApiKey: false, model: kind(pick).model, dialect: 'chat', weight: 1,
});

/** @param {Api.Deployment} known @returns {WantedDeployment} */
const typedDeployment = (known) => ({
  ...known,
  pick: known.provider === 'openai' && known.baseUrl !== 'https://api.openai.com/v1' ? 'other' : known.provider,
  baseUrl: known.baseUrl ?? '',
  address: known.baseUrl ?? '',
  apiKey: '',
});

/** @param {WantedDeployment} deployment */
const sent = ({ id, pick, baseUrl, apiKey, model, dialect, weight }) => ({
  id,
  provider: kind(pick).provider,
  baseUrl: baseUrl.trim() || undefined,
  apiKey: apiKey.trim() || undefined,
  model: model.trim(),
  dialect: kind(pick).provider === 'openai' ? dialect : undefined,
  weight,
});

/** @param {string} text */
const listOf = (text) => text.split(/[\n,]+/).map((name) => name.trim()).filter(Boolean);
/** @param {string} text */
const numberOf = (text) => (text.trim() ? Number(text) : null);

/** @param {WantedModel} wanted */
const settingsOf = (wanted) => ({
  deployments: wanted.deployments.map(sent),
  choice: wanted.choice,
  fallbacks: listOf(wanted.fallbacks),
  prices: wanted.input.trim() || wanted.output.trim()
    ? { input: numberOf(wanted.input) ?? 0, cachedInput: numberOf(wanted.cachedInput), output: numberOf(wanted.output) ?? 0 } : null,
  contextTokens: numberOf(wanted.contextTokens),
  groups: wanted.groups ? [...wanted.groups] : null,
  capabilities: [...wanted.capabilities],
  enabled: wanted.enabled,
  isDefault: wanted.isDefault,
});

/** @param {Api.ManagedModel} [model] @returns {WantedModel} */
const typedModel = (model) => ({
  name: model?.name ?? '',
  deployments: model ? model.deployments.map(typedDeployment) : [fresh('openai')],
  choice: model?.choice ?? 'weighted',
  fallbacks: model?.fallbacks.join(', ') ?? '',
  input: String(model?.prices?.input ?? ''),
  cachedInput: String(model?.prices?.cachedInput ?? ''),
  output: String(model?.prices?.output ?? ''),
  contextTokens: String(model?.contextTokens ?? ''),
  groups: model?.groups ? new Set(model.groups) : undefined,
  capabilities: new Set(model?.capabilities),
  enabled: model?.enabled ?? true,
  isDefault: model?.isDefault ?? false,
});

/**
 * Asks the server whether a deployment answers; the result is shown beside it.
 *
 * @param {WantedDeployment} deployment
 * @param {string | undefined} name the stored model whose key it may use
 * @param {() => unknown} update
 */
async function test(deployment, name, update) {
  deployment.isTesting = true;
  deployment.test = undefined;
  update();
  try {
    deployment.test = await post(`${MODELS}/test`, { name, deployment: sent(deployment) });
  } catch (error) {
    deployment.test = { ok: false, ms: 0, error: /** @type {Api.Failure} */ (error).message };
  }
  deployment.isTesting = false;
  update();
}

/** @param {WantedDeployment} deployment */
const result = ({ test: done, isTesting }) => html`<p class="small" role="status">${isTesting
  ? 'Waiting for an answer…' : !done ? nothing : done.ok
    ? html`${icon('circle-check', 's')} It answered after ${number(done.ms)} ms.`
    : html`${icon('circle-alert', 's')} ${sentence(done.error ?? '')}`}</p>`;

/**
 * The fields of one deployment.
 *
 * @param {WantedDeployment} deployment
 * @param {{ at: number, picks: string[], name?: string, update: () => unknown, isOneOf: boolean, remove?: () => unknown }} how
 */
function deploymentFields(deployment, { at, picks, name, update, isOneOf, remove }) {
  const id = (/** @type {string} */ what) => `model-${at}-${what}`;
  /** @param {'baseUrl' | 'apiKey' | 'model'} what @param {Ui.On} event */
  const set = (what, event) => ((deployment[what] = event.target.value), (deployment.test = undefined), update());
  /** @param {string} pick */
  const choose = (pick) => {
    Object.assign(deployment, fresh(pick), { id: undefined, test: undefined, weight: deployment.weight });
    update();
  };
  const moved = deployment.hasApiKey && deployment.baseUrl.trim() !== deployment.address;
  const keyHint = moved ? 'The address is another one: enter the key again.'
    : deployment.hasApiKey ? 'A key is stored. Leave this empty to keep it.'
      : kind(deployment.pick).needsKey ? 'Stored encrypted, and never shown again.' : 'Only when the server asks for one.';
  return html`<div class="stack deployment">
    <div class="field"><span class="label" id=${id('provider')}>Provider</span><div class="seg" role="group"
      aria-labelledby=${id('provider')}>${picks.map((pick) => html`<button type="button" aria-pressed=${pick === deployment.pick}
      @click=${() => choose(pick)}>${kind(pick).label}</button>`)}</div></div>
    ${deployment.baseUrl || ['ollama', 'other', 'azure', 'bedrock'].includes(deployment.pick)
      ? field(id('address'), 'Address', html`<input class="input" id=${id('address')} type="url" maxlength="2000" autocomplete="off"
        ?required=${deployment.pick !== 'bedrock'} .value=${deployment.baseUrl} aria-describedby="${id('address')}-hint"
        @input=${(/** @type {Ui.On} */ event) => set('baseUrl', event)}>`,
        'Without /chat/completions. The server sends its requests from where it runs.') : nothing}
    ${field(id('key'), 'API key', html`<input class="input" id=${id('key')} type="password" maxlength="4096" autocomplete="off"
      spellcheck="false" .value=${deployment.apiKey} ?required=${moved || (kind(deployment.pick).needsKey && !deployment.hasApiKey)}
      aria-describedby="${id('key')}-hint" @input=${(/** @type {Ui.On} */ event) => set('apiKey', event)}>`, keyHint)}
    <div class="cols">${field(id('model'), 'Model', html`<input class="input" id=${id('model')} maxlength="200" required autocomplete="off"
      spellcheck="false" .value=${deployment.model} aria-describedby="${id('model')}-hint"
      @input=${(/** @type {Ui.On} */ event) => set('model', event)}>`, 'As the provider calls it.')}
    ${isOneOf ? field(id('weight'), 'Weight', html`<input class="input" id=${id('weight')} type="number" min="1" max=${MOST_WEIGHT} required
      .value=${String(deployment.weight)}
      @input=${(/** @type {Ui.On} */ event) => ((deployment.weight = Number(event.target.value)), update())}>`) : nothing}</div>
    ${deployment.pick === 'other' && !picks.every((pick) => EASY.includes(pick)) ? html`<label class="check"><input type="checkbox"
      .checked=${deployment.dialect === 'responses'} @change=${(/** @type {Ui.On} */ event) =>
        ((deployment.dialect = event.target.checked ? 'responses' : 'chat'), update())}>It has the Responses API</label>` : nothing}
    <div class="row wraps tight"><button type="button" class="btn" ?disabled=${deployment.isTesting || !deployment.model.trim()}
      @click=${() => test(deployment, name, update)}>${icon('zap')}Test</button>
      ${remove ? html`<button type="button" class="btn quiet" @click=${remove}>${icon('trash-2')}Remove</button>` : nothing}</div>
    ${result(deployment)}</div>`;
}

/** The groups that the admin knows: `[id, name]`. @returns {Promise<[string, string][]>} */
async function knownGroups() {
  try {
    const { groups } = await get('/web/api/v1/groups?limit=200');
    return groups.map((/** @type {{ id: string, name: string }} */ group) => [group.id, group.name]);
  } catch {
    // Without names the groups of the model are shown by their identifiers.
    return [];
  }
}

/**
 * Who may use the model.
 *
 * @param {WantedModel} wanted
 * @param {[string, string][]} groups
 * @param {() => unknown} update
 */
function groupFields(wanted, groups, update) {
  const shown = new Map([...(wanted.groups ?? [])].map((id) => /** @type {[string, string]} */ ([id, id])));
  groups.forEach(([id, name]) => shown.set(id, name));
  /** @param {string} id @param {boolean} isIn */
  const set = (id, isIn) => {
    const next = new Set(wanted.groups);
    if (isIn) next.add(id);
    else next.delete(id);
    wanted.groups = next;
    update();
  };
  return html`<fieldset class="field checks"><legend class="label">Who may use it</legend>
    <div class="row wraps"><label class="check"><input type="checkbox" .checked=${!wanted.groups}
      @change=${(/** @type {Ui.On} */ event) => ((wanted.groups = event.target.checked ? undefined : new Set()), update())}>Everyone</label>
    ${wanted.groups ? [...shown].map(([id, name]) => html`<label class="check"><input type="checkbox" .checked=${wanted.groups?.has(id)}
      @change=${(/** @type {Ui.On} */ event) => set(id, event.target.checked)}>${name}</label>`) : nothing}</div>
    ${wanted.groups && !shown.size ? html`<span class="hint">You are in no group. Make one on your account page.</span>` : nothing}
    </fieldset>`;
}

/**
 * @param {WantedModel} wanted
 * @param {'input' | 'cachedInput' | 'output' | 'contextTokens' | 'fallbacks'} what
 * @param {string} label
 * @param {{ hint?: string, type?: string, min?: number, max?: number, step?: string }} more
 */
const text = (wanted, what, label, { hint, type = 'text', min, max, step }) =>
  field(`model-${what}`, label, html`<input class="input" id="model-${what}" type=${type} min=${min ?? nothing} max=${max ?? nothing}
    step=${step ?? nothing} autocomplete="off" .value=${wanted[what]} aria-describedby=${hint ? `model-${what}-hint` : nothing}
    @input=${(/** @type {Ui.On} */ event) => (wanted[what] = event.target.value)}>`, hint);

/**
 * Adds a model, or changes one; true when it was saved.
 *
 * @param {Api.ManagedModel} [model]
 */
export async function modelDialog(model) {
  const wanted = typedModel(model);
  const groups = await knownGroups();
  const picks = PROVIDERS.map(({ pick }) => pick);
  /** @type {Api.Failure | undefined} */
  let failure;
  let isBusy = false;
  /** @param {Ui.Dialog} dialog */
  const save = async ({ close, update }) => {
    isBusy = true;
    update();
    try {
      const settings = settingsOf(wanted);
      close(await (model ? patch(`${MODELS}/${encodeURIComponent(model.name)}`, { ...settings, version: model.version })
        : post(MODELS, { ...settings, name: wanted.name.trim() })));
    } catch (error) {
      failure = /** @type {Api.Failure} */ (error);
    }
    isBusy = false;
    update();
  };
  const saved = await openDialog({
    title: model ? `Change ${model.name}` : 'Add a model',
    wide: true,
    body: (dialog) => html`<form id="model" class="stack"
      @submit=${(/** @type {Event} */ event) => (event.preventDefault(), save(dialog))}>
      ${failure ? problem(failure) : nothing}
      ${model ? nothing : field('model-name', 'Name', html`<input class="input" id="model-name" required maxlength="200" autofocus
        autocomplete="off" .value=${wanted.name} aria-describedby="model-name-hint"
        @input=${(/** @type {Ui.On} */ event) => (wanted.name = event.target.value)}>`, 'What users and programs choose.')}
      ${wanted.deployments.map((deployment, at) => deploymentFields(deployment, {
        at, picks, name: model?.name, update: dialog.update, isOneOf: wanted.deployments.length > 1,
        remove: wanted.deployments.length > 1 ? () => (wanted.deployments.splice(at, 1), dialog.update()) : undefined,
      }))}
      ${wanted.deployments.length < MOST_DEPLOYMENTS ? html`<button type="button" class="btn quiet" @click=${() =>
        (wanted.deployments.push(fresh('openai')), dialog.update())}>${icon('plus')}Another deployment</button>` : nothing}
      <div class="row wraps"><label class="check"><input type="checkbox" .checked=${wanted.isDefault}
        @change=${(/** @type {Ui.On} */ event) => (wanted.isDefault = event.target.checked)}>Default model</label>
      <label class="check"><input type="checkbox" .checked=${wanted.enabled}
        @change=${(/** @type {Ui.On} */ event) => (wanted.enabled = event.target.checked)}>Enabled</label></div>
      <fieldset class="field checks"><legend class="label">What it can do</legend><div
        class="row wraps">${CAPABILITIES.map(([name, , words]) => html`<label class="check"><input type="checkbox"
        .checked=${wanted.capabilities.has(name)}
        @change=${(/** @type {Ui.On} */ event) => (event.target.checked ? wanted.capabilities.add(name)
        : wanted.capabilities.delete(name))}>${words}</label>`)}</div><span class="hint">Marks it in the choice of models.</span></fieldset>
      ${groupFields(wanted, groups, dialog.update)}
      <details class="extra"><summary>Prices, fallbacks and context</summary><div class="stack">
        <div class="cols">
          ${text(wanted, 'input', 'Input', { type: 'number', min: 0, max: 1_000_000, step: 'any', hint: 'For a million tokens.' })}
          ${text(wanted, 'cachedInput', 'Cached input', { type: 'number', min: 0, max: 1_000_000, step: 'any' })}
          ${text(wanted, 'output', 'Output', { type: 'number', min: 0, max: 1_000_000, step: 'any' })}</div>
        ${text(wanted, 'fallbacks', 'Fallbacks', { hint: 'Names of models that are asked when this one fails, separated by commas.' })}
        ${text(wanted, 'contextTokens', 'Context of agents, in tokens', { type: 'number', min: 1000, max: 2_000_000,
          hint: 'Default: as the server is configured.' })}
        ${wanted.deployments.length > 1 ? html`<label class="check"><input type="checkbox" .checked=${wanted.choice === 'least-latency'}
          @change=${(/** @type {Ui.On} */ event) => (wanted.choice = event.target.checked ? 'least-latency' : 'weighted')}>Ask the
          fastest deployment first, instead of by weight</label>` : nothing}</div></details></form>`,
    foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button><button class="btn main" form="model"
      ?disabled=${isBusy}>${model ? 'Save' : 'Add model'}</button>`,
  });
  if (saved) {
    toast(model ? 'Model changed' : `${saved.name} can be used`);
    provider.load();
  }
  return Boolean(saved);
}

/** The first model of an installation that has only the demo: a provider, a key, and done. */
export async function connectModel() {
  const deployment = fresh('openai');
  /** @type {Api.Failure | undefined} */
  let failure;
  let isBusy = false;
  /** @param {Ui.Dialog} dialog */
  const save = async ({ close, update }) => {
    isBusy = true;
    update();
    await test(deployment, undefined, update);
    try {
      const model = deployment.model.trim();
      if (deployment.test?.ok) close(await post(MODELS, { name: model, deployments: [sent(deployment)], isDefault: true }));
    } catch (error) {
      failure = /** @type {Api.Failure} */ (error);
    }
    isBusy = false;
    update();
  };
  const saved = await openDialog({
    title: 'Connect a model',
    wide: true,
    body: (dialog) => html`<form id="connect" class="stack"
      @submit=${(/** @type {Event} */ event) => (event.preventDefault(), save(dialog))}>
      <p>This server answers with its demo. Choose where a real model runs; everyone can use it at once, without a restart.</p>
      ${failure ? problem(failure) : nothing}
      ${deploymentFields(deployment, { at: 0, picks: EASY, update: dialog.update, isOneOf: false })}</form>`,
    foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button><button class="btn main" form="connect"
      ?disabled=${isBusy}>Connect</button>`,
  });
  if (!saved) return;
  toast(`${saved.name} answers from now on`);
  await provider.load();
  session.changed();
}
