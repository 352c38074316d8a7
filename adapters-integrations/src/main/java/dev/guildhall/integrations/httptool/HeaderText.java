package dev.guildhall.integrations.httptool;

import dev.guildhall.integrations.net.OutboundRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

public final class HeaderText {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}");

    private static final Set<String> OF_THE_CREDENTIAL = Set.of("authorization", "cookie", "proxy-authorization");

    private HeaderText() {}

    /** The fault of the name of a constant header; empty when it is valid. */
    public static Optional<String> nameFault(String name) {
        if (!NAME.matcher(name).matches()) {
            return Optional.of("is not the name of a header");
        }
        String lower = name.toLowerCase(Locale.ROOT);
        return OutboundRequest.isOfTheConnection(lower) || lower.startsWith("proxy-")
                ? Optional.of("is a header that the client writes itself")
                : Optional.empty();
    }

    /** The fault of the name of a header whose value is an argument; empty when it is valid. */
    public static Optional<String> argumentNameFault(String name) {
        return OF_THE_CREDENTIAL.contains(name.toLowerCase(Locale.ROOT))
                ? Optional.of("is a header with credentials, which no argument may set")
                : nameFault(name);
    }

    /** Whether a header transports the text unchanged: visible ASCII, single spaces, none at either end. */
    public static boolean isSendable(String value) {
        return value.length() <= HttpToolLimits.HEADER
                && value.chars().allMatch(c -> c >= ' ' && c < 0x7f)
                && value.equals(value.strip());
    }

    static String require(String parameter, String value) throws ArgumentFault {
        if (!isSendable(value)) {
            throw new ArgumentFault(
                    parameter,
                    "goes into a header and must be one line of at most " + HttpToolLimits.HEADER
                            + " visible ASCII characters, without spaces at its ends");
        }
        return value;
    }
}
