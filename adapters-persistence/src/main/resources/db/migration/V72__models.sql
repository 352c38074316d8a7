-- Models that administrators set up. The row of model_changes is locked by each change.
CREATE TABLE models (
    name text PRIMARY KEY,
    version integer NOT NULL,
    choice text NOT NULL,
    fallbacks text[] NOT NULL,
    prices jsonb,
    context_tokens integer,
    groups text[],
    enabled boolean NOT NULL,
    is_default boolean NOT NULL
);
CREATE UNIQUE INDEX models_one_default ON models (is_default) WHERE is_default;

CREATE TABLE model_deployments (
    model text NOT NULL REFERENCES models ON DELETE CASCADE,
    id text NOT NULL,
    place integer NOT NULL,
    provider text NOT NULL,
    base_url text NOT NULL,
    model_id text NOT NULL,
    dialect text NOT NULL,
    weight integer NOT NULL,
    sealed_api_key text,
    PRIMARY KEY (model, id)
);

CREATE TABLE model_changes (
    id integer PRIMARY KEY CHECK (id = 1),
    revision bigint NOT NULL
);
INSERT INTO model_changes VALUES (1, 0);
