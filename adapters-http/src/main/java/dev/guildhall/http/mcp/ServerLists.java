package dev.guildhall.http.mcp;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.HiddenCharacters;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ServerRequests;
import dev.guildhall.ports.tool.ToolExchange;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The prompts and resources of all servers that a caller may ask, asked at once. A server that fails is left out. */
final class ServerLists {
    /** The most pages of a server that are read. */
    private static final int PAGES = 20;

    /** The most entries of a list. */
    private static final int MAX = 10_000;

    private static final Logger LOG = System.getLogger(ServerLists.class.getName());
    private static final String CURSOR = "nextCursor";

    private final ServerRequests servers;

    ServerLists(ServerRequests servers) {
        this.servers = servers;
    }

    Map<String, Object> all(Caller.User user, String method) {
        String member = memberOf(method);
        List<Map<String, Object>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<List<Map<String, Object>>>> questions = servers.servers(user).stream()
                    .<Callable<List<Map<String, Object>>>>map(server -> () -> of(user, server, method))
                    .toList();
            for (Future<List<Map<String, Object>>> one : threads.invokeAll(questions)) {
                all.addAll(one.get());
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw McpStreams.cancelled();
        } catch (ExecutionException bug) {
            throw new IllegalStateException("a list of a server failed", bug.getCause());
        }
        return Map.of(member, all.stream().limit(MAX).toList());
    }

    private static String memberOf(String method) {
        return switch (method) {
            case "prompts/list" -> "prompts";
            case "resources/list" -> "resources";
            default -> "resourceTemplates";
        };
    }

    private List<Map<String, Object>> of(Caller.User user, IntegrationName server, String method) {
        List<Map<String, Object>> entries = new ArrayList<>();
        Set<Object> seen = new HashSet<>();
        Map<String, Object> page = Map.of();
        try {
            for (int pages = 0; pages < PAGES; pages++) {
                if (!(servers.ask(user, server, method, page, ToolExchange.none())
                        instanceof ServerReply.Result result)) {
                    return entries;
                }
                Params.objects(result.value(), memberOf(method)).forEach(entry -> entries.add(named(server, entry)));
                Object cursor = result.value().getOrDefault(CURSOR, "");
                if (cursor.equals("") || !seen.add(cursor)) {
                    return entries;
                }
                page = Map.of("cursor", cursor);
            }
        } catch (Refusal unavailable) {
            LOG.log(
                    Level.INFO,
                    "{0} of {1} is left out: {2}",
                    method,
                    server,
                    unavailable.problem().message());
        }
        return entries;
    }

    private static Map<String, Object> named(IntegrationName server, Map<String, Object> entry) {
        Map<String, Object> named = HiddenCharacters.escapedObject(entry);
        if (entry.get("uri") instanceof String uri) {
            named.put("uri", ServerNames.address(server, uri));
        } else if (entry.get("uriTemplate") instanceof String template) {
            named.put("uriTemplate", ServerNames.template(server, template));
        } else if (entry.get("name") instanceof String name) {
            named.put("name", ServerNames.name(server, name));
        }
        return named;
    }

    /** A result with the addresses of its parts as clients read them. */
    static Map<String, Object> readdressed(IntegrationName server, Map<String, Object> result, String member) {
        if (!result.containsKey(member)) {
            return result;
        }
        Map<String, Object> shown = new LinkedHashMap<>(result);
        shown.put(
                member,
                Params.objects(result, member).stream()
                        .map(part -> {
                            Map<String, Object> named = new LinkedHashMap<>(part);
                            named.computeIfPresent(
                                    "uri", (key, uri) -> ServerNames.address(server, String.valueOf(uri)));
                            return named;
                        })
                        .toList());
        return shown;
    }
}
