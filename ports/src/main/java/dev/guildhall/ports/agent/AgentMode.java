package dev.guildhall.ports.agent;

/** The agent that answers (agents-1). */
public enum AgentMode {
    /** Chat with tools and memory. */
    WITHOUT_TASKS("v0.1"),
    /** Chat with tools, memory and tasks. */
    WITH_TASKS("v1");

    private final String wireName;

    AgentMode(String wireName) {
        this.wireName = wireName;
    }

    /** The name in JSON: {@code v0.1}, {@code v1}. */
    public String wireName() {
        return wireName;
    }

    /**
     * The mode of that name in JSON.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static AgentMode fromWire(String name) {
        for (AgentMode mode : values()) {
            if (mode.wireName.equals(name)) {
                return mode;
            }
        }
        throw new IllegalArgumentException("no agent mode " + name);
    }
}
