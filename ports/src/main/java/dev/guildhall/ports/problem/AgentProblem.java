package dev.guildhall.ports.problem;

/** Problems of agents. */
public sealed interface AgentProblem extends Problem {
    /**
     * The chat has the most messages that a chat may have.
     *
     * @param most the limit
     */
    record ChatFull(int most) implements AgentProblem {
        @Override
        public String message() {
            return "the chat has " + most + " messages, which is the most; start a new one";
        }
    }

    /**
     * The caller has disabled the tool.
     *
     * @param tool its name
     */
    record ToolDisabled(String tool) implements AgentProblem {
        @Override
        public String message() {
            return "the tool " + tool + " is disabled";
        }
    }

    /**
     * The user has the most assistants that a user may have.
     *
     * @param most the limit
     */
    record TooManyAssistants(int most) implements AgentProblem {
        @Override
        public String message() {
            return "there are " + most + " assistants, which is the most; delete some";
        }
    }

    /**
     * The assistant has the most cases that an assistant may have.
     *
     * @param most the limit
     */
    record TooManyCases(int most) implements AgentProblem {
        @Override
        public String message() {
            return "the assistant has " + most + " cases, which is the most; delete some";
        }
    }

    /**
     * The user has the most evaluations of an assistant that may wait or run at once.
     *
     * @param most the limit
     */
    record TooManyEvaluations(int most) implements AgentProblem {
        @Override
        public String message() {
            return most + " evaluations of the assistant have not ended, which is the most; cancel some";
        }
    }

    /**
     * The answer waits for its user, who has to allow calls of tools.
     *
     * @param chatId the identifier of the chat
     */
    record AwaitsApproval(String chatId) implements AgentProblem {
        @Override
        public String message() {
            return "the answer waits for the approval of a call";
        }
    }

    /**
     * The agent service, which runs in another process, cannot be reached or its response is wrong.
     *
     * @param message why, for the user
     */
    record ServiceUnavailable(String message) implements AgentProblem {}

    /**
     * The user has the most memories that a user may have.
     *
     * @param most the limit
     */
    record MemoryFull(long most) implements AgentProblem {
        @Override
        public String message() {
            return "there are " + most + " memories, which is the most; forget some";
        }
    }
}
