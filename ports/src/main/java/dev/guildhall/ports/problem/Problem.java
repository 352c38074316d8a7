package dev.guildhall.ports.problem;

/** Why a request was refused: facts, not text. Whatever is not a Problem is a bug or an outage. */
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
    /** One sentence for the person who sent the request, without secrets, paths or addresses of the inside. */
    String message();
}
