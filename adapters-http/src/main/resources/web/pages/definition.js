import { define, html, nothing } from '../ui/element.js';
import { del, get, patch, post, withQuery } from '../api.js';
import { confirmDialog } from '../ui/dialog.js';
import { draftOf, newDraft } from '../ui/draft.js';
import '../ui/definition-editor.js';
import { time } from '../ui/format.js';
import { icon } from '../ui/icon.js';
import { Page } from '../ui/page.js';
import { navigate } from '../ui/router.js';
import { DEFINITIONS, startDefinition } from '../ui/start-definition.js';
import { problem, skeleton } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';

export const tag = 'gh-definition';

const NEW = 'new';
/** The server keeps so many versions. */
const MOST_VERSIONS = 100;

/**
 * `definition` is the newest version, `shown` the number of the one in the editor.
 *
 * @typedef {{
 *   definition?: Api.Definition, shown?: number, draft: import('../ui/draft.js').Draft, isChanged: boolean, isSaving?: boolean,
 *   failure?: Api.Failure,
 * }} Properties
 */

class Definition extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  static properties = {
    ...Page.properties,
    definition: { state: true },
    shown: { state: true },
    draft: { state: true },
    isChanged: { state: true },
    isSaving: { state: true },
    failure: { state: true },
  };

  heading() {
    const { definition } = this;
    const back = { href: '/tasks?kind=definitions', label: 'All definitions' };
    if (!definition) return { title: this.params.id === NEW ? 'New definition' : 'Definition', back };
    return {
      title: definition.name,
      back,
      meta: html`<span class="small hide-s">version ${definition.version}</span>`,
      actions: html`<button class="btn danger" aria-label="Delete" @click=${() => this.erase()}>${icon('trash-2')}<span
          class="hide-s">Delete</span></button>
        <button class="btn main" @click=${() => startDefinition(definition)}>${icon('play')}Start</button>`,
    };
  }

  get path() {
    return `${DEFINITIONS}/${encodeURIComponent(this.params.id)}`;
  }

  /** @returns {import('../ui/definition-editor.js').DefinitionEditor | null} */
  get editor() {
    return this.querySelector('gh-definition-editor');
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    const definition = this.params.id === NEW ? undefined : await get(this.path, { signal });
    this.take(definition);
  }

  /** @param {Api.Definition | undefined} definition */
  take(definition) {
    const draft = definition ? draftOf(definition) : newDraft();
    Object.assign(this, { definition, shown: definition?.version, draft, isChanged: false, failure: undefined });
  }

  again() {
    this.definition = undefined;
    super.again();
  }

  /** @param {number} version */
  async show(version) {
    try {
      const former = await get(withQuery(this.path, { version }));
      Object.assign(this, { draft: draftOf(former), shown: version, isChanged: version !== this.definition?.version, failure: undefined });
    } catch (error) {
      toastError(error);
    }
  }

  /** @param {Event} event */
  async save(event) {
    event.preventDefault();
    if (this.isSaving) return;
    const { definition } = this;
    const body = await this.editor?.body();
    if (!body) return;
    Object.assign(this, { isSaving: true, failure: undefined });
    try {
      const saved = definition ? await patch(this.path, body) : await post(DEFINITIONS, body);
      toast(definition ? `Version ${saved.version} saved` : `${saved.name} made`);
      if (definition) this.take(saved);
      else navigate(`/definitions/${saved.id}`, { replace: true });
    } catch (error) {
      this.failure = /** @type {Api.Failure} */ (error);
      this.editor?.show(this.failure.details?.error?.message ?? this.failure.message);
    }
    this.isSaving = false;
  }

  async erase() {
    const { definition } = this;
    const isAgreed = definition && await confirmDialog({
      title: `Delete ${definition.name}?`, text: 'It goes with all its versions. Workflows that were started of it stay.', action: 'Delete',
    });
    if (!isAgreed) return;
    try {
      await del(this.path);
      toast(`${definition.name} deleted`);
      navigate('/tasks?kind=definitions', { replace: true });
    } catch (error) {
      toastError(error);
    }
  }

  waiting() {
    return html`${skeleton(1, 'chart')}${skeleton(1, 'cardish')}`;
  }

  content() {
    const { definition, isChanged, failure } = this;
    return html`<form class="stack wide" novalidate @submit=${(/** @type {Event} */ event) => this.save(event)}>
      ${definition ? this.versions(definition) : html`<p class="small">A definition is kept, and started by hand, by a program or by a
        schedule. Its steps are tasks that wait for each other.</p>`}
      <gh-definition-editor class="stack wide" .draft=${this.draft}
        @edit=${() => (this.isChanged = true)} @input=${() => (this.isChanged = true)}></gh-definition-editor>
      ${failure ? problem(failure) : nothing}
      <div class="row"><button class="btn main" aria-busy=${Boolean(this.isSaving)} ?disabled=${Boolean(definition) && !isChanged}>${
        definition ? 'Save a new version' : 'Save the definition'}</button></div></form>`;
  }

  /** @param {Api.Definition} definition */
  versions({ version, updatedAt }) {
    const oldest = Math.max(1, version - MOST_VERSIONS + 1);
    const all = Array.from({ length: version - oldest + 1 }, (_, i) => version - i);
    return html`<div class="head"><p class="small">Changed ${time(updatedAt)}.${this.shown === version ? ''
      : ` You see version ${this.shown}: saving makes it the newest one.`}</p>
      <label class="filter"><span class="unseen">Version</span><select class="input"
        @change=${(/** @type {Ui.On<HTMLSelectElement>} */ { target }) => this.show(Number(target.value))}>
        ${all.map((each) => html`<option value=${each} ?selected=${each === this.shown}>Version ${each}</option>`)}</select></label></div>`;
  }
}

define(tag, Definition);
