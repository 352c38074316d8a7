const CANCELLED = ['NotAllowedError', 'AbortError'];
const ADDRESS = /^[\d.]+$|:/;

/** Whether this browser can use passkeys here: in a secure context, at the name of a host. */
export const takesPasskeys = () =>
  isSecureContext && !ADDRESS.test(location.hostname) && 'PublicKeyCredential' in window &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential;

/**
 * Lets the authenticator make a passkey; what the server needs of it.
 *
 * @param {PublicKeyCredentialCreationOptionsJSON} options
 */
export async function makePasskey(options) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = /** @type {PublicKeyCredential | null} */ (await navigator.credentials.create({ publicKey }));
  return made?.toJSON();
}

/**
 * Lets the authenticator sign the challenge; what the server needs of it.
 *
 * @param {PublicKeyCredentialRequestOptionsJSON} options
 */
export async function askPasskey(options) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const signed = /** @type {PublicKeyCredential | null} */ (await navigator.credentials.get({ publicKey }));
  return signed?.toJSON();
}

/**
 * What the user can do about an error of the browser; any other error itself.
 *
 * @param {unknown} error
 * @param {string} [host] that passkeys are bound to
 * @returns {Api.Failure}
 */
export function passkeyFault(error, host) {
  if (!(error instanceof DOMException)) return /** @type {Api.Failure} */ (error);
  if (CANCELLED.includes(error.name)) {
    return { message: 'No passkey was used: it was cancelled, took too long, or this device has none for this server. Try again.' };
  }
  if (error.name === 'InvalidStateError') return { message: 'This device has a passkey of your account already.' };
  if (error.name === 'SecurityError') {
    return { message: `Passkeys of this server work at ${host || 'its public address'} alone. Open it there.` };
  }
  return { message: `The browser could not use a passkey: ${error.message}` };
}
