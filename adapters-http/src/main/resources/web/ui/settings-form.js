import { html, nothing } from './element.js';
import { patch } from '../api.js';
import { provider } from '../state.js';
import { field } from './field.js';
import { toast } from './toast.js';
import { toastError } from './toast-error.js';

const PATH = '/web/api/v1/admin/settings';

/** @type {[string, string][]} */
const POLICIES = [['none', 'No one'], ['admins', 'Administrators'], ['everyone', 'Everyone']];
/** @type {[string, string][]} */
const MODES = [['open', 'Everyone'], ['invited', 'Persons with an invitation'], ['closed', 'No one']];

/**
 * @typedef {{
 *   registration: string, publicUrl: string | null, mail: { configured: boolean, from: string },
 *   requireSecondFactor: string, defaultModel: string | null, retention: { chats: number | null }, fixed: string[],
 * }} Settings
 */

/**
 * The models to choose from, with the chosen one although it may be gone.
 *
 * @param {Api.ManagedModel[]} models
 * @param {string | null} chosen
 */
const modelNames = (models, chosen) =>
  [...new Set([...models.filter(({ enabled }) => enabled).map(({ name }) => name), ...(chosen ? [chosen] : [])])];

/** An empty field removes the value. @param {FormDataEntryValue | null} value */
const orNull = (value) => String(value ?? '').trim() || null;

/**
 * The settings of the installation. What the environment of the server decides is shown and cannot be changed.
 *
 * @param {Settings} settings
 * @param {Api.ManagedModel[]} models
 * @param {(settings: Settings) => unknown} changed
 */
export function settingsForm(settings, models, changed) {
  /** @param {string} name */
  const isFixed = (name) => settings.fixed.includes(name);
  /**
   * @param {string} name
   * @param {string} [hint]
   */
  const hintOf = (name, hint) => (isFixed(name) ? 'The environment of the server decides this.' : hint);
  /** @param {Ui.On<HTMLFormElement>} event */
  const save = async (event) => {
    event.preventDefault();
    try {
      changed(await patch(PATH, changeOf(new FormData(event.target), settings)));
      toast('Settings saved');
      provider.load();
    } catch (error) {
      toastError(error);
    }
  };
  return html`<form class="card stack" @submit=${save}>
    ${field('set-registration', 'Who may register', html`<select class="input" id="set-registration" name="registration"
      ?disabled=${isFixed('registration')} aria-describedby=${isFixed('registration') ? 'set-registration-hint' : nothing}>
      ${MODES.map(([value, label]) => html`<option value=${value} ?selected=${value === settings.registration}>${label}</option>`)}
      </select>`, hintOf('registration'))}
    ${field('set-url', 'Address', html`<input class="input" id="set-url" name="publicUrl" type="url" maxlength="2048"
      placeholder=${location.origin} .value=${settings.publicUrl ?? ''} ?disabled=${isFixed('publicUrl')}
      aria-describedby="set-url-hint">`, hintOf('publicUrl',
      'Where users open this server. Links in mails and redirects of providers lead there, and it issues the tokens. With https, browsers '
      + 'sign in again there.'))}
    ${field('set-smtp', 'Mail server', html`<input class="input" id="set-smtp" name="smtpUrl" maxlength="2048" autocomplete="off"
      spellcheck="false" ?disabled=${isFixed('mail.smtpUrl')} aria-describedby="set-smtp-hint"
      placeholder=${settings.mail.configured ? 'configured; not shown' : 'smtp://user:password@host:587'}>`,
    hintOf('mail.smtpUrl', settings.mail.configured ? 'Type another address to replace it, or off to send no mail.'
      : 'Without one, forgotten passwords cannot be reset and invitations are not mailed.'))}
    ${field('set-from', 'Sender of mail', html`<input class="input" id="set-from" name="from" maxlength="320"
      placeholder="Guildhall &lt;guildhall@example.org&gt;" .value=${settings.mail.from} ?disabled=${isFixed('mail.from')}
      aria-describedby=${isFixed('mail.from') ? 'set-from-hint' : nothing}>`, hintOf('mail.from'))}
    ${field('set-factor', 'Who needs two-step sign-in', html`<select class="input" id="set-factor" name="requireSecondFactor">
      ${POLICIES.map(([value, label]) => html`<option value=${value}
        ?selected=${value === settings.requireSecondFactor}>${label}</option>`)}
      </select>`)}
    ${field('set-model', 'Default model', html`<select class="input" id="set-model" name="defaultModel" aria-describedby="set-model-hint">
      <option value="" ?selected=${!settings.defaultModel}>The one that is marked as default</option>
      ${modelNames(models, settings.defaultModel).map((name) => html`<option value=${name}
        ?selected=${name === settings.defaultModel}>${name}</option>`)}</select>`,
    'It answers questions for which no model was chosen.')}
    ${field('set-chats', 'Remove chats after (days)', html`<input class="input" id="set-chats" name="chats" type="number" min="1"
      max="36500" .value=${String(settings.retention.chats ?? '')} aria-describedby="set-chats-hint">`,
    'Counted from the last message. Empty: chats stay.')}
    <div class="row"><button class="btn main">Save</button></div></form>`;
}

/**
 * @param {FormData} form
 * @param {Settings} settings
 */
function changeOf(form, settings) {
  const isFree = (/** @type {string} */ name) => !settings.fixed.includes(name);
  const smtp = orNull(form.get('smtpUrl'));
  const days = orNull(form.get('chats'));
  const from = orNull(form.get('from'));
  return {
    ...(isFree('registration') ? { registration: form.get('registration') } : {}),
    ...(isFree('publicUrl') ? { publicUrl: orNull(form.get('publicUrl')) } : {}),
    mail: {
      ...(isFree('mail.smtpUrl') && smtp ? { smtpUrl: smtp === 'off' ? null : smtp } : {}),
      ...(isFree('mail.from') && from !== settings.mail.from ? { from } : {}),
    },
    requireSecondFactor: form.get('requireSecondFactor'),
    defaultModel: orNull(form.get('defaultModel')),
    retention: { chats: days === null ? null : Number(days) },
  };
}
