package dev.guildhall.ports.problem;

/** Problems of agents. */
public sealed interface AgentProblem extends Problem {
    /**
     * A chat holds as many messages as one may.
     *
     * @param most the limit
     */
    record ChatFull(int most) implements AgentProblem {
        @Override
        public String message() {
            return "the chat has " + most + " messages, which is the most; start a new one";
        }
    }
}
