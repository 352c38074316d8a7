// The dialog that adds an integration, or changes one that was added here.
import { patch, post } from '../api.js';
import { session } from '../state.js';
import { openDialog } from './dialog.js';
import { html, nothing } from './element.js';
import { field } from './field.js';
import { bytes } from './format.js';
import { INTEGRATIONS } from './integration.js';
import { problem } from './states.js';
import { toast } from './toast.js';

const MOST_BYTES = 5 * 1024 * 1024;
const NAME = String.raw`[a-z0-9_\-]{1,64}`;
const KINDS = [['mcp', 'MCP server'], ['openapi', 'OpenAPI document']];
const SOURCES = [['url', 'Address'], ['file', 'File'], ['paste', 'Paste']];
const AUDIENCES = [['private', 'Only me'], ['shared', 'Everyone']];

/**
 * @typedef {'name' | 'displayName' | 'description' | 'url' | 'document' | 'baseUrl' | 'key' | 'headers' | 'clientId' | 'clientSecret'
 *   | 'scopes'} TextOfIntegration
 *
 * @typedef {Record<TextOfIntegration, string> & {
 *   kind: string, source: string, visibility: string, sampling: boolean, file?: File, isNamed: boolean,
 * }} WantedIntegration
 */

/** @param {Api.IntegrationDetails} [known] @returns {WantedIntegration} */
const typed = (known) => ({
  name: known?.name ?? '',
  displayName: known?.displayName ?? '',
  description: known?.description ?? '',
  url: known?.url ?? '',
  document: '',
  baseUrl: known?.baseUrl ?? '',
  key: '',
  headers: '',
  clientId: known?.clientId ?? '',
  clientSecret: '',
  scopes: '',
  kind: known?.kind ?? 'mcp',
  source: known && !known.url ? 'paste' : 'url',
  visibility: known?.visibility ?? 'private',
  sampling: known?.sampling ?? false,
  isNamed: Boolean(known),
});

