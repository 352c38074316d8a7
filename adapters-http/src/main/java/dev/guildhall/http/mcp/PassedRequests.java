package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ServerRequests;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Requests that go to imported servers as they came: prompts, resources and completions. */
final class PassedRequests {
    static final Set<String> METHODS = Set.of(
            "prompts/list",
            "prompts/get",
            "resources/list",
            "resources/templates/list",
            "resources/read",
            "completion/complete");

    private static final String NAME = "name";
    private static final String URI = "uri";
    private static final String REF = "ref";

    private final ServerRequests servers;
    private final ServerLists lists;
    private final RequestStates states;

    PassedRequests(ServerRequests servers, RequestStates states) {
        this.servers = servers;
        this.lists = new ServerLists(servers);
        this.states = states;
    }

    /** @throws RpcRefusal when the server refuses the request, or cannot be asked */
    Map<String, Object> answer(Peer peer, RpcMessage.Request request, ClientChannel channel) {
        if (peer.view().only().isPresent()) {
            return ask(
                    new Asked(peer, peer.view().only().get(), request, channel),
                    Params.own(request.params()),
                    UnaryOperator.identity());
        }
        return switch (request.method()) {
            case "prompts/list", "resources/list", "resources/templates/list" ->
                lists.all(peer.user(), request.method());
            case "prompts/get" -> prompt(peer, request, channel);
            case "resources/read" -> resource(peer, request, channel);
            default -> completion(peer, request, channel);
        };
    }

    private record Asked(Peer peer, IntegrationName server, RpcMessage.Request request, ClientChannel channel) {}

    private Map<String, Object> prompt(Peer peer, RpcMessage.Request request, ClientChannel channel) {
        String name = Params.required(request.params(), NAME);
        ServerNames.AtServer at =
                ServerNames.ofName(name).orElseThrow(() -> RpcRefusal.invalidParams("Unknown prompt: " + name));
        Map<String, Object> own = Params.own(request.params());
        own.put(NAME, at.own());
        return ask(new Asked(peer, at.server(), request, channel), own, UnaryOperator.identity());
    }

    private Map<String, Object> resource(Peer peer, RpcMessage.Request request, ClientChannel channel) {
        String address = Params.required(request.params(), URI);
        ServerNames.AtServer at = ServerNames.ofAddress(address).orElseThrow(() -> RpcRefusal.unknownResource(address));
        Map<String, Object> own = Params.own(request.params());
        own.put(URI, at.own());
        return ask(
                new Asked(peer, at.server(), request, channel),
                own,
                result -> ServerLists.readdressed(at.server(), result, "contents"));
    }

    private Map<String, Object> completion(Peer peer, RpcMessage.Request request, ClientChannel channel) {
        JsonNode ref = request.params().path(REF);
        boolean isPrompt = "ref/prompt".equals(ref.path("type").textValue());
        String member = isPrompt ? NAME : URI;
        String whole = Params.required(ref, member);
        ServerNames.AtServer at = (isPrompt ? ServerNames.ofName(whole) : ServerNames.ofAddress(whole))
                .orElseThrow(() -> RpcRefusal.invalidParams(REF + "." + member + ": is not one of this server"));
        Map<String, Object> own = Params.own(request.params());
        Map<String, Object> ownRef = new LinkedHashMap<>(Params.member(own, REF));
        ownRef.put(member, at.own());
        own.put(REF, ownRef);
        return ask(new Asked(peer, at.server(), request, channel), own, UnaryOperator.identity());
    }

    private Map<String, Object> ask(Asked asked, Map<String, Object> own, UnaryOperator<Map<String, Object>> shown) {
        RpcMessage.Request request = asked.request();
        String target =
                asked.server() + "\n" + request.method() + "\n" + own.getOrDefault(NAME, own.getOrDefault(URI, ""));
        ClientExchange exchange = new ClientExchange(asked.peer(), target, request.params(), asked.channel(), states);
        ServerReply reply = reply(asked.peer().user(), asked.server(), request.method(), own, exchange);
        return shown.apply(exchange.result(reply));
    }

    private ServerReply reply(
            Caller.User user, IntegrationName server, String method, Map<String, Object> own, ClientExchange exchange) {
        try {
            return servers.ask(user, server, method, own, exchange);
        } catch (Refusal refused) {
            if (refused.problem() instanceof ToolProblem
                    || refused.problem() instanceof CommonProblem.NotFound
                    || refused.problem() instanceof CommonProblem.Forbidden) {
                throw RpcRefusal.ofHttp(200, refused.problem().message());
            }
            throw refused;
        }
    }
}
