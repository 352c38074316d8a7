package dev.guildhall.ports.problem;

/** Why a request was refused: facts, not text. A failure that is not a Problem is a bug or an outage. */
public sealed interface Problem
        permits CommonProblem,
                AccountProblem,
                ToolProblem,
                CompletionProblem,
                AgentProblem,
                FileProblem,
                TaskProblem,
                RunProblem,
                GroupProblem {
    /** One sentence for the client, without secrets, internal paths or internal addresses. */
    String message();
}
