-- Stored answers of OpenAI's Responses API. What they say is sealed.
CREATE TABLE responses (
    user_id text NOT NULL,
    id text NOT NULL,
    previous text,
    depth integer NOT NULL,
    created_at timestamptz NOT NULL,
    status text NOT NULL,
    task_id text,
    length bigint NOT NULL,
    sealed_request text,
    sealed_input text NOT NULL,
    sealed_answer text NOT NULL,
    PRIMARY KEY (user_id, id)
);
CREATE INDEX responses_created_at ON responses (created_at);

-- The place is the number of the first event, with leading zeros.
CREATE TABLE response_events (
    user_id text NOT NULL,
    response_id text NOT NULL,
    place text NOT NULL,
    last_number integer NOT NULL,
    sealed_events text NOT NULL,
    PRIMARY KEY (user_id, response_id, place),
    FOREIGN KEY (user_id, response_id) REFERENCES responses (user_id, id) ON DELETE CASCADE
);
