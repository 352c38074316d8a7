-- Test runs. They belong to the installation, so no row goes with an account. What a run reports is kept as JSON.
CREATE TABLE runs (
    id           text NOT NULL,
    started_by   text NOT NULL,
    task_id      text NOT NULL,
    suite        text NOT NULL,
    request      text NOT NULL,
    status       text NOT NULL,
    outcome      text,
    error_code   text,
    error        text,
    platform     text NOT NULL,
    passed       integer NOT NULL,
    failed       integer NOT NULL,
    skipped      integer NOT NULL,
    open         integer NOT NULL,
    events       integer NOT NULL,
    created_at   timestamptz NOT NULL,
    started_at   timestamptz,
    completed_at timestamptz,
    PRIMARY KEY (id)
);
-- One active run of a suite (spec/3, RUN_IN_PROGRESS).
CREATE UNIQUE INDEX runs_active ON runs (suite) WHERE status IN ('QUEUED', 'RUNNING');
CREATE UNIQUE INDEX runs_of_task ON runs (task_id);
CREATE INDEX runs_of_suite ON runs (suite, id);
CREATE INDEX runs_ended ON runs (completed_at) WHERE completed_at IS NOT NULL;

-- Tests, pictures and files of a run. key is a digest of what identifies one within the run, since names may be long.
CREATE TABLE run_items (
    run_id text NOT NULL REFERENCES runs ON DELETE CASCADE,
    kind   text NOT NULL,
    key    text NOT NULL,
    number integer NOT NULL,
    status text NOT NULL,
    data   text NOT NULL,
    approval text,
    PRIMARY KEY (run_id, kind, key)
);

CREATE TABLE run_events (
    run_id text NOT NULL REFERENCES runs ON DELETE CASCADE,
    number integer NOT NULL,
    data   text NOT NULL,
    PRIMARY KEY (run_id, number)
);

-- The content that a run refers to.
CREATE TABLE run_content (
    run_id text NOT NULL REFERENCES runs ON DELETE CASCADE,
    sha256 text NOT NULL,
    PRIMARY KEY (run_id, sha256)
);
CREATE INDEX run_content_by_digest ON run_content (sha256);

-- Baselines with their history: the current one of a key has the greatest number.
CREATE TABLE baselines (
    suite           text NOT NULL,
    platform        text NOT NULL,
    key             text NOT NULL,
    number          integer NOT NULL,
    is_current      boolean NOT NULL,
    project         text NOT NULL,
    file            text NOT NULL,
    name            text NOT NULL,
    sha256          text NOT NULL,
    previous        text,
    browser_version text NOT NULL,
    run_id          text,
    at              timestamptz NOT NULL,
    by_user         text NOT NULL,
    PRIMARY KEY (suite, platform, key, number)
);
CREATE UNIQUE INDEX baselines_current ON baselines (suite, platform, key) WHERE is_current;
CREATE INDEX baselines_by_digest ON baselines (sha256);
