-- Text of running answers, which their messages do not contain yet. The next write of a message removes its pieces.
CREATE TABLE answer_pieces (
    chat_id  text NOT NULL,
    seq      integer NOT NULL,
    turn     bigint NOT NULL,
    position integer NOT NULL,
    piece    text NOT NULL,
    PRIMARY KEY (chat_id, seq, turn, position)
);
