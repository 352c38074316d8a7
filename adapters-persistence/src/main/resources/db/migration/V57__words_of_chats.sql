-- The words of a chat's messages from first to last, each behind a number that stands for the chat's user. Messages behind
-- chats.indexed are not indexed yet: a search reads these themselves.
-- No table is rewritten or read: chats and web_chats are locked for a moment.
ALTER TABLE chats ADD COLUMN indexed integer NOT NULL DEFAULT 0;

CREATE TABLE chat_words (
    chat_id text NOT NULL REFERENCES chats ON DELETE CASCADE,
    first integer NOT NULL,
    part integer NOT NULL,
    last integer NOT NULL,
    words tsvector NOT NULL,
    PRIMARY KEY (chat_id, first, part)
);
CREATE INDEX chat_words_found ON chat_words USING gin (words) WITH (fastupdate = off);

-- The words of a title; null in rows of earlier versions until these are indexed.
ALTER TABLE web_chats ADD COLUMN title_words tsvector;

-- While nodes of an earlier version run, they change titles and remove messages without these columns.
CREATE FUNCTION unindex_title() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.title_words := NULL;
    RETURN NEW;
END
$$;
CREATE TRIGGER web_chats_unindexed BEFORE UPDATE OF title ON web_chats FOR EACH ROW
    WHEN (NEW.title <> OLD.title AND NEW.title_words = OLD.title_words) EXECUTE FUNCTION unindex_title();

CREATE FUNCTION unindex_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.indexed := NEW.message_count;
    RETURN NEW;
END
$$;
CREATE TRIGGER chats_unindexed BEFORE UPDATE OF message_count ON chats FOR EACH ROW
    WHEN (NEW.indexed > NEW.message_count) EXECUTE FUNCTION unindex_messages();
