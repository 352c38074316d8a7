import { withQuery } from '../api.js';
import { html } from './element.js';

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** Whether browsers show a file of this `type` as a picture. @param {{ type: string }} file */
export const isPicture = ({ type }) => TYPES.includes(type);

/** @param {{ id?: string }} file */
export const addressOf = ({ id }) => withQuery('/api/files', { fileId: id, download: 'true' });

/**
 * A file `{id, type, preview}` as a small picture; undefined when it is none. `preview` is its address before it is stored.
 *
 * @param {Pick<Ui.DraftFile, 'id' | 'type' | 'preview' | 'error'>} file
 */
export function thumbnail(file) {
  if (!isPicture(file) || file.error || !(file.preview || file.id)) return undefined;
  return html`<img class="thumb" src=${file.preview ?? addressOf(file)} alt="">`;
}