/** A name for what the user typed: of `https://mcp.notes.example/mcp` it is `notes`. @param {WantedIntegration} wanted */
function suggested({ displayName, url }) {
  const labels = URL.parse(url)?.hostname.split('.').filter((label) => !/^(www|api|mcp|localhost|\d+)$/.test(label)) ?? [];
  return (displayName || (labels.length > 1 ? labels[labels.length - 2] : (labels[0] ?? '')))
    .toLowerCase().replace(/[^a-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 64);
}

/**
 * The headers of lines such as `X-Key: abc`.
 *
 * @param {string} text
 * @returns {Record<string, string>}
 */
function headersOf(text) {
  /** @type {Record<string, string>} */
  const headers = {};
  for (const line of text.split('\n').map((one) => one.trim()).filter(Boolean)) {
    const at = line.indexOf(':');
    if (at < 1) throw new Error(`Headers: “${line.slice(0, 40)}” is not a name, a colon and a value.`);
    headers[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return headers;
}

/** What the user chose as the document; undefined for one at an address. @param {WantedIntegration} wanted */
async function documentOf({ kind, source, file, document }) {
  if (kind !== 'openapi' || source === 'url') return undefined;
  if (source === 'paste') return document.trim() || undefined;
  if (!file) throw new Error('Choose a file.');
  if (file.size > MOST_BYTES)
    throw new Error(`${file.name} has ${bytes(file.size)}, and a document can have ${bytes(MOST_BYTES)} at most.`);
  return file.text();
}

/** @param {WantedIntegration} wanted */
async function settingsOf(wanted) {
  const text = (/** @type {TextOfIntegration} */ name) => wanted[name].trim() || undefined;
  const key = text('key');
  const headers = { ...headersOf(wanted.headers), ...(key ? { Authorization: `Bearer ${key}` } : {}) };
  const isDocument = wanted.kind === 'openapi';
  return {
    displayName: text('displayName'),
    description: text('description'),
    url: isDocument && wanted.source !== 'url' ? undefined : text('url'),
    document: await documentOf(wanted),
    baseUrl: isDocument ? text('baseUrl') : undefined,
    headers: Object.keys(headers).length ? headers : undefined,
    clientId: text('clientId'),
    clientSecret: text('clientSecret'),
    scopes: text('scopes')?.split(/[\s,]+/),
    sampling: isDocument ? undefined : wanted.sampling,
  };
}

/**
 * Asks for an integration and sends it; what the server answers, undefined when the user left the dialog.
 *
 * @param {Api.IntegrationDetails} [known] the one to change
 * @returns {Promise<Api.IntegrationDetails | undefined>}
 */
export async function integrationDialog(known) {
  const wanted = typed(known);
  /** @type {Api.Failure | undefined} */
  let failure;
  let isBusy = false;
  /** @param {Ui.Dialog} dialog */
  const send = async ({ close, update }) => {
    if (isBusy) return;
    isBusy = true;
    failure = undefined;
    update();
    try {
      const settings = await settingsOf(wanted);
      const { name, kind, visibility } = wanted;
      close(known ? await patch(`${INTEGRATIONS}/${known.name}`, settings)
        : await post(INTEGRATIONS, { ...settings, name: name.trim(), kind, visibility }));
    } catch (error) {
      failure = /** @type {Api.Failure} */ (error);
    }
    isBusy = false;
    update();
  };
  const saved = await openDialog({
    title: known ? `Change ${known.displayName}` : 'Add an integration',
    wide: true,
    body: (dialog) => html`<form id="integration" class="stack"
      @submit=${(/** @type {Event} */ event) => (event.preventDefault(), send(dialog))}>
      ${failure ? problem(failure) : nothing}${fields(wanted, known, dialog.update)}</form>`,
    foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button><button class="btn main" form="integration"
      aria-busy=${isBusy}>${known ? 'Save' : 'Add'}</button>`,
  });
  if (saved && known) toast(`${saved.displayName} changed`);
  return saved;
}

/**
 * @param {WantedIntegration} wanted
 * @param {Api.IntegrationDetails | undefined} known
 * @param {() => unknown} update
 */
function fields(wanted, known, update) {
  /**
   * @param {TextOfIntegration} name
   * @param {string} label
   * @param {string} hint
   * @param {{ type?: string, pattern?: string, required?: boolean, maxLength?: number, autofocus?: boolean, placeholder?: string }} [more]
   */
  const text = (name, label, hint, more = {}) => field(`integration-${name}`, label, html`<input class="input" id="integration-${name}"
    type=${more.type ?? 'text'} maxlength=${more.maxLength ?? 4096} pattern=${more.pattern ?? nothing} ?required=${more.required}
    placeholder=${more.placeholder ?? nothing} autocomplete="off" spellcheck="false" ?autofocus=${more.autofocus} .value=${wanted[name]}
    aria-describedby=${hint ? `integration-${name}-hint` : nothing}
    @input=${(/** @type {Ui.On} */ event) => set(name, event.target.value)}>`, hint);
  /** @param {TextOfIntegration} name @param {string} value */
  const set = (name, value) => {
    wanted[name] = value;
    if (name === 'name') wanted.isNamed = Boolean(value);
    if (!wanted.isNamed && (name === 'url' || name === 'displayName')) wanted.name = suggested(wanted);
    update();
  };
  const isDocument = wanted.kind === 'openapi';
  const keep = known ? 'Empty: what is stored stays, as long as the address does.' : 'Stored encrypted, and never shown again.';
  return html`${known ? nothing : choice('Kind', KINDS, wanted.kind, (kind) => (Object.assign(wanted, { kind }), update()))}
    ${isDocument ? documentFields(wanted, text, known, update) : text('url', 'Address', 'Where the server answers MCP over HTTP.',
      { type: 'url', required: true, autofocus: true, placeholder: 'https://mcp.example.com/mcp' })}
    ${known ? nothing : text('name', 'Name', 'The first part of the names of its tools: a–z, 0–9, - and\u00a0_.',
      { pattern: NAME, required: true, maxLength: 64 })}
    ${text('displayName', 'Title', known ? '' : 'As people see it. Default: the name.', { maxLength: 200 })}
    ${text('key', 'Key', `${isDocument ? 'Only if all users have the same one.' : 'Only if the server asks for one: a sign-in is found.'}
      Sent as Authorization: Bearer. ${keep}`, { type: 'password' })}
    ${known || !session.isAdmin ? nothing : choice('Who can use it', AUDIENCES, wanted.visibility,
      (visibility) => (Object.assign(wanted, { visibility }), update()))}
    <details class="extra"><summary>Headers, OAuth client and description</summary><div class="stack">
      ${field('integration-headers', 'Headers', html`<textarea class="input mono" id="integration-headers" rows="3" autocomplete="off"
        spellcheck="false" placeholder="X-Api-Key: …" aria-describedby="integration-headers-hint" .value=${wanted.headers}
        @input=${(/** @type {Ui.On} */ event) => set('headers', event.target.value)}></textarea>`,
      `A name and a value on each line, sent with every request. ${known?.headerNames?.length
        ? `Stored: ${known.headerNames.join(', ')}. ` : ''}${keep}`)}
      <div class="cols">${text('clientId', 'OAuth client ID', 'Only if the provider has registered one by hand.')}
        ${text('clientSecret', 'OAuth client secret', keep, { type: 'password' })}</div>
      ${text('scopes', 'Scopes', 'Separated by spaces. Default: those that the provider names')}
      ${text('description', 'Description', 'What it is used for. The model reads it too.', { maxLength: 2000 })}
      ${isDocument ? nothing : html`<label class="check"><input type="checkbox" .checked=${wanted.sampling}
        @change=${(/** @type {Ui.On} */ event) => (wanted.sampling = event.target.checked)}>The default model answers what the server asks a
        model, at the cost of the user</label>`}</div></details>`;
}

/**
 * @param {WantedIntegration} wanted
 * @param {(name: TextOfIntegration, label: string, hint: string, more?: any) => unknown} text
 * @param {Api.IntegrationDetails | undefined} known
 * @param {() => unknown} update
 */
function documentFields(wanted, text, known, update) {
  const what = 'OpenAPI 3.0 to 3.2 or Swagger 2.0, JSON or YAML, at most 5 MB.';
  const input = {
    url: () => text('url', 'Address of the document', `${what} It is read again at each refresh.`,
      { type: 'url', required: true, autofocus: true, placeholder: 'https://api.example.com/openapi.json' }),
    file: () => field('integration-file', 'File', html`<input class="input" id="integration-file" type="file"
      accept=".json,.yaml,.yml,application/json,application/yaml" aria-describedby="integration-file-hint"
      @change=${(/** @type {Ui.On} */ event) => (wanted.file = event.target.files?.[0])}>`, what),
    paste: () => field('integration-document', 'Document', html`<textarea class="input mono" id="integration-document" rows="8"
      spellcheck="false" autocomplete="off" ?required=${!known} aria-describedby="integration-document-hint" .value=${wanted.document}
      @input=${(/** @type {Ui.On} */ event) => (wanted.document = event.target.value)}></textarea>`,
    known ? `${what} Empty: the stored one stays.` : what),
  }[wanted.source];
  return html`${choice('Document from', SOURCES, wanted.source, (source) => (Object.assign(wanted, { source }), update()))}
    ${input?.()}
    ${text('baseUrl', 'Address of the API', 'Only if the document names none, or another one.', { type: 'url' })}`;
}

/**
 * @param {string} label
 * @param {string[][]} options
 * @param {string} chosen
 * @param {(value: string) => unknown} choose
 */
const choice = (label, options, chosen, choose) => {
  const id = `choice-${label.replaceAll(' ', '-')}`;
  return html`<div class="field"><span class="label" id=${id}>${label}</span><div class="seg" role="group"
    aria-labelledby=${id}>${options.map(([value, words]) => html`<button type="button" aria-pressed=${value === chosen}
    @click=${() => choose(value)}>${words}</button>`)}</div></div>`;
};
