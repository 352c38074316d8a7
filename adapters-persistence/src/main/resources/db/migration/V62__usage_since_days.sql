-- The days since which all usage of each user and of each key is summed, for the reports by user, group and key. A row that
-- is not ready has the sums of the users up to one of them, and what was added for the others since it exists.
CREATE TABLE usage_windows (
    first date PRIMARY KEY,
    summed_to text NOT NULL DEFAULT '',
    ready boolean NOT NULL DEFAULT false
);

-- The sums of usage_days, and of usage_key_days, since a day. Triggers keep them, so that they are right while nodes of an
-- earlier version write too.
CREATE TABLE usage_sums (
    user_id text NOT NULL,
    first date NOT NULL,
    prompt_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    requests bigint NOT NULL,
    cost numeric,
    PRIMARY KEY (user_id, first)
);
CREATE INDEX usage_sums_ranked ON usage_sums (first, cost DESC NULLS LAST, requests DESC, user_id);

CREATE TABLE usage_key_sums (
    user_id text NOT NULL,
    key_id text NOT NULL,
    first date NOT NULL,
    prompt_tokens bigint NOT NULL,
    completion_tokens bigint NOT NULL,
    requests bigint NOT NULL,
    cost numeric,
    PRIMARY KEY (user_id, key_id, first)
);
CREATE INDEX usage_key_sums_ranked ON usage_key_sums (first, cost DESC NULLS LAST, requests DESC, user_id, key_id);

-- Has the names of the table and of its keys as arguments. Until its transaction ends, its lock keeps others from adding
-- a window, whose sums would miss these rows.
CREATE FUNCTION add_to_usage_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    removed text := format('SELECT day, %s, -prompt_tokens AS prompt_tokens, -completion_tokens AS completion_tokens,
        -requests AS requests, -cost AS cost FROM former', TG_ARGV[1]);
    added text := format('SELECT day, %s, prompt_tokens, completion_tokens, requests, cost FROM added', TG_ARGV[1]);
BEGIN
    LOCK TABLE usage_windows IN ROW SHARE MODE;
    EXECUTE format('
        INSERT INTO %1$s AS t (%2$s, first, prompt_tokens, completion_tokens, requests, cost)
        SELECT %2$s, first, sum(prompt_tokens), sum(completion_tokens), sum(requests), sum(cost)
        FROM (%3$s) changed JOIN usage_windows ON first <= day GROUP BY %2$s, first ORDER BY %2$s, first
        ON CONFLICT (%2$s, first) DO UPDATE
        SET prompt_tokens = t.prompt_tokens + excluded.prompt_tokens,
            completion_tokens = t.completion_tokens + excluded.completion_tokens,
            requests = t.requests + excluded.requests,
            cost = coalesce(t.cost + excluded.cost, t.cost, excluded.cost)',
        TG_ARGV[0], TG_ARGV[1],
        CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END);
    RETURN NULL;
END
$$;

CREATE TRIGGER usage_days_summed_added AFTER INSERT ON usage_days
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION add_to_usage_sums('usage_sums', 'user_id');
CREATE TRIGGER usage_days_summed_changed AFTER UPDATE ON usage_days
    REFERENCING OLD TABLE AS former NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION add_to_usage_sums('usage_sums', 'user_id');
CREATE TRIGGER usage_days_summed_removed AFTER DELETE ON usage_days
    REFERENCING OLD TABLE AS former
    FOR EACH STATEMENT EXECUTE FUNCTION add_to_usage_sums('usage_sums', 'user_id');
CREATE TRIGGER usage_key_days_summed_added AFTER INSERT ON usage_key_days
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION add_to_usage_sums('usage_key_sums', 'user_id, key_id');
CREATE TRIGGER usage_key_days_summed_changed AFTER UPDATE ON usage_key_days
    REFERENCING OLD TABLE AS former NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION add_to_usage_sums('usage_key_sums', 'user_id, key_id');
CREATE TRIGGER usage_key_days_summed_removed AFTER DELETE ON usage_key_days
    REFERENCING OLD TABLE AS former
    FOR EACH STATEMENT EXECUTE FUNCTION add_to_usage_sums('usage_key_sums', 'user_id, key_id');
