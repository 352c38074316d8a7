-- Addresses hold no invisible characters at all from now on, a final sigma is a sigma, and U+3002 is a full stop. An account
-- whose address changes gets the new form; where that is no address, or is another account's, the account signs in with
-- <its id>@duplicate.invalid. Names and descriptions lose tags, fillers, private-use and unassigned characters, and a name
-- without a visible character becomes '?'.

-- PostgreSQL knows which characters are assigned from version 17 on.
DO $$ BEGIN
    IF current_setting('server_version_num')::int >= 170000 THEN
        CREATE FUNCTION pg_temp.is_assigned(t text) RETURNS boolean LANGUAGE sql AS 'SELECT unicode_assigned(t)';
    ELSE
        CREATE FUNCTION pg_temp.is_assigned(t text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
    END IF;
END $$;

CREATE FUNCTION pg_temp.plain(t text) RETURNS text LANGUAGE sql AS $$
    SELECT coalesce(string_agg(c, '' ORDER BY place), '')
    FROM regexp_split_to_table(regexp_replace(t, '[\u115F\u1160\u17B4\u17B5\u202A-\u202E\u2065-\u206F\u3164\uE000-\uF8FF\uFFA0\uFFF0-\uFFFB\uFFFE\uFFFF\U00040000-\U000E00FF\U000E01F0-\U0010FFFF]', '', 'g'), '') WITH ORDINALITY AS split (c, place)
    WHERE c = '' OR pg_temp.is_assigned(c)
$$;

CREATE FUNCTION pg_temp.plain_name(t text) RETURNS text LANGUAGE sql AS $$
    SELECT CASE WHEN pg_temp.plain(t) ~ '^[[:space:]\u00A0\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u1680\u180B-\u180F\u2000-\u200F\u202F\u205F-\u2064\u2800\u3000\uFE00-\uFE0F\uFEFF\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0100-\U000E01EF]*$' THEN '?' ELSE btrim(pg_temp.plain(t)) END
$$;

CREATE TEMPORARY TABLE plain_emails ON COMMIT DROP AS
SELECT id, created_at, email, translate(email, U&'\03C2\3002', U&'\03C3.') AS plain,
       email ~ '[\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2065\u2800\u3164\uE000-\uF8FF\uFE00-\uFE0F\uFFA0\uFFF0-\uFFF8\U00040000-\U0010FFFF]' OR NOT pg_temp.is_assigned(email) AS hidden
FROM users
WHERE email ~ '[\u03C2\u3002]' OR email ~ '[\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2065\u2800\u3164\uE000-\uF8FF\uFE00-\uFE0F\uFFA0\uFFF0-\uFFF8\U00040000-\U0010FFFF]' OR NOT pg_temp.is_assigned(email);

UPDATE users SET email = users.id || '@duplicate.invalid'
FROM plain_emails p
WHERE users.id = p.id AND (
    p.hidden
    OR EXISTS (SELECT FROM users other WHERE other.email = p.plain AND other.id <> p.id)
    OR EXISTS (SELECT FROM plain_emails older WHERE older.plain = p.plain AND NOT older.hidden
               AND (older.created_at, older.id) < (p.created_at, p.id)));

UPDATE users SET email = p.plain
FROM plain_emails p
WHERE users.id = p.id AND users.email = p.email;

UPDATE profiles SET display_name = pg_temp.plain_name(display_name)
WHERE display_name <> pg_temp.plain_name(display_name);

UPDATE groups SET name = pg_temp.plain_name(name), description = pg_temp.plain(description)
WHERE name <> pg_temp.plain_name(name) OR description <> pg_temp.plain(description);

DROP FUNCTION pg_temp.plain_name(text);
DROP FUNCTION pg_temp.plain(text);
DROP FUNCTION pg_temp.is_assigned(text);
