package dev.guildhall.persistence.webchat;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.webchat.Handover;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Writes the handover of an answer as JSON text, and reads it. */
public final class HandoverJson {
    private HandoverJson() {}

    public static String write(Handover handover) {
        Caller.User caller = handover.caller();
        Sampling sampling = handover.options().sampling();
        return StoredJson.write(StoredObject.of(
                "userId", caller.userId().value(),
                "profileId", caller.profileId().value(),
                "sessionId", caller.sessionId().value(),
                "roles", caller.roles().stream().map(Role::wireName).sorted().toList(),
                "allowedTools", caller.allowedTools().map(allowed -> List.copyOf(allowed.entries())),
                "mode", handover.mode().wireName(),
                "model", sampling.model(),
                "temperature", sampling.temperature().stream().boxed().findFirst(),
                "maxTokens", sampling.maxTokens().stream().boxed().findFirst(),
                "decoding", decoding(sampling.decoding()),
                "enableMemory", handover.options().memory(),
                "tools", handover.options().tools(),
                "assistant", named(handover.options().assistant()).map(AssistantId::value),
                "noAssistant", handover.options().assistant() instanceof Change.Cleared,
                "collections",
                        handover.options().collections().stream()
                                .map(CollectionId::value)
                                .toList(),
                "asksApproval", handover.options().asksApproval(),
                "messages", handover.messages()));
    }

    public static Handover read(String json) {
        StoredObject object = StoredObject.read(json);
        Caller.User caller = new Caller.User(
                new UserId(object.text("userId")),
                new ProfileId(object.text("profileId")),
                new SessionId(object.text("sessionId")),
                object.texts("roles").stream()
                        .map(Role::fromWire)
                        .flatMap(Optional::stream)
                        .collect(Collectors.toUnmodifiableSet()),
                texts(object, "allowedTools").map(AllowedTools::new));
        AgentOptions options = new AgentOptions(
                sampling(object),
                object.optional("enableMemory").map(Boolean.class::cast),
                texts(object, "tools"),
                assistant(object),
                texts(object, "collections").orElse(List.of()).stream()
                        .map(CollectionId::new)
                        .toList(),
                object.flag("asksApproval"));
        return new Handover(caller, AgentMode.fromWire(object.text("mode")), options, object.integer("messages"));
    }

    private static Optional<AssistantId> named(Change<AssistantId> assistant) {
        return assistant.applyTo(Optional.empty());
    }

    private static Change<AssistantId> assistant(StoredObject object) {
        if (object.flag("noAssistant")) {
            return new Change.Cleared<>();
        }
        return object.optionalText("assistant")
                .<Change<AssistantId>>map(id -> new Change.Replaced<>(new AssistantId(id)))
                .orElseGet(Change.Kept::new);
    }

    private static Sampling sampling(StoredObject object) {
        Optional<Number> maxTokens = object.optional("maxTokens").map(Number.class::cast);
        return new Sampling(
                object.optionalText("model"),
                decimal(object, "temperature"),
                maxTokens.map(number -> OptionalInt.of(number.intValue())).orElseGet(OptionalInt::empty),
                object.optional("decoding")
                        .map(ignored -> decoding(object.object("decoding")))
                        .orElse(DecodingOptions.DEFAULT));
    }

    private static Map<String, Object> decoding(DecodingOptions options) {
        return StoredObject.of(
                "topP", options.topP().stream().boxed().findFirst(),
                "stop", options.stop(),
                "seed", options.seed().stream().boxed().findFirst(),
                "presencePenalty", options.presencePenalty().stream().boxed().findFirst(),
                "frequencyPenalty", options.frequencyPenalty().stream().boxed().findFirst(),
                "countsThoughts", options.countsThoughts(),
                "others",
                        options.others().stream()
                                .map(one ->
                                        StoredObject.of("name", one.name(), "value", one.value(), "field", one.field()))
                                .toList());
    }

    private static DecodingOptions decoding(StoredObject object) {
        Optional<Number> seed = object.optional("seed").map(Number.class::cast);
        return new DecodingOptions(
                decimal(object, "topP"),
                object.texts("stop"),
                seed.map(number -> OptionalLong.of(number.longValue())).orElseGet(OptionalLong::empty),
                decimal(object, "presencePenalty"),
                decimal(object, "frequencyPenalty"),
                object.flag("countsThoughts"),
                object.objects("others").stream().map(HandoverJson::setting).toList());
    }

    private static DecodingOptions.Setting setting(StoredObject object) {
        return new DecodingOptions.Setting(object.text("name"), object.member("value"), object.text("field"));
    }

    private static OptionalDouble decimal(StoredObject object, String name) {
        Optional<Number> number = object.optional(name).map(Number.class::cast);
        return number.map(known -> OptionalDouble.of(known.doubleValue())).orElseGet(OptionalDouble::empty);
    }

    private static Optional<List<String>> texts(StoredObject object, String name) {
        return object.optional(name).map(ignored -> object.texts(name));
    }
}
