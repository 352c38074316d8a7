// Messages that are not sent yet, by their chats: what is written and what is attached.
import { del, withQuery } from '../api.js';
import { session } from '../state.js';
import { keepLatest, windowStorage } from './storage.js';
import { isPicture } from './thumbnail.js';
import { toastError } from './toast-error.js';
import { upload } from './upload.js';

const DRAFT = 'guildhall-draft:';
const MOST_DRAFTS = 50;

/** @type {string | undefined} */
let owner;
let added = 0;

/**
 * The files that are being uploaded, or could not be: they stay with their draft when another chat is opened. `draft` is undefined for
 * those of a message that is edited.
 *
 * @type {Set<Ui.DraftFile>}
 */
const uploads = new Set();

/**
 * Only the user who wrote a draft may see it: when a session ends by itself, another user may sign in.
 *
 * @param {string} [chatId]
 */
function keyOf(chatId) {
  owner = session.user?.userId ?? owner;
  return `${DRAFT}${owner}:${chatId ?? ''}`;
}

/**
 * @param {string} key
 * @returns {{ text: string, files: Ui.SentFile[] }}
 */
function stored(key) {
  const { text = '', files = [] } = windowStorage.json(key) ?? {};
  return { text, files };
}

/**
 * @param {string} key
 * @param {{ text: string, files: Omit<Ui.DraftFile, 'key'>[] }} draft
 */
function store(key, { text, files }) {
  const kept = files.filter(({ id }) => id).map(({ id, name, size, type }) => ({ id, name, size, type }));
  keepLatest(DRAFT, key, text || kept.length ? JSON.stringify({ text, files: kept }) : '', MOST_DRAFTS);
}

/**
 * `{text, files}`: a file has an `id` when it is uploaded, and `error` when it could not be.
 *
 * @param {string} [chatId]
 * @returns {{ text: string, files: Ui.DraftFile[] }}
 */
export function draftOf(chatId) {
  const key = keyOf(chatId);
  const { text, files } = stored(key);
  return { text, files: [...files.map((file) => ({ key: file.id, ...file })), ...[...uploads].filter(({ draft }) => draft === key)] };
}

/**
 * @param {string | undefined} chatId
 * @param {{ text: string, files: Ui.DraftFile[] }} draft
 */
export const keepDraft = (chatId, draft) => store(keyOf(chatId), draft);

/**
 * A message stays a draft until the server has stored it, since the session may have ended meanwhile. What was written
 * after it is the draft of the chat that it began.
 *
 * @param {{ from?: string, to?: string, sent: string }} draft
 */
export function settleDraft({ from, to, sent }) {
  const [before, after] = [keyOf(from), keyOf(to)];
  const draft = stored(before);
  store(before, { text: '', files: [] });
  if (draft.text.trim() !== sent) store(after, draft);
  for (const file of uploads) if (file.draft === before) file.draft = after;
}

/** @param {Ui.DraftFile} file */
export const isUploading = (file) => uploads.has(file);

/**
 * Begins to upload a file for the draft of a chat, or for a message that is edited; returns it as drafts have it.
 *
 * @param {File} file
 * @param {{ chatId?: string, isEdit: boolean }} where
 * @returns {Ui.DraftFile}
 */
export function attach(file, { chatId, isEdit }) {
  const { name, size, type } = file;
  /** @type {Ui.DraftFile} */
  const entry = {
    key: `new-${++added}`,
    file,
    name,
    size,
    type,
    draft: isEdit ? undefined : keyOf(chatId),
    preview: isPicture(file) ? URL.createObjectURL(file) : undefined,
  };
  uploads.add(entry);
  send(entry);
  return entry;
}

/** Tries to upload a file again. @param {Ui.DraftFile} entry */
export function tryAgain(entry) {
  entry.error = undefined;
  send(entry);
}

/** Takes a file away that was attached and not sent. @param {Ui.DraftFile} entry */
export function detach(entry) {
  entry.cancel?.abort();
  uploads.delete(entry);
  if (entry.id && entry.key) del(withQuery('/api/files', { fileId: entry.id })).catch(() => {});
}

/**
 * The window gets the event `gh-uploaded` with what a file was and is now; who shows its draft keeps it and prevents
 * the default: to store it.
 *
 * @param {Ui.DraftFile} entry
 */
async function send(entry) {
  entry.cancel = new AbortController();
  let now = entry;
  try {
    const [kept] = await upload(/** @type {File} */ (entry.file), { signal: entry.cancel.signal });
    now = { key: entry.key, id: kept.id, name: entry.name, size: entry.size, type: kept.contentType, preview: entry.preview };
  } catch (error) {
    if (!uploads.has(entry)) return;
    entry.error = /** @type {Api.Failure} */ (error);
    toastError(error);
  }
  if (!uploads.has(entry)) return void detach(now);
  if (now !== entry) uploads.delete(entry);
  const isShown = !dispatchEvent(new CustomEvent('gh-uploaded', { detail: { entry, now }, cancelable: true }));
  if (isShown || now === entry) return;
  if (now.preview) URL.revokeObjectURL(now.preview);
  if (!entry.draft) return void detach(now);
  const draft = stored(entry.draft);
  store(entry.draft, { ...draft, files: [...draft.files, now] });
}
