-- The sums of usage_days over all users, for the reports by model and by day.
CREATE TABLE usage_totals (
    day date NOT NULL,
    model text NOT NULL,
    prompt_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    requests bigint NOT NULL,
    cost numeric,
    PRIMARY KEY (day, model)
) WITH (fillfactor = 50);

INSERT INTO usage_totals (day, model, prompt_tokens, completion_tokens, requests, cost)
SELECT day, model, sum(prompt_tokens), sum(completion_tokens), sum(requests), sum(cost) FROM usage_days GROUP BY day, model;

ALTER TABLE usage_entries ADD COLUMN cache_write_tokens bigint NOT NULL DEFAULT 0;
