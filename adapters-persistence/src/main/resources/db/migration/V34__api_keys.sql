-- API keys. A null list allows all, an empty one none; a limit of 0 is none.
CREATE TABLE api_keys (
    id                  text PRIMARY KEY,
    user_id             text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name                text NOT NULL,
    prefix              text NOT NULL,
    hash                text NOT NULL,
    created_at          timestamptz NOT NULL,
    expires_at          timestamptz,
    last_used_at        timestamptz,
    services            text[],
    tools               text[],
    models              text[],
    requests_per_minute integer NOT NULL,
    tokens_per_minute   integer NOT NULL,
    limit_amount        numeric,
    limit_currency      text,
    limit_period        text,
    CONSTRAINT api_keys_hash_unique UNIQUE (hash)
);
CREATE INDEX api_keys_of_user ON api_keys (user_id, id);
