package dev.guildhall.integrations.agent;

import dev.guildhall.ports.agent.AgentMode;
import okhttp3.HttpUrl;

/**
 * The address of an agent service. Its mode v0.1 has the address next to it: {@code /agent-v0.1} next to {@code
 * /agent}, or {@code agent-v0.1} below the root of a service with a port of its own. Immutable.
 */
public final class AgentAddress {
    private static final String AGENT = "agent";
    private static final String AGENT_V0_1 = "agent-v0.1";

    private final HttpUrl base;

    private AgentAddress(HttpUrl base) {
        this.base = base;
    }

    /** Parses an address such as {@code http://other:8080/agent}; throws when it is malformed, and names the fault. */
    public static AgentAddress parse(String text) {
        HttpUrl url = HttpUrl.parse(text);
        if (url == null
                || !url.username().isEmpty()
                || !url.password().isEmpty()
                || url.query() != null
                || url.fragment() != null) {
            throw new IllegalArgumentException(
                    "must be an http or https address without a user, a query and a fragment");
        }
        int last = url.pathSize() - 1;
        boolean endsWithSlash = last > 0 && url.pathSegments().get(last).isEmpty();
        return new AgentAddress(
                endsWithSlash ? url.newBuilder().removePathSegment(last).build() : url);
    }

    /** A builder with the address of that mode's service; the caller adds the path below the service's base. */
    HttpUrl.Builder of(AgentMode mode) {
        return switch (mode) {
            case WITH_TASKS -> base.newBuilder();
            case WITHOUT_TASKS -> besides();
        };
    }

    private HttpUrl.Builder besides() {
        int last = base.pathSize() - 1;
        return base.pathSegments().get(last).equals(AGENT)
                ? base.newBuilder().setPathSegment(last, AGENT_V0_1)
                : base.newBuilder().addPathSegment(AGENT_V0_1);
    }

    /** Host and port, for logs. */
    String authority() {
        return base.host() + ":" + base.port();
    }

    @Override
    public String toString() {
        return base.toString();
    }
}
