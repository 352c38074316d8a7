-- Schedules and what became of their due times. look_at is the time at which a node looks at the schedule next: when it is due,
-- or earlier while starts are pending. schedule_looks has one row: when a node looked last, and the latest time in which none did.
CREATE TABLE schedules (
    id            text PRIMARY KEY,
    owner         text NOT NULL,
    profile_id    text NOT NULL,
    key_id        text REFERENCES api_keys (id) ON DELETE CASCADE,
    counts_for    text,
    name          text NOT NULL,
    cron          text,
    every_seconds integer,
    at            timestamptz,
    zone          text NOT NULL,
    overlap       text NOT NULL,
    catch_up      text NOT NULL,
    start_kind    text NOT NULL,
    start_body    text NOT NULL,
    enabled       boolean NOT NULL,
    anchor        timestamptz NOT NULL,
    next_at       timestamptz,
    look_at       timestamptz,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL
);
CREATE INDEX schedules_to_look_at ON schedules (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX schedules_of_owner ON schedules (owner, id);
CREATE INDEX schedules_counted_for ON schedules (counts_for) WHERE counts_for IS NOT NULL;
CREATE INDEX schedules_of_key ON schedules (key_id) WHERE key_id IS NOT NULL;

CREATE TABLE schedule_starts (
    schedule_id   text NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
    due_at        timestamptz NOT NULL,
    by_hand       boolean NOT NULL,
    status        text NOT NULL,
    work_kind     text,
    work_id       text,
    work_task     text,
    ended         boolean NOT NULL DEFAULT false,
    reason        text,
    error_code    text,
    error_message text,
    settled_at    timestamptz,
    PRIMARY KEY (schedule_id, due_at, by_hand)
);
CREATE INDEX schedule_starts_pending ON schedule_starts (schedule_id, due_at) WHERE status = 'PENDING';
CREATE INDEX schedule_starts_unended ON schedule_starts (schedule_id, due_at) WHERE status = 'STARTED' AND NOT ended;

CREATE TABLE schedule_looks (
    id        boolean PRIMARY KEY DEFAULT true CHECK (id),
    looked_at timestamptz,
    gap_from  timestamptz,
    gap_until timestamptz
);
INSERT INTO schedule_looks DEFAULT VALUES;
