// The model of new chats: the latest choice in this browser. The server keeps that of each chat.
import { browserStorage } from './storage.js';

const LATEST = 'guildhall-model';

/** Undefined when none was chosen. @returns {string | undefined} */
export const modelOfNewChats = () => browserStorage.get(LATEST);

/** @param {string} model */
export const keepModel = (model) => browserStorage.set(LATEST, model);
