-- Cases of assistants, and evaluations with the results of their cases. An evaluation is 'QUEUED' until its task has ended.
CREATE TABLE evaluation_cases (
    id           text PRIMARY KEY,
    assistant_id text NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
    definition   text NOT NULL,
    created_at   timestamptz NOT NULL
);
CREATE INDEX evaluation_cases_of_assistant ON evaluation_cases (assistant_id, id);

CREATE TABLE evaluations (
    id           text PRIMARY KEY,
    assistant_id text NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
    version      integer NOT NULL,
    user_id      text NOT NULL,
    counts_for   text,
    task_id      text NOT NULL UNIQUE,
    cases        text[] NOT NULL,
    status       text NOT NULL,
    error        text,
    ended_at     timestamptz,
    fence        integer NOT NULL DEFAULT 0,
    created_at   timestamptz NOT NULL
);
CREATE INDEX evaluations_of_assistant ON evaluations (assistant_id, user_id, id);
CREATE INDEX evaluations_of_user ON evaluations (user_id, id);
CREATE INDEX evaluations_counted_for ON evaluations (counts_for) WHERE counts_for IS NOT NULL;
CREATE INDEX evaluations_unended ON evaluations (id) WHERE status = 'QUEUED';

CREATE TABLE evaluation_results (
    evaluation_id text NOT NULL REFERENCES evaluations (id) ON DELETE CASCADE,
    case_id       text NOT NULL,
    passed        boolean NOT NULL,
    answer        text NOT NULL,
    reasons       text[] NOT NULL,
    tools_used    text[] NOT NULL,
    PRIMARY KEY (evaluation_id, case_id)
);
