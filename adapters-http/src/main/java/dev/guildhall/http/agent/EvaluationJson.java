package dev.guildhall.http.agent;

import dev.guildhall.ports.evaluation.CaseDefinition;
import dev.guildhall.ports.evaluation.CaseResult;
import dev.guildhall.ports.evaluation.Evaluation;
import dev.guildhall.ports.evaluation.EvaluationCase;
import dev.guildhall.wire.json.Json;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

final class EvaluationJson {
    private EvaluationJson() {}

    record CaseJson(
            String id,
            String assistantId,
            String input,
            List<String> contains,
            @Nullable String rubric,
            List<String> requiredTools,
            List<String> forbiddenTools,
            boolean execute,
            String createdAt) {
        static CaseJson of(EvaluationCase one) {
            CaseDefinition definition = one.definition();
            return new CaseJson(
                    one.id().value(),
                    one.assistant().value(),
                    definition.input(),
                    definition.contains(),
                    definition.rubric().orElse(null),
                    definition.requiredTools(),
                    definition.forbiddenTools(),
                    definition.execute(),
                    Json.timestamp(one.createdAt()));
        }
    }

    record ResultJson(String caseId, boolean passed, String answer, List<String> reasons, List<String> toolsUsed) {
        static ResultJson of(CaseResult result) {
            return new ResultJson(
                    result.caseId().value(), result.passed(), result.answer(), result.reasons(), result.toolsUsed());
        }
    }

    record OneJson(
            String id,
            String assistantId,
            int version,
            String status,
            String taskId,
            int cases,
            int passed,
            int failed,
            List<ResultJson> results,
            @Nullable String error,
            String createdAt,
            @Nullable String completedAt) {
        static OneJson of(Evaluation one) {
            return new OneJson(
                    one.id().value(),
                    one.assistant().id().value(),
                    one.assistant().version(),
                    one.status().name().toLowerCase(Locale.ROOT),
                    one.task().value(),
                    one.cases().size(),
                    one.passed(),
                    one.failed(),
                    one.results().stream().map(ResultJson::of).toList(),
                    one.end().flatMap(Evaluation.End::error).orElse(null),
                    Json.timestamp(one.createdAt()),
                    one.end().map(end -> Json.timestamp(end.at())).orElse(null));
        }
    }
}
