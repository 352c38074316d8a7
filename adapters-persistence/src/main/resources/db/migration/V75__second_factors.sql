-- Second factors of accounts. The counter is the last accepted step of time, so that a code is good once.
CREATE TABLE factors (
    id text PRIMARY KEY,
    user_id text NOT NULL,
    kind text NOT NULL,
    sealed_secret text NOT NULL,
    counter bigint NOT NULL,
    is_confirmed boolean NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz
);
CREATE INDEX factors_of_user ON factors (user_id);

CREATE TABLE recovery_codes (
    user_id text NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (user_id, hash)
);

-- A token that is not mailed has no address.
ALTER TABLE account_tokens ALTER COLUMN email DROP NOT NULL;
