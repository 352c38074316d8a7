package dev.guildhall.core.completion;

import dev.guildhall.ports.AddressRange;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.problem.Refusal;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The hosts of pictures and files that providers are given the addresses of (models-23): no inner ones,
 * since a provider may stand inside the network, and none with a user's name. Names are not resolved.
 *
 * @param allowed hosts that may be named although they are inside, in lower case
 */
public record MediaHosts(Set<String> allowed) {
    private static final Pattern NUMBER = Pattern.compile("(?:.*\\.)?(?:\\d+|0x[0-9a-f]*)");

    public MediaHosts {
        allowed = Set.copyOf(allowed);
    }

    /** @throws Refusal with {@code CommonProblem.Invalid} for the first message with another address */
    void require(List<ChatMessage> messages) {
        for (int i = 0; i < messages.size(); i++) {
            for (ContentPart part : messages.get(i).parts()) {
                if (part instanceof ContentPart.Media media
                        && media.source() instanceof MediaSource.Address(String url)
                        && !isAllowed(url)) {
                    throw Refusal.invalid(
                            "messages[" + i + "]",
                            "has the address of a picture or file inside of a network, or with a user's name; the"
                                    + " operator can allow its host (GUILDHALL_LLM_IMAGE_HOSTS)");
                }
            }
        }
    }

    private boolean isAllowed(String url) {
        URI address;
        try {
            address = URI.create(url);
        } catch (IllegalArgumentException malformed) {
            return false;
        }
        if (address.getHost() == null) {
            return false;
        }
        String host = address.getHost().toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
        return allowed.contains(host) || (address.getRawUserInfo() == null && isOutside(host));
    }

    /** Whether a host in lower case is outside of the network, as far as its name shows. */
    public static boolean isOutside(String host) {
        Optional<InetAddress> literal = AddressRange.literal(host);
        if (literal.isPresent()) {
            return AddressRange.isPublic(literal.get());
        }
        boolean isLocal = host.equals("localhost") || host.endsWith(".localhost");
        return host.contains(".") && !isLocal && !NUMBER.matcher(host).matches();
    }
}
