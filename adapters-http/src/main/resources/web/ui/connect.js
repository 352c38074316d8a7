// Connecting an integration: with a key, or at the page of its provider, which sends the browser back to a page of this server.
import { post } from '../api.js';
import { promptDialog } from './dialog.js';
import { navigate } from './router.js';
import { toast } from './toast.js';

/**
 * True when it is connected; false when the person has left the dialog, or the browser goes to the provider's page and comes back to
 * `path`. Throws what the server answers.
 *
 * @param {Api.Integration} integration
 * @param {string} path
 */
export async function connect({ name, displayName, auth }, path) {
  const apiKey =
    auth === 'apiKey'
      ? await promptDialog({
          title: `Connect ${displayName}`,
          label: 'API key',
          type: 'password',
          autocomplete: 'off',
          maxLength: 4096,
          action: 'Connect',
          hint: `It is stored encrypted and sent to ${displayName} only.`,
        })
      : undefined;
  if (auth === 'apiKey' && !apiKey) return false;
  const redirectUri = auth === 'oauth2' ? `${location.origin}${path}` : undefined;
  const { authorizationUrl } = await post(`/web/api/v1/integrations/${name}/connect`, { redirectUri, apiKey });
  if (authorizationUrl) {
    location.assign(authorizationUrl);
    return false;
  }
  toast(`${displayName} connected`);
  return true;
}

/** The result that a provider put into the address: a toast after a success, else the reason. */
export function answeredConsent() {
  const answer = new URLSearchParams(location.search);
  if (!answer.has('status') && !answer.has('error')) return undefined;
  navigate(location.pathname, { replace: true, quiet: true });
  if (answer.get('status') === 'connected') return void toast('Connected');
  return `The connection was not made: ${answer.get('error_description') ?? answer.get('error')?.replaceAll('_', ' ')}.`;
}
