-- The attempt that gives a stored answer: the fencing token of its task, and the number of its first event.
ALTER TABLE responses
    ADD COLUMN fence integer NOT NULL DEFAULT 0,
    ADD COLUMN first_event integer NOT NULL DEFAULT 0;
