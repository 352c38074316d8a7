package dev.guildhall.integrations.icon;

import dev.guildhall.integrations.net.OutboundFailure;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.net.OutboundReply;
import dev.guildhall.integrations.net.OutboundRequest;
import dev.guildhall.integrations.net.OutboundUrl;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.PictureSize;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fetches the logo of an integration, so that no browser asks a stranger's server. Only pictures that run nothing are
 * taken, by their first bytes whatever the server says about them; SVG, which can contain scripts, is refused.
 */
public final class Logos {
    private static final Pattern DATA = Pattern.compile("data:([^;,]{0,100})(;[^,]{0,100})?,");
    private static final int SIGNATURE = 16;

    private final OutboundHttp http;

    /** @param http a client whose rules allow public addresses, and others that the operator listed */
    public Logos(OutboundHttp http) {
        this.http = http;
    }

    /**
     * The first of the best three icons that can be used. Blocks for at most 15 s; an interrupt ends it early, and is kept.
     * No credential is sent.
     */
    public Logo of(List<Icon> icons) {
        List<String> reasons = new ArrayList<>();
        for (Icon icon : best(icons)) {
            try {
                return new Logo.Picture(picture(icon));
            } catch (NotALogo refused) {
                reasons.add(String.valueOf(refused.getMessage()));
            } catch (OutboundFailure failure) {
                reasons.add(String.valueOf(failure.getMessage()));
            }
            if (Thread.currentThread().isInterrupted()) {
                break;
            }
        }
        return new Logo.None(reasons.isEmpty() ? "it names no icon" : String.join("; ", reasons));
    }

    /** The smallest that are sharp, then those without a size, then smaller ones; what says that it is SVG comes last. */
    private static List<Icon> best(List<Icon> icons) {
        Comparator<Icon> order = Comparator.comparing(Logos::isSvg)
                .thenComparing(icon ->
                        icon.size().filter(size -> size < IconLimits.SHARP).isPresent())
                .thenComparing(icon -> icon.size().isEmpty())
                .thenComparing(icon -> {
                    int size = icon.size().orElse(0);
                    return size < IconLimits.SHARP ? -size : size;
                });
        return icons.stream().sorted(order).limit(IconLimits.TRIED).toList();
    }

    private static boolean isSvg(Icon icon) {
        return icon.mimeType().filter(type -> type.contains("svg")).isPresent()
                || icon.src().startsWith("data:image/svg")
                || icon.src().endsWith(".svg");
    }

    private MediaSource.Inline picture(Icon icon) throws NotALogo {
        byte[] bytes = icon.src().startsWith("data:") ? contained(icon.src()) : fetched(icon.src());
        String type = type(bytes).orElseThrow(() -> new NotALogo("an icon is not a PNG, JPEG, GIF or WebP"));
        MediaSource.Inline picture =
                new MediaSource.Inline(type, Base64.getEncoder().encodeToString(bytes));
        boolean fits = PictureSize.of(picture)
                .filter(size -> size.width() <= IconLimits.PIXELS && size.height() <= IconLimits.PIXELS)
                .isPresent();
        if (!fits) {
            throw new NotALogo("an icon is broken, or has more than " + IconLimits.PIXELS + " pixels at a side");
        }
        return picture;
    }

    private byte[] fetched(String address) throws NotALogo {
        OutboundReply reply = http.send(OutboundRequest.of("GET", OutboundUrl.parse(address))
                .withHeader("Accept", "image/png, image/webp, image/jpeg, image/gif")
                .withLimits(IconLimits.TIME, IconLimits.BYTES)
                .followingRedirects());
        if (!reply.isSuccess()) {
            throw new NotALogo("the server of an icon answered with status " + reply.status());
        }
        return reply.body();
    }

    /** The content of a data address (RFC 2397), in base64. */
    private static byte[] contained(String address) throws NotALogo {
        Matcher head = DATA.matcher(address);
        if (!head.lookingAt() || head.group(2) == null || !head.group(2).endsWith(";base64")) {
            throw new NotALogo("an icon's data address is not in base64");
        }
        if (address.length() - head.end() > IconLimits.BYTES / 3 * 4 + 4) {
            throw new NotALogo("an icon has more than " + IconLimits.BYTES + " bytes");
        }
        try {
            return Base64.getDecoder().decode(address.substring(head.end()));
        } catch (IllegalArgumentException malformed) {
            throw new NotALogo("an icon's data address is not in base64");
        }
    }

    private static Optional<String> type(byte[] bytes) {
        String first = new String(bytes, 0, Math.min(bytes.length, SIGNATURE), StandardCharsets.ISO_8859_1);
        if (first.startsWith("\u0089PNG\r\n\u001a\n")) {
            return Optional.of("image/png");
        }
        if (first.startsWith("\u00ff\u00d8\u00ff")) {
            return Optional.of("image/jpeg");
        }
        if (first.startsWith("GIF87a") || first.startsWith("GIF89a")) {
            return Optional.of("image/gif");
        }
        return first.matches("(?s)RIFF....WEBPVP8.") ? Optional.of("image/webp") : Optional.empty();
    }

    private static final class NotALogo extends Exception {
        private static final long serialVersionUID = 1L;

        NotALogo(String reason) {
            super(reason, null, false, false);
        }
    }
}
