import { define, html, repeat } from '../ui/element.js';
import { del } from '../api.js';
import { iconOfType } from '../ui/file-icon.js';
import { bytes, plural, time } from '../ui/format.js';
import { focusRow } from '../ui/focus.js';
import { icon } from '../ui/icon.js';
import { Page } from '../ui/page.js';
import { firstPage, more } from '../ui/paged.js';
import { empty, skeleton } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { toastError } from '../ui/toast-error.js';
import { MOST_BYTES, upload } from '../ui/upload.js';
import { Uploads } from '../ui/uploads.js';

export const tag = 'gh-files';

/** @typedef {{ list: Ui.List<Api.StoredFile>, gone: Set<string> }} Properties */

class Files extends /** @type {Ui.With<typeof Page, Properties>} */ (Page) {
  uploads = new Uploads(this);

  constructor() {
    super();
    this.gone = new Set();
  }

  heading() {
    return { title: 'Files', actions: html`<button class="btn main" @click=${() => this.uploads.pick()}>${icon('upload')}Upload</button>` };
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    this.list = await firstPage('/api/files', 'files', {}, signal, this);
  }

  /** @param {File} file @param {import('../ui/upload.js').Options} options */
  async send(file, options) {
    const kept = await upload(file, options);
    this.list = { ...this.list, items: [...kept, ...this.list.items] };
    toast(`${file.name} uploaded`);
  }

  /** @param {Api.StoredFile} file */
  discard(file) {
    const at = this.list.items.filter(({ id }) => !this.gone.has(id)).indexOf(file);
    this.gone.add(file.id);
    this.requestUpdate();
    const focus = () => this.updateComplete.then(() => focusRow(this, '.items > li', this.uploads.items.length + at));
    focus();
    const back = () => (this.gone.delete(file.id), this.requestUpdate());
    toast(`${file.name} deleted`, {
      undo: () => (back(), focus()),
      done: () => del(`/api/files?fileId=${file.id}`, undefined, { keepalive: true }).catch((error) => (back(), toastError(error))),
    });
  }

  waiting() {
    return html`<div class="card flush">${skeleton(6)}</div>`;
  }

  content() {
    const files = this.list.items.filter(({ id }) => !this.gone.has(id));
    return this.uploads.zone(html`
      ${files.length || this.uploads.items.length ? html`<div class="card flush"><ul class="items">
          ${this.uploads.rows()}${repeat(files, ({ id }) => id, (file) => this.item(file))}</ul></div>
        <p class="small center">${plural(files.length, 'file')}<span class="hide-s"> · drop files here to upload them</span> ·
          ${bytes(MOST_BYTES)} each at most</p>` : html`<div class="card">${empty({
          icon: 'file-up', title: 'No files yet',
            text: 'Upload a file by its button or drop it here. The agent can read texts and PDFs that you attach to a chat.',
          action: html`<button class="btn main" @click=${() => this.uploads.pick()}>${icon('upload')}Upload a file</button>`,
        })}</div>`}
      ${more(this.list, (list) => ((this.list = list), this.requestUpdate()))}`);
  }

  /** @param {Api.StoredFile} file */
  item(file) {
    const link = `/api/files?fileId=${file.id}&download=true`;
    return html`<li>${icon(iconOfType(file.contentType))}<span class="grow"><span class="clip name">${file.name}</span><small
      class="where">${file.contentType} · ${bytes(file.size)}</small></span>
      <span class="small hide-s">${time(file.createdAt)}</span>
      <a class="btn small quiet only" href=${link} download=${file.name} aria-label="Download ${file.name}"
        title="Download">${icon('download', 's')}</a>
      <button class="btn small quiet only" aria-label="Delete ${file.name}" title="Delete"
        @click=${() => this.discard(file)}>${icon('trash-2', 's')}</button></li>`;
  }
}

define(tag, Files);
