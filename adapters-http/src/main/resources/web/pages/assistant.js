import { define, html, nothing } from '../ui/element.js';
import { del, get, patch, post } from '../api.js';
import { assistants, provider, session } from '../state.js';
import { assistantFields, settingsOf, typed } from '../ui/assistant-form.js';
import '../ui/assistant-trial.js';
import '../ui/assistant-usage.js';
import '../ui/assistant-versions.js';
import { ASSISTANTS, addressOf } from '../ui/assistants.js';
import { audience } from '../ui/audience.js';
import { addressOf as addressOfCollection } from '../ui/collections.js';
import '../ui/evaluation.js';
import { confirmDialog } from '../ui/dialog.js';
import { icon } from '../ui/icon.js';
import { Page } from '../ui/page.js';
import { navigate } from '../ui/router.js';
import { problem, skeleton } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';

export const tag = 'gh-assistant';

const NEW = 'new';

/**
 * @typedef {{
 *   assistant?: Api.Assistant, typed: import('../ui/assistant-form.js').Typed, groups: import('../ui/audience.js').Group[],
 *   collections: Api.Collection[], failure?: Api.Failure, isSaving?: boolean,
 * }} Properties
 */

class Assistant extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  static properties = { ...Page.properties, assistant: { state: true }, failure: { state: true }, isSaving: { state: true } };

  heading() {
    const { assistant } = this;
    const back = { href: '/assistants', label: 'All assistants' };
    if (!assistant) return { title: this.params.id === NEW ? 'New assistant' : 'Assistant', back };
    return {
      title: assistant.name,
      back,
      meta: html`<span class="small hide-s">version ${assistant.version}</span>`,
      actions: html`<a class="btn" href="/?assistant=${encodeURIComponent(assistant.id)}">${icon('message-square')}Chat</a>
        ${this.mayChange ? html`<button class="btn danger" aria-label="Delete" @click=${() => this.erase()}>${icon('trash-2')}<span
          class="hide-s">Delete</span></button>` : nothing}`,
    };
  }

  get mayChange() {
    return !this.assistant || this.assistant.owner === session.user?.userId || session.isAdmin;
  }

  /** Whether the form has something that is not saved. */
  get isChanged() {
    return JSON.stringify(settingsOf(this.typed)) !== JSON.stringify(settingsOf(typed(this.assistant)));
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const { id } = this.params;
    const [assistant, { groups }] = await Promise.all([
      id === NEW ? undefined : get(addressOf(id), { signal }),
      get('/web/api/v1/groups?limit=200', { signal }).catch(() => ({ groups: [] })),
      provider.models.length ? undefined : provider.load(),
    ]);
    const collections = await named(assistant?.collections ?? [], signal);
    Object.assign(this, { assistant, groups, collections, typed: typed(assistant) });
  }

  again() {
    Object.assign(this, { assistant: undefined, failure: undefined });
    super.again();
  }

  /** @param {Event} event */
  async save(event) {
    event.preventDefault();
    if (this.isSaving) return;
    this.isSaving = true;
    this.failure = undefined;
    try {
      const settings = settingsOf(this.typed);
      const { assistant } = this;
      const saved = assistant ? await patch(addressOf(assistant.id), { ...settings, version: assistant.version })
        : await post(ASSISTANTS, settings);
      assistants.load();
      toast(assistant ? `Version ${saved.version} saved` : `${saved.name} made`);
      Object.assign(this, { assistant: saved, typed: typed(saved) });
      if (!assistant) navigate(`/assistants/${encodeURIComponent(saved.id)}`, { replace: true, quiet: true });
    } catch (error) {
      this.failure = /** @type {Api.Failure} */ (error);
    }
    this.isSaving = false;
  }

  /** @param {Api.Assistant} former */
  async use(former) {
    const { assistant } = this;
    if (!assistant) return;
    try {
      const saved = await patch(addressOf(assistant.id), { ...settingsOf(typed(former)), version: assistant.version });
      Object.assign(this, { assistant: saved, typed: typed(saved) });
      assistants.load();
      toast(`Version ${saved.version} is as version ${former.version} was`);
    } catch (error) {
      toastError(error);
    }
  }

  async erase() {
    const { assistant } = this;
    if (!assistant) return;
    const isAgreed = await confirmDialog({
      title: `Delete ${assistant.name}?`,
      text: 'It goes with all its versions. Chats with it stay; they need another assistant for the next question.',
      action: 'Delete',
    });
    if (!isAgreed) return;
    try {
      await del(addressOf(assistant.id));
      assistants.load();
      toast(`${assistant.name} deleted`);
      navigate('/assistants', { replace: true });
    } catch (error) {
      toastError(error);
    }
  }

  /** The answers of the trial have a cost too. */
  answered() {
    /** @type {(HTMLElement & { load(): Promise<void> }) | null} */
    const usage = this.querySelector('gh-assistant-usage');
    usage?.load();
  }

  waiting() {
    return html`<div class="cols wide">${skeleton(1, 'chart')}${skeleton(1, 'chart')}</div>`;
  }

  content() {
    const { assistant, mayChange, isChanged } = this;
    const isOwn = assistant && assistant.owner === session.user?.userId;
    return html`<div class="cols wide top try">
      <form class="card stack wide" @submit=${(/** @type {Event} */ event) => this.save(event)}>
        <div class="head"><h2 class="grow">Settings</h2>${assistant ? audience(assistant, this.groups) : nothing}</div>
        ${this.failure ? problem(this.failure) : nothing}
        ${assistantFields(this.typed, {
          groups: this.groups, collections: this.collections, isFixed: !mayChange, update: () => this.requestUpdate(),
          learn: (collections) => (this.collections = collections),
        })}
        ${mayChange ? html`<div class="row"><button class="btn main" aria-busy=${Boolean(this.isSaving)}
          ?disabled=${Boolean(assistant) && !isChanged}>${assistant ? 'Save a new version' : 'Make the assistant'}</button></div>`
          : html`<p class="small">Its owner shares it with you. You can use it, and only its owner changes it.</p>`}
      </form>
      <div class="stack"><section class="card stack" aria-label="Try it out"><gh-assistant-trial class="stack" .assistant=${assistant}
        .isChanged=${isChanged} @gh-answered=${() => this.answered()}></gh-assistant-trial></section>
        ${assistant ? html`<section class="card stack"><h2>Versions</h2><gh-assistant-versions .assistant=${assistant}
          .mayChange=${mayChange} @gh-use-version=${(/** @type {CustomEvent} */ { detail }) => this.use(detail)}
        ></gh-assistant-versions></section>` : nothing}</div></div>
      ${assistant ? html`<section class="card stack" aria-label="Evaluation"><gh-evaluation class="stack" .assistant=${assistant}
        .mayChange=${mayChange}></gh-evaluation></section>` : nothing}
      ${isOwn ? html`<section class="card stack" aria-label="Usage"><gh-assistant-usage class="stack" .assistant=${assistant}
        ></gh-assistant-usage></section>` : nothing}`;
  }
}

/**
 * The collections of an assistant that the user reads.
 *
 * @param {string[]} ids
 * @param {AbortSignal} signal
 * @returns {Promise<Api.Collection[]>}
 */
async function named(ids, signal) {
  const read = await Promise.all(ids.map((id) => get(addressOfCollection(id), { signal }).catch(() => [])));
  return read.flat();
}

define(tag, Assistant);
