-- Addresses are kept in the form NFKC and without format characters from now on; names without bidirectional overrides and
-- isolates. An account whose address changes gets the new form. Where that is no address, or is another account's, the
-- account could pass for that other one: it keeps everything but its address, and signs in with <its id>@duplicate.invalid.

CREATE TEMPORARY TABLE plain_emails ON COMMIT DROP AS
SELECT id, created_at, email, lower(normalize(email, NFKC)) AS plain
FROM users
WHERE email IS NOT NFKC NORMALIZED
   OR email ~ '[\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0001\U000E0020-\U000E007F]';

UPDATE users SET email = users.id || '@duplicate.invalid'
FROM plain_emails p
WHERE users.id = p.id AND (
    p.plain !~ '^[^@[:space:]]+@[^@[:space:]]+$' OR length(p.plain) > 254
    OR p.plain ~ '[\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0001\U000E0020-\U000E007F]'
    OR EXISTS (SELECT FROM users other WHERE other.email = p.plain AND other.id <> p.id)
    OR EXISTS (SELECT FROM plain_emails older WHERE older.plain = p.plain
               AND (older.created_at, older.id) < (p.created_at, p.id)));

UPDATE users SET email = p.plain
FROM plain_emails p
WHERE users.id = p.id AND users.email = p.email;

UPDATE profiles SET display_name = coalesce(
    nullif(btrim(regexp_replace(display_name, '[\u202A-\u202E\u2066-\u2069]', '', 'g')), ''), '?')
WHERE display_name ~ '[\u202A-\u202E\u2066-\u2069]';

UPDATE groups SET
    name = coalesce(nullif(btrim(regexp_replace(name, '[\u202A-\u202E\u2066-\u2069]', '', 'g')), ''), '?'),
    description = regexp_replace(description, '[\u202A-\u202E\u2066-\u2069]', '', 'g')
WHERE name ~ '[\u202A-\u202E\u2066-\u2069]' OR description ~ '[\u202A-\u202E\u2066-\u2069]';
