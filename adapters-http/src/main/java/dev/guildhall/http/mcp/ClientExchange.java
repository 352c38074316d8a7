package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolExchange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The exchange of a client with an imported server during one request. */
final class ClientExchange implements ToolExchange {
    /** Marks the question of a server of the older era, whose call begins anew with the answer. */
    private static final String ASKED = "dev.guildhall/asked";

    private static final String QUESTION = "question";

    private final Peer peer;
    private final String target;
    private final ClientChannel channel;
    private final RequestStates states;
    private final Map<String, Object> parameters;
    private final Optional<List<Map<String, Object>>> answers;
    private final AtomicInteger asked = new AtomicInteger();
    private volatile Optional<ServerReply> reply = Optional.empty();

    /**
     * The exchange of a request.
     *
     * @param target the server, the method and the name of the request
     */
    ClientExchange(Peer peer, String target, JsonNode params, ClientChannel channel, RequestStates states) {
        this.peer = peer;
        this.target = target;
        this.channel = channel;
        this.states = states;
        Map<String, Object> all = new LinkedHashMap<>();
        Map<String, Object> meta = new LinkedHashMap<>(Params.object(params, Params.META));
        meta.put(Params.PREFIX + "clientCapabilities", peer.capabilities());
        all.put(Params.META, meta);
        Optional<RequestStates.State> state = Optional.of(params.path(Params.STATE))
                .filter(sent -> peer.isNewer() && sent.isTextual())
                .map(sent -> states.open(peer, target, sent.textValue()));
        Map<String, Object> responses =
                peer.isNewer() ? Params.object(params, Params.RESPONSES) : Map.<String, Object>of();
        answers = state.flatMap(RequestStates.State::answers).map(before -> {
            List<Map<String, Object>> now = new ArrayList<>(before);
            if (responses.containsKey(QUESTION)) {
                now.add(Params.member(responses, QUESTION));
            }
            return List.copyOf(now);
        });
        if (answers.isEmpty()) {
            if (params.has(Params.RESPONSES) && peer.isNewer()) {
                all.put(Params.RESPONSES, responses);
            }
            state.flatMap(RequestStates.State::ofServer).ifPresent(text -> all.put(Params.STATE, text));
        }
        this.parameters = all;
    }

    @Override
    public Map<String, Object> parameters() {
        return parameters;
    }

    @Override
    public void notified(String method, Map<String, Object> params) {
        channel.send(method, HiddenCharacters.escaped(params));
    }

    @Override
    public Optional<ServerReply> asked(String method, Map<String, Object> params) {
        int number = asked.getAndIncrement();
        List<Map<String, Object>> given = answers.orElse(List.of());
        if (number < given.size()) {
            return Optional.of(new ServerReply.Result(given.get(number)));
        }
        if (!peer.canAnswer(method, params)) {
            return Optional.of(ToolExchange.unanswered(method));
        }
        return peer.isNewer() ? Optional.empty() : channel.ask(method, HiddenCharacters.escaped(params));
    }

    @Override
    public void replied(ServerReply sent) {
        reply = Optional.of(sent);
    }

    /** What the server answered; empty when it was not asked. */
    Optional<ServerReply> reply() {
        return reply;
    }

    /**
     * The result for the client: as it was sent, with hidden characters written out and the server's state sealed.
     *
     * @throws RpcRefusal when the server refused the request
     */
    Map<String, Object> result(ServerReply sent) {
        return switch (sent) {
            case ServerReply.Refused error -> throw RpcRefusal.ofServer(error, peer.isNewer());
            case ServerReply.Result result when result.needsInput() -> sealed(result.value());
            case ServerReply.Result result -> shown(result.value());
        };
    }

    private Map<String, Object> shown(Map<String, Object> value) {
        Map<String, Object> shown = HiddenCharacters.escapedObject(value);
        if (!peer.isNewer()) {
            shown.keySet().removeAll(List.of("resultType", "ttlMs", "cacheScope"));
        }
        return shown;
    }

    private Map<String, Object> sealed(Map<String, Object> value) {
        Map<String, Object> shown = shown(value);
        boolean isOlder = Params.member(value, Params.META).containsKey(ASKED);
        Optional<String> own = value.get(Params.STATE) instanceof String text ? Optional.of(text) : Optional.empty();
        if (isOlder) {
            shown.remove(Params.META);
        }
        if (isOlder || own.isPresent()) {
            RequestStates.State state =
                    new RequestStates.State(own, isOlder ? Optional.of(answers.orElse(List.of())) : Optional.empty());
            shown.put(Params.STATE, states.seal(peer, target, state));
        }
        return shown;
    }
}
