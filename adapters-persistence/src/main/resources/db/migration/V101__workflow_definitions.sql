-- events counts the changes of a workflow and its steps; each step has the numbers of its own. again_at is when steps that
-- found no room in the queue are tried again; null when there are none.
ALTER TABLE workflows
    ADD COLUMN retried_from text,
    ADD COLUMN events integer NOT NULL DEFAULT 1,
    ADD COLUMN again_at timestamptz;
CREATE INDEX workflows_again ON workflows (again_at) WHERE again_at IS NOT NULL;

-- output is what a step took over from the workflow that its own one repeats.
ALTER TABLE workflow_steps
    ADD COLUMN output text,
    ADD COLUMN began integer,
    ADD COLUMN began_at timestamptz,
    ADD COLUMN ended integer,
    ADD COLUMN ended_at timestamptz;

CREATE TABLE workflow_definitions (
    id         text PRIMARY KEY,
    owner      text NOT NULL,
    counts_for text,
    version    integer NOT NULL,
    name       text NOT NULL,
    steps      integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE INDEX workflow_definitions_of_owner ON workflow_definitions (owner, id);
CREATE INDEX workflow_definitions_counted_for ON workflow_definitions (counts_for) WHERE counts_for IS NOT NULL;

CREATE TABLE workflow_definition_versions (
    definition_id text NOT NULL REFERENCES workflow_definitions (id) ON DELETE CASCADE,
    version       integer NOT NULL,
    content       text NOT NULL,
    updated_at    timestamptz NOT NULL,
    PRIMARY KEY (definition_id, version)
);
