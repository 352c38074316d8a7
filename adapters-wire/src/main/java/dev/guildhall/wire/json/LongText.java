package dev.guildhall.wire.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A long string in a body, which is decoded only when it is read as text. Immutable as the body is. */
final class LongText extends ValueNode {
    private static final long serialVersionUID = 1L;

    static final LongText NONE = new LongText(new byte[0], 0, 0);

    private final transient byte[] body;
    private final int from;
    private final int to;

    /** The bytes between the quotation marks. */
    LongText(byte[] body, int from, int to) {
        this.body = body;
        this.from = from;
        this.to = to;
    }

    @Override
    public boolean isEmpty() {
        return from == to;
    }

    /** The characters as they are in the body: a view when each byte is one, otherwise the decoded text. */
    CharSequence characters() {
        for (int i = from; i < to; i++) {
            if (body[i] < 0 || body[i] == '\\') {
                return textValue();
            }
        }
        return new AsciiText(body, from, to);
    }

    @Override
    public String textValue() {
        try {
            return Json.MAPPER.readValue(body, from - 1, to - from + 2, String.class);
        } catch (IOException impossible) {
            throw new UncheckedIOException("a string that was parsed before cannot be parsed", impossible);
        }
    }

    @Override
    public String asText() {
        return textValue();
    }

    @Override
    public JsonNodeType getNodeType() {
        return JsonNodeType.STRING;
    }

    @Override
    public JsonToken asToken() {
        return JsonToken.VALUE_STRING;
    }

    @Override
    public void serialize(JsonGenerator json, SerializerProvider provider) throws IOException {
        json.writeString(textValue());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LongText text && textValue().equals(text.textValue());
    }

    @Override
    public int hashCode() {
        return textValue().hashCode();
    }

    private static final class AsciiText implements CharSequence {
        private final byte[] bytes;
        private final int from;
        private final int to;

        AsciiText(byte[] bytes, int from, int to) {
            this.bytes = bytes;
            this.from = from;
            this.to = to;
        }

        @Override
        public int length() {
            return to - from;
        }

        @Override
        public char charAt(int index) {
            return (char) bytes[from + index];
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new AsciiText(bytes, from + start, from + end);
        }

        @Override
        public String toString() {
            return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
        }
    }
}
