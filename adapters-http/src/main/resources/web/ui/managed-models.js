// The models of the installation, in the administration.
import { del, patch } from '../api.js';
import { provider } from '../state.js';
import { confirmDialog } from './dialog.js';
import { html, nothing, repeat } from './element.js';
import { number, plural } from './format.js';
import { icon } from './icon.js';
import { connectModel, modelDialog, MODELS } from './model-form.js';
import { marks } from './model-picker.js';
import { chip, empty } from './states.js';
import { toast } from './toast.js';
import { toastError } from './toast-error.js';
import './menu.js';

/** @param {Api.ManagedModel} model */
const path = (model) => `${MODELS}/${encodeURIComponent(model.name)}`;

/** Where a model runs, in words. @param {Api.ManagedModel} model */
function places({ deployments }) {
  const [first] = deployments;
  if (!first) return '';
  const host = first.baseUrl ? URL.parse(first.baseUrl)?.host : undefined;
  const more = deployments.length > 1 ? `, ${plural(deployments.length - 1, 'more')}` : '';
  return `${first.provider}${host ? ` at ${host}` : ''}${more}`;
}

/** @param {Api.ManagedModel} model */
const priceOf = ({ prices }) => (prices ? `${number(prices.input ?? 0)} / ${number(prices.output ?? 0)}` : '–');

/**
 * @param {Api.ManagedModel[]} models
 * @param {() => unknown} reload reads the models again
 */
export function managedModels(models, reload) {
  const onlyDemo = models.every(({ source, deployments }) => source === 'environment' && deployments[0]?.provider === 'demo');
  const add = async () => (await modelDialog()) && reload();
  const connect = async () => (await connectModel(), reload());
  return html`<div class="head wraps"><div class="grow"><p class="small">Where models run, what they cost and who may use them. A
      change is in force at once, on every node.</p></div><button class="btn main" @click=${add}>${icon('plus')}Add a model</button></div>
    ${onlyDemo ? html`<div class="card">${empty({
      icon: 'sparkles',
      title: 'Connect the first model',
      text: 'This server answers with its demo. Choose OpenAI, Anthropic, Gemini, Ollama or another address, paste a key, and test it.',
      action: html`<button class="btn main" @click=${connect}>${icon('plug')}Connect a model</button>`,
    })}</div>` : nothing}
    <div class="card flush"><div class="table-box"><table class="table"><thead><tr><th scope="col">Model</th>
      <th scope="col">State</th><th scope="col" class="hide-s">For</th><th scope="col" class="num hide-s">Price (input / output)</th>
      <th scope="col"><span class="unseen">Actions</span></th></tr></thead>
      <tbody>${repeat(models, ({ name }) => name, (model) => row(model, reload))}</tbody></table></div></div>`;
}

/**
 * @param {Api.ManagedModel} model
 * @param {() => unknown} reload
 */
function row(model, reload) {
  const isFixed = model.source === 'environment';
  return html`<tr><td><b class="name wrap">${model.name}</b> ${marks(model)}<small class="where wrap">${places(model)}</small></td>
    <td><div class="row wraps tight">${model.enabled ? nothing : chip('disabled', 'bad')}
      ${model.isDefault ? chip('default', 'good') : nothing}
      ${isFixed ? chip('configuration', 'plain') : model.enabled && !model.isDefault ? chip('enabled', 'plain') : nothing}</div></td>
    <td class="hide-s">${model.groups ? plural(model.groups.length, 'group') : 'everyone'}</td>
    <td class="num hide-s">${priceOf(model)}</td>
    <td class="acts">${isFixed ? nothing : html`<gh-menu label="More about ${model.name}" .items=${() => [
      { label: 'Change', icon: 'pencil', run: async () => (await modelDialog(model)) && reload() },
      model.isDefault ? undefined : { label: 'Make default', icon: 'star', run: () => set(model, { isDefault: true }, reload) },
      model.enabled
        ? { label: 'Disable', icon: 'ban', danger: true, run: () => set(model, { enabled: false }, reload) }
        : { label: 'Enable', icon: 'power', run: () => set(model, { enabled: true }, reload) },
      { separator: true },
      { label: 'Delete', icon: 'trash-2', danger: true, run: () => remove(model, reload) },
    ]}></gh-menu>`}</td></tr>`;
}

/**
 * @param {Api.ManagedModel} model
 * @param {{ enabled?: boolean, isDefault?: boolean }} change
 * @param {() => unknown} reload
 */
async function set(model, change, reload) {
  try {
    await patch(path(model), { ...change, version: model.version });
    toast('Model changed');
  } catch (error) {
    toastError(error);
  }
  provider.load();
  reload();
}

/**
 * @param {Api.ManagedModel} model
 * @param {() => unknown} reload
 */
async function remove(model, reload) {
  const isAgreed = await confirmDialog({
    title: `Delete ${model.name}?`,
    text: 'Requests for it are refused from now on; answers that are under way end. Its keys are forgotten.',
    action: 'Delete',
  });
  if (!isAgreed) return;
  try {
    await del(path(model));
    toast(`${model.name} is deleted`);
  } catch (error) {
    toastError(error);
  }
  provider.load();
  reload();
}
