/** The code of a key that an input method has taken. Safari ends a composition before the key that confirmed it. */
const COMPOSING_KEY = 229;

/**
 * Whether a key belongs to the composition of an input method, as for Chinese or Japanese, and so has no other meaning.
 *
 * @param {KeyboardEvent} event
 */
export const isComposing = (event) => event.isComposing || event.keyCode === COMPOSING_KEY;
