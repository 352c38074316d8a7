// Words for the entries of the audit trail.

/** @type {Record<string, [string, string]>} */
const ACTIONS = {
  registered: ['user-plus', 'Account created'],
  signed_in: ['log-in', 'Signed in'],
  sign_in_failed: ['triangle-alert', 'Sign-in failed'],
  token_refreshed: ['refresh-cw', 'Tokens renewed'],
  client_connected: ['plug', 'Program connected'],
  code_reused: ['triangle-alert', 'A used authorization code was sent again'],
  token_reused: ['triangle-alert', 'A used token was sent again'],
  signed_out: ['log-out', 'Signed out'],
  session_revoked: ['ban', 'Session ended'],
  password_changed: ['lock', 'Password changed'],
  profile_added: ['user-plus', 'Profile added'],
  profile_changed: ['pencil', 'Profile changed'],
  profile_activated: ['user', 'Profile activated'],
  group_created: ['users', 'Group created'],
  group_deleted: ['trash-2', 'Group deleted'],
  member_added: ['user-plus', 'Member added'],
  member_changed: ['pencil', "Member's role changed"],
  member_removed: ['users', 'Member removed'],
  identity_linked: ['link', 'Identity linked'],
  identity_unlinked: ['link', 'Identity unlinked'],
  api_key_created: ['key', 'API key created'],
  api_key_changed: ['key', 'API key changed'],
  api_key_revoked: ['ban', 'API key revoked'],
  account_disabled: ['ban', 'Account disabled'],
  account_enabled: ['power', 'Account enabled'],
  roles_changed: ['shield', 'Role changed'],
  budget_changed: ['coins', 'Budget changed'],
  account_deleted: ['trash-2', 'Account deleted'],
  factor_added: ['lock', 'Second factor added'],
  factor_removed: ['lock', 'Second factor removed'],
  factor_failed: ['triangle-alert', 'Wrong code or passkey at a sign-in'],
  passkey_copied: ['triangle-alert', 'Passkey refused: there may be a copy of it'],
  recovery_codes_created: ['key', 'Recovery codes made'],
  recovery_code_used: ['key', 'Recovery code used'],
  password_reset: ['lock', 'Password reset by mail'],
  email_verified: ['check', 'Address verified'],
  invitation_created: ['user-plus', 'Person invited'],
  invitation_revoked: ['ban', 'Invitation revoked'],
  setting_changed: ['sliders-horizontal', 'Setting changed'],
  signing_key_rotated: ['key', 'Signing keys rotated'],
  model_created: ['plus', 'Model added'],
  model_changed: ['pencil', 'Model changed'],
  model_deleted: ['trash-2', 'Model deleted'],
};

/** The visible details of an entry, without identifiers, which are for the API. */
const DETAILS = {
  clientAddress: 'from',
  sessionsEnded: 'other sessions ended:',
  keysEnded: 'API keys ended:',
  role: 'role',
  provider: 'provider',
  setting: 'setting',
  model: 'model',
  insideHosts: 'at addresses inside of the network:',
};

/**
 * The name of the icon, the words and the details of an entry.
 *
 * @param {{ action: string, details: Record<string, unknown> }} entry
 */
export function actionOf({ action, details }) {
  const [icon, words] = ACTIONS[action] ?? ['info', action.replaceAll('_', ' ')];
  const visible = Object.entries(DETAILS).filter(([key]) => details[key]).map(([key, name]) => `${name} ${details[key]}`);
  if (details.userId) visible.push('of another user');
  return { icon, words, details: visible.join(' · ') };
}
