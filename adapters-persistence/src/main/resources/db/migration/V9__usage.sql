-- Usage of language models. No reference to users: tokens of other issuers name users that have no account here.
CREATE TABLE usage_entries (
    id text PRIMARY KEY,
    at timestamptz NOT NULL,
    user_id text NOT NULL,
    provider text NOT NULL,
    model text NOT NULL,
    prompt_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    estimated boolean NOT NULL,
    outcome text NOT NULL,
    attempts integer NOT NULL,
    first_token_ms bigint,
    duration_ms bigint NOT NULL
);
CREATE INDEX usage_entries_of_user ON usage_entries (user_id, id);
-- Entries come in the order of time: a small index that knows ranges of pages finds the old ones.
CREATE INDEX usage_entries_by_time ON usage_entries USING brin (at);

CREATE TABLE usage_days (
    user_id text NOT NULL,
    day date NOT NULL,
    model text NOT NULL,
    prompt_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    requests bigint NOT NULL,
    PRIMARY KEY (user_id, day, model)
);
CREATE INDEX usage_days_by_day ON usage_days (day);
