package dev.guildhall.http.webchat;

import dev.guildhall.http.Exchange;
import dev.guildhall.http.agent.AgentJson;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.ContentPart.Media;
import dev.guildhall.ports.completion.ContentPartData;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.webchat.OpenChat;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.WholeNumbers;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Addresses of the pictures, sounds and files within the messages of a chat. A page that shows the chat gets each of them
 * once, and not with every answer that has the messages.
 */
final class MediaAddresses {
    static final String PATH = "/api/chat/media";

    /** A part of a message: how many messages and parts are before it, and when the message was written. */
    record Place(int position, Instant sentAt, int part) {}

    private MediaAddresses() {}

    static Place place(Exchange exchange) {
        return new Place(
                exchange.requiredQuery("message", text -> number("message", text)),
                exchange.requiredQuery("sentAt", MediaAddresses::instant),
                exchange.requiredQuery("part", text -> number("part", text)));
    }

    private static int number(String name, String digits) {
        return WholeNumbers.parse(digits)
                .filter(number -> number >= 0)
                .orElseThrow(() -> Refusal.invalid(name, "must be an integer of 0 or more"));
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException malformed) {
            throw Refusal.invalid("sentAt", "must be a timestamp");
        }
    }

    /** The messages of a chat, with addresses in place of what they contain. */
    static List<AgentJson.MessageJson> messages(OpenChat open) {
        List<AgentJson.MessageJson> messages = new ArrayList<>();
        int position = open.messageCount() - open.messages().size();
        for (ChatEntry entry : open.messages()) {
            messages.add(AgentJson.MessageJson.of(entry, parts(open.chat().id(), position, entry)));
            position++;
        }
        return messages;
    }

    private static List<Map<String, Object>> parts(ChatId chatId, int position, ChatEntry entry) {
        List<Map<String, Object>> parts = new ArrayList<>();
        for (ContentPart part : entry.parts()) {
            if (part instanceof Media media && media.source() instanceof MediaSource.Inline) {
                String address = PATH + "?chatId=" + chatId.value() + "&message=" + position + "&sentAt="
                        + Json.timestamp(entry.timestamp()) + "&part=" + parts.size();
                parts.add(part(media, address));
            } else {
                parts.addAll(ContentPartData.of(List.of(part)));
            }
        }
        return parts;
    }

    private static Map<String, Object> part(Media media, String address) {
        return switch (media.kind()) {
            case PICTURE -> Map.of("type", "image_url", "image_url", Map.of("url", address));
            case SOUND -> Map.of("type", "input_audio", "input_audio", Map.of("url", address));
            case FILE -> {
                Map<String, Object> file = new LinkedHashMap<>();
                media.name().ifPresent(name -> file.put("filename", name));
                file.put("file_data", address);
                yield Map.of("type", "file", "file", file);
            }
        };
    }
}
