// What this browser keeps: `browserStorage` for all windows, `windowStorage` for this one. A browser may keep nothing, or no more
// (private windows, a setting, a full storage): then a value lasts as long as this page is open.

/** A longer text does not displace others. */
const LONGEST = 1_000_000;

/** @param {'localStorage' | 'sessionStorage'} name */
function area(name) {
  const unstored = new Map();
  /**
   * @template T
   * @param {(storage: Storage) => T} act
   */
  const stored = (act) => {
    try {
      return act(globalThis[name]);
    } catch {
      return undefined;
    }
  };
  return {
    /** @type {(key: string) => string | undefined} */
    get: (key) => unstored.get(key) ?? stored((storage) => storage.getItem(key)) ?? undefined,
    /**
     * False when the browser did not take the text.
     *
     * @param {string} key
     * @param {string} text
     */
    set(key, text) {
      const isStored = stored((storage) => (storage.setItem(key, text), true)) ?? false;
      if (isStored) unstored.delete(key);
      else {
        stored((storage) => storage.removeItem(key));
        unstored.set(key, text);
      }
      return isStored;
    },
    /** @type {(key: string) => boolean} */
    isStored: (key) => stored((storage) => storage.getItem(key) !== null) ?? false,
    /** @param {string} key */
    remove(key) {
      unstored.delete(key);
      stored((storage) => storage.removeItem(key));
    },
    clear() {
      unstored.clear();
      stored((storage) => storage.clear());
    },
    /**
     * A value that was kept as JSON; undefined when there is none.
     *
     * @param {string} key
     * @returns {any}
     */
    json(key) {
      try {
        return JSON.parse(this.get(key) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    /**
     * @param {string} key
     * @returns {any[]}
     */
    list(key) {
      const value = this.json(key);
      return Array.isArray(value) ? value : [];
    },
  };
}

export const browserStorage = area('localStorage');
export const windowStorage = area('sessionStorage');

/**
 * Keeps texts in this window under keys of one kind, the latest `most` of them. The oldest one goes when there are more, or when the
 * storage is full. An empty text is not kept.
 *
 * @param {string} kind
 * @param {string} key
 * @param {string} text
 * @param {number} most
 */
export function keepLatest(kind, key, text, most) {
  const keys = windowStorage.list(kind).filter((known) => known !== key);
  windowStorage.remove(key);
  if (text) {
    while (keys.length >= most) windowStorage.remove(keys.shift());
    while (!windowStorage.set(key, text) && text.length <= LONGEST) {
      const oldest = keys.find(windowStorage.isStored);
      if (!oldest) break;
      windowStorage.remove(oldest);
      keys.splice(keys.indexOf(oldest), 1);
    }
    keys.push(key);
  }
  windowStorage.set(kind, JSON.stringify(keys));
}
