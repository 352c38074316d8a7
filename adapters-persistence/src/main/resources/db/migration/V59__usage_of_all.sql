-- The sums of usage_days over all users, for the reports by model and by day. Triggers keep them, so that they are right
-- while nodes of an earlier version write too.
CREATE TABLE usage_totals (
    day date NOT NULL,
    model text NOT NULL,
    prompt_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    requests bigint NOT NULL,
    cost numeric,
    PRIMARY KEY (day, model)
) WITH (fillfactor = 50);

-- Rows are locked in the order of their keys, so that two writers do not deadlock.
CREATE FUNCTION add_to_usage_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO usage_totals AS t (day, model, prompt_tokens, completion_tokens, requests, cost)
        SELECT day, model, sum(prompt_tokens), sum(completion_tokens), sum(requests), sum(cost)
        FROM added GROUP BY day, model ORDER BY day, model
        ON CONFLICT (day, model) DO UPDATE
        SET prompt_tokens = t.prompt_tokens + excluded.prompt_tokens,
            completion_tokens = t.completion_tokens + excluded.completion_tokens,
            requests = t.requests + excluded.requests,
            cost = coalesce(t.cost + excluded.cost, t.cost, excluded.cost);
    ELSE
        INSERT INTO usage_totals AS t (day, model, prompt_tokens, completion_tokens, requests, cost)
        SELECT day, model, sum(prompt_tokens), sum(completion_tokens), sum(requests), sum(cost)
        FROM (
            SELECT day, model, prompt_tokens, completion_tokens, requests, cost FROM added
            UNION ALL
            SELECT day, model, -prompt_tokens, -completion_tokens, -requests, -cost FROM former) changed
        GROUP BY day, model ORDER BY day, model
        ON CONFLICT (day, model) DO UPDATE
        SET prompt_tokens = t.prompt_tokens + excluded.prompt_tokens,
            completion_tokens = t.completion_tokens + excluded.completion_tokens,
            requests = t.requests + excluded.requests,
            cost = coalesce(t.cost + excluded.cost, t.cost, excluded.cost);
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION remove_from_usage_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    WITH sums AS MATERIALIZED (
        SELECT day, model, sum(prompt_tokens) AS prompt_tokens, sum(completion_tokens) AS completion_tokens,
            sum(requests) AS requests, sum(cost) AS cost
        FROM former GROUP BY day, model
    ), held AS MATERIALIZED (
        SELECT t.day, t.model FROM usage_totals t JOIN sums s ON s.day = t.day AND s.model = t.model
        ORDER BY t.day, t.model FOR UPDATE OF t
    )
    UPDATE usage_totals t
    SET prompt_tokens = t.prompt_tokens - s.prompt_tokens,
        completion_tokens = t.completion_tokens - s.completion_tokens,
        requests = t.requests - s.requests,
        cost = CASE WHEN t.requests > s.requests THEN coalesce(t.cost - s.cost, t.cost) END
    FROM sums s JOIN held h ON h.day = s.day AND h.model = s.model
    WHERE t.day = s.day AND t.model = s.model;
    RETURN NULL;
END
$$;

-- The triggers lock usage_days against writers, so each row is counted once, by the triggers or by the statement below. It
-- takes about ten seconds for ten million rows; nodes buffer usage meanwhile. Nothing that reads waits.
CREATE TRIGGER usage_days_added AFTER INSERT ON usage_days
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_usage_totals();
CREATE TRIGGER usage_days_changed AFTER UPDATE ON usage_days
    REFERENCING OLD TABLE AS former NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_usage_totals();
CREATE TRIGGER usage_days_removed AFTER DELETE ON usage_days
    REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION remove_from_usage_totals();

INSERT INTO usage_totals (day, model, prompt_tokens, completion_tokens, requests, cost)
SELECT day, model, sum(prompt_tokens), sum(completion_tokens), sum(requests), sum(cost) FROM usage_days GROUP BY day, model;

ALTER TABLE usage_entries ADD COLUMN cache_write_tokens bigint NOT NULL DEFAULT 0;
