package dev.guildhall.core.agent;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ServerReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The pictures and sounds in the results of tools (agents-27). */
final class ResultMedia {
    /** The types of pictures that models usually see. */
    private static final Set<String> SEEN = Set.of("image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp");

    private static final int MOST_OF_RESULT = 20;
    private static final long BLOCK_BYTES = 8L * 1024 * 1024;
    private static final long RESULT_BYTES = 16L * 1024 * 1024;

    /** The most bytes that one request to a model has of them. */
    private static final long REQUEST_BYTES = 16L * 1024 * 1024;

    /** The notice of an answer whose model took no pictures. */
    static final String NO_PICTURES = notice("pictures", "it does not take them");

    private ResultMedia() {}

    /** Those of a server's answer that can be shown, in their order. */
    static List<ContentPart.Media> of(ServerReply reply) {
        List<ContentPart.Media> media = new ArrayList<>();
        if (reply instanceof ServerReply.Result result && result.value().get("content") instanceof List<?> content) {
            long left = RESULT_BYTES;
            for (Object block : content) {
                Optional<ContentPart.Media> one = block instanceof Map<?, ?> map ? of(map) : Optional.empty();
                if (one.isPresent()
                        && media.size() < MOST_OF_RESULT
                        && bytes(one.get()) <= Math.min(left, BLOCK_BYTES)) {
                    media.add(one.get());
                    left -= bytes(one.get());
                }
            }
        }
        return List.copyOf(media);
    }

    private static Optional<ContentPart.Media> of(Map<?, ?> block) {
        boolean isEmbedded = block.get("resource") instanceof Map<?, ?>;
        Map<?, ?> body = block.get("resource") instanceof Map<?, ?> resource ? resource : block;
        Object data = body.get(isEmbedded ? "blob" : "data");
        return data instanceof String base64 && body.get("mimeType") instanceof String type
                ? media(type, base64)
                : Optional.empty();
    }

    private static Optional<ContentPart.Media> media(String declared, String base64) {
        String type = declared.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        Optional<ContentPart.Kind> kind = type.startsWith("image/")
                ? Optional.of(ContentPart.Kind.PICTURE)
                : type.startsWith("audio/") ? Optional.of(ContentPart.Kind.SOUND) : Optional.empty();
        try {
            return kind.map(
                    known -> new ContentPart.Media(known, new MediaSource.Inline(type, base64), Optional.empty()));
        } catch (Refusal malformed) {
            return Optional.empty();
        }
    }

    static MediaSource.Inline inline(ContentPart.Media media) {
        if (media.source() instanceof MediaSource.Inline inline) {
            return inline;
        }
        throw new IllegalStateException("the result of a tool has its pictures and sounds itself");
    }

    static long bytes(ContentPart.Media media) {
        return inline(media).bytes();
    }

    /** A result for the model: its text, and what of its pictures and sounds models usually take. */
    static ChatMessage.ToolResult message(String callId, String tool, String text, List<ContentPart.Media> media) {
        List<ContentPart> parts = new ArrayList<>();
        parts.add(new ContentPart.Text(text));
        media.stream().filter(ResultMedia::isUsual).forEach(parts::add);
        return new ChatMessage.ToolResult(callId, tool, parts);
    }

    private static boolean isUsual(ContentPart.Media media) {
        return media.kind() == ContentPart.Kind.SOUND
                || SEEN.contains(inline(media).type());
    }

    /**
     * Leaves out the oldest of the results that exceed what a request has room for, beside those of earlier turns; the
     * notice is absent when all fit.
     */
    static Optional<String> bound(List<ChatMessage> rounds) {
        long left = REQUEST_BYTES - EarlierPictures.MOST_BYTES;
        int omitted = 0;
        for (int at = rounds.size() - 1; at >= 0; at--) {
            long bytes = rounds.get(at).media().stream()
                    .mapToLong(ResultMedia::bytes)
                    .sum();
            if (bytes > left) {
                omitted += rounds.get(at).media().size();
                without(
                        rounds,
                        at,
                        Set.of(ContentPart.Kind.PICTURE, ContentPart.Kind.SOUND),
                        "a request has no room for it");
            }
            left -= Math.min(left, bytes);
        }
        return omitted == 0
                ? Optional.empty()
                : Optional.of(notice("earlier pictures and sounds", "a request has no room for them"));
    }

    /**
     * Leaves out what a model that has refused a request may not take: the sounds of the results, else the pictures. The
     * notice is absent when there are none.
     */
    static Optional<String> leaveOut(List<ChatMessage> rounds) {
        for (ContentPart.Kind kind : List.of(ContentPart.Kind.SOUND, ContentPart.Kind.PICTURE)) {
            int omitted = 0;
            for (int at = 0; at < rounds.size(); at++) {
                omitted += without(rounds, at, Set.of(kind), "the model does not take it");
            }
            if (omitted > 0) {
                return Optional.of(
                        kind == ContentPart.Kind.SOUND ? notice("sounds", "it does not take them") : NO_PICTURES);
            }
        }
        return Optional.empty();
    }

    private static int without(List<ChatMessage> rounds, int at, Set<ContentPart.Kind> kinds, String why) {
        if (!(rounds.get(at) instanceof ChatMessage.ToolResult result)) {
            return 0;
        }
        List<ContentPart> parts = new ArrayList<>();
        int omitted = 0;
        for (ContentPart part : result.parts()) {
            if (part instanceof ContentPart.Media media && kinds.contains(media.kind())) {
                omitted++;
                parts.add(new ContentPart.Text("\n(" + inline(media).type() + " of " + bytes(media)
                        + " bytes was left out, since " + why + ")"));
            } else {
                parts.add(part);
            }
        }
        if (omitted > 0) {
            rounds.set(at, new ChatMessage.ToolResult(result.callId(), result.tool(), parts));
        }
        return omitted;
    }

    private static String notice(String what, String why) {
        return "The model did not receive the " + what + " that tools returned, since " + why + ".";
    }
}
