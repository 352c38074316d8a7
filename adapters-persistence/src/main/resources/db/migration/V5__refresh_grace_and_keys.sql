-- The token that the current refresh token was given for, and what the current one was made of beside it: for as long as
-- it may come again. All null where every second use is theft.
ALTER TABLE sessions ADD COLUMN parent_hash text;
ALTER TABLE sessions ADD COLUMN successor_salt text;
ALTER TABLE sessions ADD COLUMN grace_ends_at timestamptz;

-- So far the youngest key signed. It goes on; the others are kept until the last token of any of them has expired. The
-- next key is made by the first node that looks for it. Nodes of the version before sign with the youngest one still,
-- which may be the next: its tokens are good too.
ALTER TABLE signing_keys ADD COLUMN status text;
ALTER TABLE signing_keys ADD COLUMN active_from timestamptz;
ALTER TABLE signing_keys ADD COLUMN retired_at timestamptz;
UPDATE signing_keys SET status = 'retired', active_from = created_at, retired_at = now();
UPDATE signing_keys SET status = 'active', retired_at = NULL
WHERE key_id = (SELECT key_id FROM signing_keys ORDER BY created_at DESC, key_id DESC LIMIT 1);
ALTER TABLE signing_keys ALTER COLUMN status SET NOT NULL;
ALTER TABLE signing_keys ADD CONSTRAINT signing_keys_phase CHECK (
    (status = 'next' AND active_from IS NULL AND retired_at IS NULL)
    OR (status = 'active' AND active_from IS NOT NULL AND retired_at IS NULL)
    OR (status = 'retired' AND active_from IS NOT NULL AND retired_at IS NOT NULL));
-- One next and one active key at most, whatever a node believes.
CREATE UNIQUE INDEX signing_keys_one_each ON signing_keys (status) WHERE status <> 'retired';
