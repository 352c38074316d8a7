-- The logos of integrations, also of those that manifests declare; the owner of shared ones is the empty text.
CREATE TABLE integration_logos (
    owner text NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    content bytea NOT NULL CHECK (length(content) <= 262144),
    fetched_at timestamptz NOT NULL,
    PRIMARY KEY (owner, name)
);
