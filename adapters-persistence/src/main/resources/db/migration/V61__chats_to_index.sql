-- In a transaction of their own: chats can be read meanwhile, and written after about two seconds for a million chats.
CREATE INDEX chats_to_index ON chats (user_id, last_activity) WHERE indexed < message_count;
CREATE INDEX web_chats_to_index ON web_chats (user_id) WHERE title_words IS NULL;
