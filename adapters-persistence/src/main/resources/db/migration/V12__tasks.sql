-- Tasks: all that was ever in the queue, and the queue itself. No reference to users: tokens of other issuers name users
-- that have no account here; an erasure deletes the rows itself.
--
-- state: 0 waits for a node, 1 waits for a worker outside, 2 waits between two attempts, 3 runs on a node, 4 runs at a
-- worker outside, 5 completed, 6 failed, 7 cancelled.

-- What a task is, written once, and how it ended, written once more: in between, state is 0 here. None of the indexes has a
-- column that its end changes, unless it is part of something; and pages keep room for the second version. So an end
-- writes no index.
CREATE TABLE tasks (
    id           text NOT NULL,
    owner        text NOT NULL,
    profile_id   text NOT NULL,
    type         text NOT NULL,
    priority     smallint NOT NULL,
    tools        text,
    input        text NOT NULL,
    part         text,
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    state        smallint NOT NULL,
    attempts     integer NOT NULL,
    fence        integer NOT NULL,
    unsettled    boolean NOT NULL,
    started_at   timestamptz,
    completed_at timestamptz,
    past         text,
    result       text,
    PRIMARY KEY (id)
) WITH (
    fillfactor = 50,
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_insert_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.05,
    autovacuum_vacuum_cost_delay = 0
);
CREATE INDEX tasks_of_owner ON tasks (owner, id);
CREATE INDEX tasks_unsettled ON tasks (part) WHERE unsettled;
CREATE INDEX tasks_of_part ON tasks (part) WHERE part IS NOT NULL;
-- A small index that knows ranges of pages finds the old ones.
CREATE INDEX tasks_by_time ON tasks USING brin (created_at);

-- The queue: the tasks that have not ended, and how far they are. Whoever ends a task takes its row away, and thereby the
-- right to. place is the order, in microseconds of the epoch. Each change of the state writes each index that takes the
-- row then, so there are few of them and most are partial.
CREATE TABLE task_queue (
    id           text NOT NULL,
    owner        text NOT NULL,
    type         text NOT NULL,
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    place        bigint NOT NULL,
    state        smallint NOT NULL,
    attempts     integer NOT NULL,
    fence        integer NOT NULL,
    ready_at     timestamptz,
    holder       text,
    since        timestamptz,
    heard_at     timestamptz,
    lease_until  timestamptz,
    started_at   timestamptz,
    past         text,
    PRIMARY KEY (id)
) WITH (
    fillfactor = 50,
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_cost_delay = 0
);
CREATE INDEX task_queue_ready ON task_queue (place) WHERE state = 0;
CREATE INDEX task_queue_outside ON task_queue (type, place) WHERE state = 1;
CREATE INDEX task_queue_waiting ON task_queue (ready_at) WHERE state = 2;
CREATE INDEX task_queue_queued ON task_queue (expires_at) WHERE state <= 2;
CREATE INDEX task_queue_running ON task_queue (expires_at) WHERE state IN (3, 4);

-- One row. bound is never less than how many tasks wait, unless loose: then they have to be counted. Who claims does not
-- touch it.
CREATE TABLE task_admission (
    single boolean PRIMARY KEY CHECK (single),
    bound  bigint NOT NULL,
    loose  boolean NOT NULL
);
INSERT INTO task_admission (single, bound, loose) VALUES (true, 0, false);

-- Processes that carry tasks out.
CREATE TABLE task_nodes (
    id          text PRIMARY KEY,
    heard_at    timestamptz NOT NULL,
    lease_until timestamptz NOT NULL
);

-- Kinds that wait for workers outside: those of one owner, or of everybody where it is empty.
CREATE TABLE task_kinds (
    type  text NOT NULL,
    owner text NOT NULL,
    since timestamptz NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (type, owner)
);

CREATE TABLE workflows (
    id           text PRIMARY KEY,
    owner        text NOT NULL,
    profile_id   text NOT NULL,
    kind         text NOT NULL,
    name         text NOT NULL,
    description  text NOT NULL,
    chat_id      text,
    status       text NOT NULL,
    created_at   timestamptz NOT NULL,
    started_at   timestamptz,
    completed_at timestamptz
);
CREATE INDEX workflows_of_owner ON workflows (owner, id);
CREATE INDEX workflows_ended ON workflows (completed_at) WHERE completed_at IS NOT NULL;

-- spec is text and not jsonb: its order counts, and what is in it may have said a NUL.
CREATE TABLE workflow_steps (
    workflow_id text NOT NULL REFERENCES workflows (id) ON DELETE CASCADE,
    number      integer NOT NULL,
    name        text NOT NULL,
    spec        text NOT NULL,
    status      text NOT NULL,
    task_id     text,
    PRIMARY KEY (workflow_id, number)
) WITH (fillfactor = 80);
