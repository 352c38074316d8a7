package dev.guildhall.ports.evaluation;

import dev.guildhall.ports.Text;
import java.util.List;

/**
 * How a case ended in an evaluation.
 *
 * @param caseId the case, which may have been deleted since
 * @param passed whether the answer fulfilled all conditions
 * @param answer the first {@value #MAX_ANSWER} characters of the answer; empty when there was none
 * @param reasons why it failed, and what the judging model said; at most {@value #MOST_REASONS}, each cut after
 *     {@value #MAX_REASON} characters
 * @param toolsUsed names of the tools that were called, in the order of first use, without repeats; also those whose calls
 *     were not made (evaluation-5)
 */
public record CaseResult(CaseId caseId, boolean passed, String answer, List<String> reasons, List<String> toolsUsed) {
    public static final int MAX_ANSWER = 16_000;
    public static final int MOST_REASONS = 200;
    public static final int MAX_REASON = 1_000;

    /** Cuts what is too long, and replaces characters that cannot be stored. */
    public CaseResult {
        answer = Text.beginning(Text.repaired(answer), MAX_ANSWER);
        reasons = reasons.stream()
                .limit(MOST_REASONS)
                .map(reason -> Text.beginning(Text.repaired(reason), MAX_REASON))
                .toList();
        toolsUsed = List.copyOf(toolsUsed);
    }

    /** A case that has no answer. */
    public static CaseResult failed(CaseId caseId, String reason) {
        return new CaseResult(caseId, false, "", List.of(reason), List.of());
    }
}
