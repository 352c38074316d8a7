-- Triggers: addresses at which other systems start work, and their last calls.
CREATE TABLE triggers (
    id            text PRIMARY KEY,
    owner         text NOT NULL,
    profile_id    text NOT NULL,
    key_id        text REFERENCES api_keys (id) ON DELETE CASCADE,
    counts_for    text,
    name          text NOT NULL,
    start_kind    text NOT NULL,
    start_body    text NOT NULL,
    address       text NOT NULL UNIQUE,
    sealed_secret text NOT NULL,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL
);
CREATE INDEX triggers_of_owner ON triggers (owner, id);
CREATE INDEX triggers_counted_for ON triggers (counts_for) WHERE counts_for IS NOT NULL;
CREATE INDEX triggers_of_key ON triggers (key_id) WHERE key_id IS NOT NULL;

CREATE TABLE trigger_calls (
    trigger_id    text NOT NULL REFERENCES triggers (id) ON DELETE CASCADE,
    number        bigint GENERATED ALWAYS AS IDENTITY,
    called_at     timestamptz NOT NULL,
    work_kind     text,
    work_id       text,
    work_task     text,
    error_code    text,
    error_message text,
    PRIMARY KEY (trigger_id, number)
);
