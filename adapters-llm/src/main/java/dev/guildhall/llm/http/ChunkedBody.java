package dev.guildhall.llm.http;

import java.io.IOException;

/**
 * A body in chunks (RFC 9112, 7.1). Extensions and trailers are passed over. Several chunks that have come together are
 * read together.
 */
final class ChunkedBody extends Body {
    private static final int MOST_HEX_DIGITS = 15;

    private State state = State.SIZE;
    private long left;

    /** What comes next, and how the usual end looks from there. */
    private enum State {
        SIZE("0\r\n\r\n"),
        DATA(""),
        END_OF_DATA("\r\n0\r\n\r\n"),
        TRAILERS("\r\n"),
        END("");

        private final String end;

        State(String end) {
            this.end = end;
        }
    }

    ChunkedBody(HttpConnection connection) {
        super(connection);
    }

    @Override
    boolean hasEnd() {
        return true;
    }

    /** An end of another form than the usual one takes the connection with it. */
    @Override
    boolean endsAtHand() throws IOException {
        if (state == State.DATA || state == State.END) {
            return state == State.END;
        }
        if (connection().available() < state.end.length()) {
            connection().fillAtHand();
        }
        if (!connection().buffered().startsWith(state.end)) {
            return false;
        }
        connection().skip(state.end.length());
        state = State.END;
        return true;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = 0;
        while (read < length && state != State.END && (read == 0 || isAtHand())) {
            if (state == State.DATA) {
                read += readData(into, offset + read, length - read);
            } else {
                next();
            }
        }
        return read == 0 && length > 0 ? -1 : read;
    }

    /** Whether the next step needs no waiting. */
    private boolean isAtHand() {
        return switch (state) {
            case DATA -> connection().available() > 0;
            case END_OF_DATA, SIZE -> hasSize(connection().buffered());
            case TRAILERS, END -> false;
        };
    }

    private boolean hasSize(Slice buffered) {
        int first = buffered.indexOf('\n');
        return first >= 0 && (state == State.SIZE || buffered.behind(first + 1).indexOf('\n') >= 0);
    }

    private int readData(byte[] into, int offset, int length) throws IOException {
        int read = connection().read(into, offset, (int) Math.min(left, length));
        if (read < 0) {
            throw brokeOff();
        }
        left -= read;
        if (left == 0) {
            state = State.END_OF_DATA;
        }
        return read;
    }

    private void next() throws IOException {
        switch (state) {
            case END_OF_DATA -> {
                endLine(connection().next());
                state = State.SIZE;
            }
            case SIZE -> {
                left = size();
                state = left == 0 ? State.TRAILERS : State.DATA;
            }
            case TRAILERS -> {
                skipTrailers();
                state = State.END;
            }
            case DATA, END -> throw new IllegalStateException("nothing comes next");
        }
    }

    /** Some end lines with LF alone. */
    private void endLine(int first) throws IOException {
        if (first != '\n' && (first != '\r' || connection().next() != '\n')) {
            throw malformed();
        }
    }

    private long size() throws IOException {
        long size = 0;
        int digits = 0;
        int one = connection().next();
        for (int digit = Character.digit(one, 16); digit >= 0; digit = Character.digit(one, 16)) {
            if (++digits > MOST_HEX_DIGITS) {
                throw malformed();
            }
            size = size * 16 + digit;
            one = connection().next();
        }
        if (digits == 0) {
            throw malformed();
        }
        skipExtensions(one);
        return size;
    }

    /** Blanks may stand before them. */
    private void skipExtensions(int first) throws IOException {
        int one = first;
        for (int i = 0; one == ' ' || one == '\t'; i++) {
            requireShort(i);
            one = connection().next();
        }
        if (one == ';') {
            for (int i = 0; one != '\r' && one != '\n'; i++) {
                requireShort(i);
                one = connection().next();
            }
        }
        endLine(one);
    }

    private void skipTrailers() throws IOException {
        int inLine = 0;
        for (int i = 0; ; i++) {
            requireShort(i);
            int one = connection().next();
            if (one == '\n' && inLine == 0) {
                return;
            }
            inLine = one == '\n' ? 0 : inLine + (one == '\r' ? 0 : 1);
        }
    }

    private static void requireShort(int bytes) throws UnreadableAnswer {
        if (bytes >= Limits.CHUNK_LINE_BYTES) {
            throw new UnreadableAnswer("a line between the chunks of the provider's answer is too long");
        }
    }

    private static UnreadableAnswer malformed() {
        return new UnreadableAnswer("the chunks of the provider's answer are malformed");
    }
}
