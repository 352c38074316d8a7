-- What requests to models cost, exactly, and with which API key they were sent. A node of the version before writes no
-- costs; the sums keep theirs then.
ALTER TABLE usage_entries ADD COLUMN key_id text;
ALTER TABLE usage_entries ADD COLUMN cost numeric;
ALTER TABLE usage_entries ADD COLUMN cached_tokens bigint NOT NULL DEFAULT 0;
ALTER TABLE usage_entries ADD COLUMN reasoning_tokens bigint NOT NULL DEFAULT 0;
ALTER TABLE usage_days ADD COLUMN cost numeric;

-- The part of the daily sums that was used with each API key.
CREATE TABLE usage_key_days (
    key_id text NOT NULL,
    user_id text NOT NULL,
    day date NOT NULL,
    model text NOT NULL,
    prompt_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    requests bigint NOT NULL,
    cost numeric,
    PRIMARY KEY (key_id, day, model, user_id)
);
CREATE INDEX usage_key_days_by_day ON usage_key_days (day);
CREATE INDEX usage_key_days_of_user ON usage_key_days (user_id);
