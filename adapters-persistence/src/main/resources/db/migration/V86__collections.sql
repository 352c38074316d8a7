-- Collections of documents, which agents search. The audience is private, everyone or members; members are those of a group.
CREATE TABLE collections (
    id          text PRIMARY KEY,
    user_id     text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    counts_for  text,
    name        text NOT NULL,
    description text NOT NULL,
    audience    text NOT NULL,
    group_id    text,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL
);
CREATE INDEX collections_of_user ON collections (user_id, id DESC);
CREATE INDEX collections_counted_for ON collections (counts_for) WHERE counts_for IS NOT NULL;
CREATE INDEX collections_of_group ON collections (group_id, id DESC) WHERE group_id IS NOT NULL;
CREATE INDEX collections_of_everyone ON collections (id DESC) WHERE audience = 'everyone';

-- Documents. The stage is 0 while the words of a document are to be indexed, 1 while its embeddings are, and 2 when
-- nothing is left to do. A node that works on a document moves due_at; another one may take it after that.
CREATE TABLE documents (
    id            text PRIMARY KEY,
    collection_id text NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    user_id       text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    counts_for    text,
    name          text NOT NULL,
    size          bigint NOT NULL,
    content_type  text NOT NULL,
    sha256        text NOT NULL,
    created_at    timestamptz NOT NULL,
    status        text NOT NULL,
    error         text,
    pages         integer NOT NULL,
    passages      integer NOT NULL,
    embedded      integer NOT NULL,
    model         text,
    stage         smallint NOT NULL,
    attempts      integer NOT NULL,
    due_at        timestamptz NOT NULL
);
CREATE INDEX documents_of_collection ON documents (collection_id, id DESC);
CREATE INDEX documents_of_user ON documents (user_id);
CREATE INDEX documents_counted_for ON documents (counts_for) WHERE counts_for IS NOT NULL;
CREATE INDEX documents_by_digest ON documents (sha256);
CREATE INDEX documents_to_index ON documents (stage, user_id, id) WHERE stage < 2;
CREATE INDEX documents_by_model ON documents (model) WHERE stage = 2 AND status = 'ready';

CREATE TABLE passages (
    document_id text NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number      integer NOT NULL,
    page        integer,
    heading     text NOT NULL,
    content     text NOT NULL,
    PRIMARY KEY (document_id, number)
);
CREATE INDEX passages_of_page ON passages (document_id, page, number) WHERE page IS NOT NULL;

-- The index of the words of a document, and the embeddings of its passages, many in one value. They do not get smaller.
CREATE TABLE document_words (
    document_id text PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    words       bytea NOT NULL
);
ALTER TABLE document_words ALTER COLUMN words SET STORAGE EXTERNAL;
CREATE TABLE document_embeddings (
    document_id text NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    first       integer NOT NULL,
    embeddings  bytea NOT NULL,
    PRIMARY KEY (document_id, first)
);
ALTER TABLE document_embeddings ALTER COLUMN embeddings SET STORAGE EXTERNAL;
