-- Who made a key. What is done with a group's key counts for the limits of its maker, so that nobody multiplies limits by
-- making groups; a null counts_for means the owner.
ALTER TABLE api_keys ADD COLUMN made_by text REFERENCES users (id) ON DELETE SET NULL;
UPDATE api_keys SET made_by = user_id WHERE user_id NOT IN (
    SELECT service_account_id FROM groups WHERE service_account_id IS NOT NULL);
CREATE INDEX api_keys_of_maker ON api_keys (made_by);

ALTER TABLE task_queue ADD COLUMN counts_for text;
ALTER TABLE ended_tasks ADD COLUMN counts_for text;
ALTER TABLE workflows ADD COLUMN counts_for text;
ALTER TABLE usage_entries ADD COLUMN counts_for text;

-- Users take turns, not the accounts of their groups.
DROP INDEX task_queue_flows;
CREATE INDEX task_queue_flows ON task_queue (coalesce(counts_for, owner), state, priority, place)
    WHERE state <= 1 AND is_mark;

CREATE OR REPLACE VIEW tasks AS
SELECT q.id, q.owner, q.profile_id, q.type, q.priority, q.tools, q.input, q.part, q.created_at, q.expires_at, q.state,
    q.attempts, q.fence, q.started_at, CAST(NULL AS timestamptz) AS completed_at, q.past, CAST(NULL AS text) AS result,
    q.holder, q.since, q.heard_at, (SELECT n.heard_at FROM task_nodes n WHERE n.id = q.holder) AS node_heard_at, q.key_id,
    q.counts_for
FROM task_queue q
UNION ALL
SELECT e.id, e.owner, e.profile_id, e.type, e.priority, e.tools, e.input, e.part, e.created_at, e.expires_at, e.state,
    e.attempts, e.fence, e.started_at, e.completed_at, e.past, e.result,
    CAST(NULL AS text), CAST(NULL AS timestamptz), CAST(NULL AS timestamptz), CAST(NULL AS timestamptz), e.key_id,
    e.counts_for
FROM ended_tasks e;

-- What the requests with keys of groups cost that count for a user. It stays when such a key or its group is deleted.
CREATE TABLE group_key_costs (
    user_id text NOT NULL,
    day date NOT NULL,
    cost numeric NOT NULL,
    PRIMARY KEY (user_id, day)
);
CREATE INDEX group_key_costs_by_day ON group_key_costs (day);
