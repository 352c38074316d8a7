package dev.guildhall.app;

/** A client of the agent. Thread-safe. */
final class AgentClient {
    private final String userId;
    private final String token;

    private AgentClient(String userId, String token) {
        this.userId = userId;
        this.token = token;
    }

    static AgentClient register(BenchServer server, int number) {
        String answer = server.register(number);
        return new AgentClient(BenchServer.field(answer, "userId"), BenchServer.field(answer, "accessToken"));
    }

    /**
     * Asks in a new chat, and reads the answer to its end.
     *
     * @param question ASCII that needs no escapes
     * @param memory {@code on} or {@code off}
     */
    ReceivedReply ask(Connection connection, String question, String memory) {
        byte[] request = Connection.post(
                "/agent/api/chat",
                "{\"stream\":true,\"userId\":\"" + userId + "\",\"enableMemory\":" + memory.equals("on")
                        + ",\"messages\":[{\"role\":\"user\",\"content\":\"" + question + "\"}]}",
                token);
        ReceivedReply heard = new ReceivedReply();
        connection.stream(request, heard::accept);
        return heard;
    }
}
