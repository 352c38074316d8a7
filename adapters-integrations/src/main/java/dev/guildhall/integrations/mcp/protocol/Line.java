package dev.guildhall.integrations.mcp.protocol;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One line of a server's output. */
public sealed interface Line {
    /** Finds the id of a response at the usual positions: first, after the version, or at the very end. */
    Pattern FIRST =
            Pattern.compile("^\\s*\\{\\s*(?:\"jsonrpc\"\\s*:\\s*\"2\\.0\"\\s*,\\s*)?\"id\"\\s*:\\s*(\\d{1,18})\\s*,");

    Pattern LAST = Pattern.compile(",\\s*\"id\"\\s*:\\s*(\\d{1,18})\\s*\\}\\s*$");

    /** A complete line, without the line break. */
    final class Whole implements Line {
        private final byte[] bytes;

        Whole(byte[] bytes) {
            this.bytes = bytes;
        }

        /** As text, without a carriage return at its end. */
        public String text() {
            int length = bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? bytes.length - 1 : bytes.length;
            return new String(bytes, 0, length, StandardCharsets.UTF_8);
        }

        public List<Message> messages() {
            return Message.read(bytes);
        }
    }

    /** The beginning and the end of a line that is longer than the limit. */
    record TooLong(String head, String tail) implements Line {
        /** The id of the request that it responds to, if the id can be found. */
        public OptionalLong id() {
            Matcher first = FIRST.matcher(head);
            if (first.find()) {
                return OptionalLong.of(Long.parseLong(first.group(1)));
            }
            Matcher last = LAST.matcher(tail);
            return last.find() ? OptionalLong.of(Long.parseLong(last.group(1))) : OptionalLong.empty();
        }
    }
}
