package dev.guildhall.wire.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;

/**
 * Parses a body of UTF-8 with a bound on the number of its values. A long string is no copy but a {@link LongText} of the
 * body's bytes. Confined to one body.
 */
final class BodyParser extends JsonParserDelegate {
    /** The most values and names in one body. */
    static final int MOST_TOKENS = 1_000_000;

    /** A string of more bytes than this is not copied. */
    private static final int LONG = 64 * 1024;

    private final byte[] body;
    private int tokens;
    private LongText text = LongText.NONE;

    BodyParser(byte[] body) throws IOException {
        super(Json.MAPPER.createParser(body));
        this.body = body;
    }

    @Override
    public JsonToken nextToken() throws IOException {
        JsonToken token = super.nextToken();
        if (++tokens > MOST_TOKENS) {
            throw new TooManyValues(this);
        }
        text = token == JsonToken.VALUE_STRING ? longText() : LongText.NONE;
        return text.isEmpty() ? token : JsonToken.VALUE_EMBEDDED_OBJECT;
    }

    /** The current string where it is long; the parser checks its escapes and its characters when it skips it. */
    private LongText longText() {
        int from = (int) delegate.currentTokenLocation().getByteOffset() + 1;
        if (body.length - from <= LONG) {
            return LongText.NONE;
        }
        int to = from;
        while (to < body.length && body[to] != '"') {
            to += body[to] == '\\' ? 2 : 1;
        }
        return to - from > LONG && to < body.length ? new LongText(body, from, to) : LongText.NONE;
    }

    @Override
    public int currentTokenId() {
        return text.isEmpty() ? super.currentTokenId() : JsonToken.VALUE_EMBEDDED_OBJECT.id();
    }

    @Override
    public Object getEmbeddedObject() {
        return text;
    }

    static final class TooManyValues extends StreamConstraintsException {
        private static final long serialVersionUID = 1L;

        TooManyValues(JsonParser parser) {
            super("too many values", parser.currentLocation());
        }
    }
}
